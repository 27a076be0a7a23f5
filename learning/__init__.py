"""Learning: data sets from games that a search plays against itself, and predictors trained on them.

It stands upon `engine` alone. What is learned here is a file, which the search `Predictive` reads.
"""

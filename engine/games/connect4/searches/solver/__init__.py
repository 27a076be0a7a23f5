"""The exact value of any position of classic Connect-4.

`grid.pxd` has the bit layout and what a solver asks of it, `follow_up.pxd` a bound that needs no search, `table.pyx`
what is remembered, `thread.pyx` the search itself, `solver.pyx` its face to Python. Scores are those of P. Pons
(http://blog.gamesolver.org): 22 less the number of discs that the winner will have played, negative where the side to
move loses, 0 for a draw.
"""

"""The exact value of any position of classic Connect-4.

`grid.pxd` has the bit layout and its operations, `follow_up.pxd` a bound that needs no search, `table.pyx` the table of
proved bounds, `thread.pyx` the search itself, and `solver.pyx` the Python interface. Scores are those of P. Pons
(http://blog.gamesolver.org): 22 minus the number of discs that the winner will have played. They are negative if the
side to move loses, and 0 for a draw.
"""

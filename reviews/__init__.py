"""Reviews of games: every position is searched, each move is judged and compared with the play of people."""

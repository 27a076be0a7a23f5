"""Settings for all tests.

A shell may start background jobs with interrupts ignored, which children inherit. Here interrupts work again.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

"""What holds for all tests.

Whoever runs the tests in the background has interrupts ignored, and children inherit that. Here they are heard.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

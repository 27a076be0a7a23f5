"""The threads of the solver: they answer one question together, or each one of many.

The first of them is the caller's. What one has proved the others find in the table.
"""

from functools import partial
from threading import Lock

cimport cython
from libc.string cimport memset

from .....atomic cimport load_word, put_flag, raised, take_number
from .....bits cimport u64
from .book cimport NOT_THERE, Book
from .thread cimport SolverThread, solve

from .....worker import start

cdef enum:
    ALONE = 30000       # nodes: some milliseconds


@cython.final
cdef class ThreadPool:
    """`first`, and so many threads less one that help it. `first` can end whatever they do."""

    def __init__(self, SolverThread first not None, int threads, Book book=None):
        self.first = first
        self.book = book
        self.threads = threads
        self.helpers = []
        first.halted = &self.enough
        first.told = self.told

    cdef bint answer(self, Question* question) except -1:
        """Have one question answered; whether it was, before `first` was halted.

        `first` begins alone: most positions are solved before another thread has begun.
        """
        if self.known(question):
            return True
        self.enough = False
        self.first.next_poll = 0
        self.first.give_up = self.first.nodes + ALONE if self.threads > 1 else <u64> -1
        with nogil:
            question.answer = solve(self.first, &question.board, question.low, question.high)
        if not self.enough:
            return True
        if self.first.nodes < self.first.give_up or self.first.unwanted():
            return False
        return self.run(question, 1)

    cdef bint answer_all(self, Question* questions, u64 count) except -1:
        """Have many questions answered, each by one thread; whether all were."""
        return self.run(questions, count)

    cdef bint run(self, Question* questions, u64 count) except -1:
        cdef int number = 0
        cdef list waiting = []
        self.questions, self.count, self.taken = questions, count, 0
        self.enough = False
        self.first.give_up = <u64> -1
        self.first.next_poll = 0
        memset(self.shared, 0, sizeof(self.shared))
        try:
            for number in range(1, self.threads):
                waiting.append(self.call_helper(number))
        except (MemoryError, RuntimeError):  # none for a thread
            self.missing += self.threads - number
            self.threads = number
        self.first.shared = self.shared if count == 1 and waiting else NULL
        try:
            with nogil:
                self.work(self.first)
        finally:
            if count == 1:
                put_flag(&self.enough, True)
            for done in waiting:
                done.acquire()
            self.first.shared = NULL
        return self.taken > 1 if count == 1 else not self.enough

    cdef object call_helper(self, int number):
        """Have another thread work, too; a lock that it releases when it is done."""
        cdef SolverThread helper
        if number > len(self.helpers):
            helper = SolverThread(self.first.table)
            helper.halted = &self.enough
            helper.told = &self.told[number]
            self.helpers.append(helper)
        helper = self.helpers[number - 1]
        helper.shared = self.shared if self.count == 1 else NULL
        done = Lock()
        done.acquire()
        start(partial(_help, self, helper, done))
        return done

    cdef void work(self, SolverThread thread) noexcept nogil:
        """Answer the one question, before the others do; or one question after the other."""
        cdef Question* question
        cdef u64 number
        cdef int answer
        if self.count == 1:
            question = self.questions
            answer = solve(thread, &question.board, question.low, question.high)
            if not raised(thread.halted) and take_number(&self.taken, 2) == 0:
                question.answer = answer
                put_flag(thread.halted, True)
            return
        while True:
            number = take_number(&self.taken, 1)
            if number >= self.count:
                return
            question = &self.questions[number]
            if self.known(question):
                continue
            question.answer = solve(thread, &question.board, question.low, question.high)
            if raised(thread.halted):
                return

    cdef bint known(self, Question* question) noexcept nogil:
        """Answer a question from the book, if it can."""
        cdef int score = NOT_THERE
        if self.book is not None:
            score = self.book.look_up(&question.board)
        if score == NOT_THERE:
            return False
        question.answer = max(question.low, min(question.high, score))
        return True

    cdef u64 nodes(self) noexcept nogil:
        """Of all threads together, of the others about so many."""
        cdef u64 count = self.first.nodes
        cdef int number
        for number in range(1, MOST_THREADS):
            count += load_word(&self.told[number])
        return count


def _help(ThreadPool pool not None, SolverThread helper not None, done):
    try:
        with nogil:
            helper.next_poll = 0
            pool.work(helper)
    finally:
        done.release()

"""The threads of the solver. They answer one question together, or share many questions among them.

The first thread is that of the caller. They share a table, in which each finds what the others have proved.
"""

from threading import Lock

cimport cython
from libc.string cimport memset

from .....support.atomic cimport load_word, put_flag, raised, take_number
from .....bits cimport u64
from .book cimport NOT_THERE, SolverBook
from .thread cimport SolverThread, solve

from .....support.worker import start

cdef enum:
    ALONE = 30000       # nodes that the first thread searches alone: some milliseconds


@cython.final
cdef class _Call:
    """A call for one helper to work. Its steps hold the GIL, so that it is followed or called off, never both."""

    cdef ThreadPool pool
    cdef SolverThread helper
    cdef object done            # a lock, which is released when the helper has finished
    cdef bint followed          # the helper has begun
    cdef bint called_off

    def __cinit__(self, ThreadPool pool not None, SolverThread helper not None):
        self.pool, self.helper = pool, helper
        self.done = Lock()
        self.done.acquire()

    def follow(self):
        cdef ThreadPool pool = self.pool
        cdef SolverThread helper = self.helper
        if self.called_off or self.followed:
            return
        self.followed = True
        try:
            with nogil:
                helper.next_poll = 0
                pool.work(helper)
        finally:
            self.done.release()


@cython.final
cdef class ThreadPool:
    """The thread `first` and its helpers, `threads` together. `first` can stop them all."""

    def __cinit__(self, SolverThread first not None, int threads, SolverBook book=None):
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"a pool has 1 to {MOST_THREADS} threads, not {threads}")
        self.first = first
        self.book = book
        self.threads = threads
        self.helpers = []
        first.halted = &self.enough
        first.published = self.published

    cdef bint answer(self, Question* question) except -1:
        """Answer one question. Return whether it was answered before `first` was halted.

        `first` begins alone: most positions are solved before another thread could begin.
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
        return self.answer_all(question, 1)

    cdef bint answer_all(self, Question* questions, u64 count) except -1:
        """Answer one question by all threads together, or each of many by one thread. Return whether all were answered.

        An exception, such as an interrupt, is raised only when the last thread has stopped.
        """
        cdef list called = []
        self.questions, self.count, self.taken = questions, count, 0
        self.enough = False
        self.first.give_up = <u64> -1
        self.first.next_poll = 0
        memset(self.shared, 0, sizeof(self.shared))
        try:
            self.call_helpers(called)
            self.first.shared = self.shared if count == 1 and called else NULL
            with nogil:
                self.work(self.first)
            if count == 1:
                put_flag(&self.enough, True)
        except BaseException:
            put_flag(&self.enough, True)
            raise
        finally:
            self.bring_home(called)
            self.first.shared = NULL
        return self.taken > 1 if count == 1 else not self.enough

    cdef int call_helpers(self, list called) except -1:
        """Start the helpers, as many as there is memory for."""
        cdef SolverThread helper
        cdef _Call call
        cdef int number
        for number in range(1, self.threads):
            if number > len(self.helpers):
                helper = SolverThread(self.first.table)
                helper.halted = &self.enough
                helper.published = &self.published[number]
                self.helpers.append(helper)
            helper = self.helpers[number - 1]
            helper.shared = self.shared if self.count == 1 else NULL
            call = _Call(self, helper)
            called.append(call)
            try:
                start(call.follow)
            except (MemoryError, RuntimeError):  # no memory for a thread
                self.missing += self.threads - number
                self.threads = number
                break

    cdef int bring_home(self, list called) except -1:
        """Wait until no helper works any more. Even an interrupt is raised only after that."""
        cdef _Call call
        raised_meanwhile = None
        for call in called:
            call.called_off = True  # if it has not begun
            while call.followed:
                try:
                    call.done.acquire()
                    break
                except BaseException as failure:  # noqa: BLE001 - whatever a signal handler raises
                    put_flag(&self.enough, True)
                    raised_meanwhile = failure
        if raised_meanwhile is not None:
            raise raised_meanwhile

    cdef void work(self, SolverThread thread) noexcept nogil:
        """Answer the only question, unless another thread is faster, or one of many questions after another."""
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
        """The nodes of all threads together. Those of the helpers are approximate."""
        cdef u64 count = self.first.nodes
        cdef int number
        for number in range(1, MOST_THREADS):
            count += load_word(&self.published[number])
        return count

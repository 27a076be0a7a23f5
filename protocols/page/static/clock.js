// The clocks of a game: which one runs, the time left, and whose flag has fallen.

const TICK = 100; // milliseconds

export class Clock {
  constructor(seats, fell, ticked) {
    this.seats = seats;
    this.fell = fell;
    this.ticked = ticked;
    this.base = null; // seconds; null without clocks
    this.increment = 0;
    this.reset();
  }

  get runs() {
    return this.base !== null;
  }

  set(base, increment) {
    this.base = base;
    this.increment = increment || 0;
    this.reset();
  }

  reset() {
    clearInterval(this.timer);
    this.left = Array(this.seats).fill(1000 * (this.base ?? 0));
    this.fallen = null;
    this.seat = null; // whose clock runs
    this.begun = false; // the first move takes no time
    this.past = [[...this.left]]; // the milliseconds left at each position
  }

  // Starts the clock of a seat, and stops the other. null stops both.
  turn(seat) {
    if (!this.runs || seat === this.seat) return;
    this.stop();
    this.seat = seat;
    this.since = performance.now();
    if (seat !== null && this.begun) this.timer = setInterval(() => this.tick(), TICK);
  }

  stop() {
    clearInterval(this.timer);
    if (this.seat !== null && this.begun) this.left[this.seat] -= performance.now() - this.since;
    this.seat = null;
  }

  moved(seat) {
    if (!this.runs || this.fallen !== null) return;
    this.stop();
    if (this.begun) this.left[seat] += 1000 * this.increment;
    this.begun = true;
    this.past.push([...this.left]);
  }

  // Takes back `count` moves, and restores the times left at that position.
  takeBack(count) {
    this.stop();
    this.past.length = Math.max(1, this.past.length - count);
    this.left = [...this.past.at(-1)];
    this.begun = this.past.length > 1;
    this.fallen = null;
  }

  now(seat) {
    return Math.max(0, this.left[seat] - (seat === this.seat && this.begun ? performance.now() - this.since : 0));
  }

  tick() {
    if (this.now(this.seat) === 0) {
      this.fallen = this.seat;
      this.stop();
      this.fell(this.fallen);
    }
    this.ticked();
  }

  text(seat) {
    const seconds = this.now(seat) / 1000;
    if (seconds < 10) return seconds.toFixed(1);
    return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  }

  limits() {
    const [first, second] = [0, 1].map((seat) => Math.max(1, Math.round(this.now(seat))));
    return {time0: first, time1: second, increment0: 1000 * this.increment, increment1: 1000 * this.increment};
  }
}

/**
 * A stand-in for `@std/testing/time` on machines that cannot reach JSR: a
 * clock and timers that move only when told.
 *
 * @module
 */

interface Timer {
  readonly id: number;
  due: number;
  readonly order: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
};

const realTimeout = AbortSignal.timeout;

let active: FakeTime | undefined;

/** Overrides the clock and the timers until {@linkcode restore} is called. */
export class FakeTime {
  #now: number;
  #start: number;
  #lastId = 0;
  #timers = new Map<number, Timer>();

  /** Starts at the real time, or at the time given. */
  constructor(start?: number | string | Date | null) {
    if (active !== undefined) {
      throw new TypeError("Cannot construct FakeTime: time is already faked");
    }
    this.#now = start === undefined || start === null
      ? real.Date.now()
      : new real.Date(start).getTime();
    this.#start = this.#now;
    active = this;
    this.#install();
  }

  /** Puts the real clock back after the function has run on it. */
  static restore(): void {
    if (active === undefined) {
      throw new ReferenceError("Cannot restore time: time is not faked");
    }
    active.restore();
  }

  /** Lets what is already due in the microtask queue run, on the real clock. */
  runMicrotasks(): Promise<void> {
    return this.delay(0);
  }

  /** Resolves after some milliseconds of real time. */
  delay(ms: number): Promise<void> {
    return new Promise((resolve) => {
      real.setTimeout(() => resolve(), ms);
    });
  }

  /** The fake time in milliseconds since the epoch. */
  get now(): number {
    return this.#now;
  }

  /** Moves forward to a time, running what falls due on the way. */
  set now(value: number) {
    if (value < this.#now) {
      throw new RangeError("Cannot set time: it cannot go backwards");
    }
    for (;;) {
      const timer = this.#next();
      if (timer === undefined || timer.due > value) break;
      this.#fire(timer);
    }
    this.#now = value;
  }

  /** When the fake clock started, in milliseconds since the epoch. */
  get start(): number {
    return this.#start;
  }

  /** Moves forward by some milliseconds. */
  tick(ms = 0): void {
    this.now = this.#now + ms;
  }

  /** Lets microtasks run, then moves forward. */
  async tickAsync(ms = 0): Promise<void> {
    await this.runMicrotasks();
    const end = this.#now + ms;
    for (;;) {
      const timer = this.#next();
      if (timer === undefined || timer.due > end) break;
      this.#fire(timer);
      await this.runMicrotasks();
    }
    this.now = end;
    await this.runMicrotasks();
  }

  /** Runs the next timer; whether there was one. */
  next(): boolean {
    const timer = this.#next();
    if (timer === undefined) return false;
    this.#fire(timer);
    return true;
  }

  /** Lets microtasks run, then runs the next timer; whether there was one. */
  async nextAsync(): Promise<boolean> {
    await this.runMicrotasks();
    return this.next();
  }

  /** Runs every timer there is, and those they start. */
  runAll(): void {
    while (this.next());
  }

  /** As {@linkcode runAll}, with microtasks between. */
  async runAllAsync(): Promise<void> {
    while (await this.nextAsync());
  }

  /** Puts the real clock and timers back. */
  restore(): void {
    Object.assign(globalThis, real);
    AbortSignal.timeout = realTimeout;
    active = undefined;
  }

  /** The same as {@linkcode restore}, for `using`. */
  [Symbol.dispose](): void {
    this.restore();
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers.values()) {
      const sooner = first === undefined || timer.due < first.due ||
        (timer.due === first.due && timer.order < first.order);
      if (sooner) first = timer;
    }
    return first;
  }

  #fire(timer: Timer): void {
    this.#now = Math.max(this.#now, timer.due);
    if (timer.every === undefined) this.#timers.delete(timer.id);
    else timer.due += Math.max(1, timer.every);
    timer.run();
  }

  #add(run: () => void, ms: number, every?: number): number {
    const id = ++this.#lastId;
    const due = this.#now + Math.max(0, ms);
    this.#timers.set(id, { id, due, order: id, every, run });
    return id;
  }

  #install(): void {
    const nowOf = () => this.#now;
    class FakeDate extends real.Date {
      constructor(...args: unknown[]) {
        super(...(args.length === 0 ? [nowOf()] : args) as [number]);
      }
      static override now(): number {
        return nowOf();
      }
    }
    const clear = (id?: number) => {
      if (id !== undefined) this.#timers.delete(id);
    };
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      this.#add(() => {
        const text = "Signal timed out.";
        controller.abort(new DOMException(text, "TimeoutError"));
      }, ms);
      return controller.signal;
    };
    Object.assign(globalThis, {
      Date: FakeDate,
      setTimeout: (
        run: (...args: unknown[]) => void,
        ms = 0,
        ...args: unknown[]
      ) => this.#add(() => run(...args), ms),
      setInterval: (
        run: (...args: unknown[]) => void,
        ms = 0,
        ...args: unknown[]
      ) => this.#add(() => run(...args), ms, ms),
      clearTimeout: clear,
      clearInterval: clear,
    });
  }
}

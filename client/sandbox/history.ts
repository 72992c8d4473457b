import { Failure } from "./core/failure.ts";
import type { Incoming, World } from "./world.ts";
import { serve } from "./world.ts";

/** Bytes of the writes that are kept. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Into so many steps the time is cut when all of it is looked at. */
const MOMENTS = 120;

interface Past {
  readonly world: World;
  /** The time it has come to. */
  readonly clock: { now: number };
  /** How many writes it has done. */
  done: number;
}

/**
 * Every write since the start, as long as it can be held, so that a read can be answered as it would have been a
 * while ago: by a second world that does the same writes later.
 */
export class History {
  readonly #build: (now: () => number) => World;
  #writes: Incoming[] = [];
  #size = 0;
  #past: Past | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `build` makes a world in its initial state, with the given time. */
  constructor(build: (now: () => number) => World) {
    this.#build = build;
  }

  /** Keeps a request that may change something. */
  record(incoming: Incoming): void {
    if (incoming.method === "GET" || incoming.method === "HEAD") return;
    const signal = new AbortController().signal;
    this.#size += incoming.bytes.length + incoming.url.href.length;
    // Without one of them there is no way to tell what the others did.
    if (this.#size > MOST_BYTES) this.#writes = [];
    else this.#writes.push({ ...incoming, signal });
  }

  /** The answer to a read as it would have been at that time; throws
   * {@link Failure} after too many writes. */
  read(time: number, incoming: Incoming): Promise<Response> {
    this.#demandAll();
    const answer = this.#last.then(async () =>
      await serve(await this.#at(time), incoming)
    );
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** What `see` sees of the world at so many moments, evenly from the first
   * write to `now`; throws {@link Failure} after too many writes. */
  over<T>(
    now: number,
    see: (world: World) => T,
  ): Promise<{ readonly at: number; readonly seen: T }[]> {
    this.#demandAll();
    const first = Math.min(now, this.#writes[0]?.at ?? now);
    const times = Array.from(
      { length: MOMENTS + 1 },
      (_, step) => Math.round(first + (now - first) * step / MOMENTS),
    );
    const seen = this.#last.then(async () => {
      const moments = [];
      for (const at of new Set(times)) {
        moments.push({ at, seen: see(await this.#at(at)) });
      }
      return moments;
    });
    this.#last = seen.catch(() => undefined);
    return seen;
  }

  #demandAll(): void {
    if (this.#size <= MOST_BYTES) return;
    throw new Failure(
      500,
      "The sandbox has forgotten how it was a while ago: more than 16 MiB " +
        "were written since its start or the last reset",
    );
  }

  async #at(time: number): Promise<World> {
    let past = this.#past;
    if (past === undefined || past.clock.now > time) {
      // The world asks for the time while it is built.
      const clock = { now: time };
      past = { world: this.#build(() => clock.now), clock, done: 0 };
    }
    for (const write of this.#writes.slice(past.done)) {
      if (write.at > time) break;
      past.clock.now = write.at;
      past.done++;
      const answer = await serve(past.world, write).catch(() => undefined);
      await answer?.body?.cancel();
    }
    past.clock.now = time;
    this.#past = past;
    return past.world;
  }
}

import { Failure } from "./core/failure.ts";
import type { Incoming, World } from "./world.ts";
import { serve } from "./world.ts";

/** Bytes of the writes that are kept. */
const MOST_BYTES = 16 * 1024 * 1024;

interface Past {
  readonly world: World;
  /** The time it has come to. */
  now: number;
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
    if (this.#size > MOST_BYTES) {
      throw new Failure(
        500,
        "The sandbox has forgotten how it was a while ago: more than 16 MiB " +
          "were written since its start or the last reset",
      );
    }
    const answer = this.#last.then(async () =>
      await serve(await this.#at(time), incoming)
    );
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #at(time: number): Promise<World> {
    let past = this.#past;
    if (past === undefined || past.now > time) {
      const fresh: Past = {
        world: this.#build(() => fresh.now),
        now: time,
        done: 0,
      };
      past = fresh;
    }
    for (const write of this.#writes.slice(past.done)) {
      if (write.at > time) break;
      past.now = write.at;
      past.done++;
      const answer = await serve(past.world, write).catch(() => undefined);
      await answer?.body?.cancel();
    }
    past.now = time;
    this.#past = past;
    return past.world;
  }
}

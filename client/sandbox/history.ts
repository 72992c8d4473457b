import type { Incoming, World } from "./world.ts";
import { serve } from "./world.ts";

interface Past {
  readonly world: World;
  /** The time it has come to. */
  now: number;
  /** How many writes it has done. */
  done: number;
}

/**
 * Every write so far, so that a read can be answered as it would have been a
 * while ago: by a second world that does the same writes later.
 */
export class History {
  readonly #build: (now: () => number) => World;
  readonly #writes: Incoming[] = [];
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
    this.#writes.push({ ...incoming, signal });
  }

  /** The answer to a read as it would have been at that time. */
  read(time: number, incoming: Incoming): Promise<Response> {
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

interface Sample {
  readonly at: number;
  readonly response: Response;
}

/** Earlier responses to reads, for the fault `stale_ms`. */
export class StaleReads {
  readonly #samples = new Map<string, Sample[]>();
  #lastWriteAt = -Infinity;

  /** Notes that a request may have changed something. */
  noteWrite(at: number): void {
    this.#lastWriteAt = at;
  }

  /**
   * Returns the response that the same request had before the last write, or
   * `staleMs` ago, whichever is later; the fresh one where it had none.
   */
  answer(
    request: string,
    fresh: Response,
    now: number,
    staleMs: number,
  ): Response {
    if (fresh.headers.get("content-type") === "text/event-stream") return fresh;
    const samples = this.#samples.get(request) ?? [];
    const sample = { at: now, response: fresh.clone() };
    this.#samples.set(request, [...samples, sample]);
    const then = now - staleMs;
    if (this.#lastWriteAt <= then) return fresh;
    const earlier = samples.findLast(({ at }) => at <= then) ?? samples[0];
    return earlier?.response.clone() ?? fresh;
  }
}

/**
 * A sandbox in which objects look as they were recorded.
 *
 * @module
 */
import { Sandbox } from "../../client/sandbox/mod.ts";
import { nestedText, nestedValue, type RecordedObject } from "./objects.ts";

/** Answers as the sandbox does, but for the objects that were recorded. */
export class ReplaySandbox extends Sandbox {
  #objects: readonly RecordedObject[] = [];
  #isThere = new Set<RecordedObject>();
  #writes: string[] = [];

  /** Shows objects; those that no sandbox holds are there, or are not made yet. */
  show(objects: readonly RecordedObject[], isThere: boolean): void {
    this.#objects = objects;
    this.#isThere = new Set(isThere ? objects : []);
    this.#writes = [];
  }

  /** The write requests since objects are shown. */
  get writes(): readonly string[] {
    return this.#writes;
  }

  /** Answers a request. */
  override async fetch(request: Request): Promise<Response> {
    const { method } = request;
    const path = decodeURIComponent(new URL(request.url).pathname);
    const sent = method === "POST" ? await request.clone().text() : "";
    if (method !== "GET") this.#writes.push(`${method} ${path}`);
    const made = this.#answer(method, path, sent);
    if (made !== undefined) return Response.json(made);
    const isCreate = path === "/api/repos/create";
    const response = await super.fetch(
      isCreate ? new Request(request, { body: plain(sent) }) : request,
    );
    const { headers, status, ok } = response;
    if (!ok || !headers.get("content-type")?.includes("json")) return response;
    const own: unknown = await response.json();
    const shown = isCreate ? this.#created(own, sent) : this.#shown(path, own);
    headers.delete("content-length");
    return Response.json(shown, { headers, status });
  }

  /** Answers for an object that the sandbox does not hold. */
  #answer(method: string, path: string, sent: string): unknown {
    const objects = this.#objects.filter(({ list }) => list !== undefined);
    const there = objects.filter((each) => this.#isThere.has(each));
    const listed = objects.filter(({ list }) => list === path);
    if (listed.length > 0 && method === "GET") {
      const items = there.filter((each) => listed.includes(each))
        .map(({ item, show }) => item ?? show(undefined));
      return path.startsWith("/v2/") ? { items } : items;
    }
    const asked = method === "POST"
      ? listed.find(({ named }) => sent.includes(JSON.stringify(named)))
      : undefined;
    if (asked !== undefined) this.#isThere.add(asked);
    const one = asked ??
      there.find((each) => `${path}/`.startsWith(`${each.path}/`));
    const shown = one?.show(undefined);
    return method === "PATCH" && shown ? { data: shown } : shown;
  }

  /** The answer to the create of a repository: its id is the recorded one. */
  #created(own: unknown, sent: string): unknown {
    const { type = "model" } = JSON.parse(sent);
    const path = `/api/${type}s/${nestedText(own, "name")}`;
    const shown = this.#shown(path, { _id: nestedValue(own, "id") });
    return {
      ...Object(own),
      id: nestedValue(shown, "_id") ?? nestedValue(own, "id"),
    };
  }

  /** An answer of the sandbox with what was recorded. */
  #shown(path: string, own: unknown): unknown {
    if (/^\/api\/(model|dataset|space)s$/.test(path) && Array.isArray(own)) {
      return own.map((item) => this.#shown(`${path}/${item.id}`, item));
    }
    return this.#objects
      .filter((each) => each.path === path && each.list === undefined)
      .reduce((body, { show }) => show(body), own);
  }
}

/** A create without what a sandbox may not sell. */
function plain(sent: string): string {
  const { hardware: _, sleepTimeSeconds: __, ...rest } = JSON.parse(sent);
  return JSON.stringify(rest);
}

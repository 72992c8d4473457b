import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  Diagnostics,
  DiagnosticsError,
} from "../../../../provider/framework/mod.ts";
import {
  ConnectionError,
  NotFoundError,
  PermissionDeniedError,
} from "../../../../mod.ts";
import {
  explainFor,
  type RemoteObject,
} from "../../../../provider/huggingface/object/remote_object.ts";
import { waitUntilReady } from "../../../../provider/huggingface/object/wait.ts";

const request = {
  action: "read the endpoint acme/x",
  method: "GET",
  url: "https://api.example/v2/endpoint/acme/x",
};
/** The errors, what is said, and how long they are looked past once it was seen. */
const failures = [
  [
    "the service has died",
    new ConnectionError({
      ...request,
      reason: "the connection failed: refused",
    }),
    /connection failed.*not replaced/s,
    200_000,
  ],
  [
    "somebody has deleted it",
    new NotFoundError({ ...request, status: 404, reason: "No endpoint" }),
    /No endpoint.*not there/s,
    40_000,
  ],
] as const;

/** An object of a service, as far as a wait needs to know it. */
function objectOf(id: string, now = () => 0): RemoteObject {
  const kept = new Map<string, unknown>();
  const context = {
    signal: new AbortController().signal,
    diagnostics: new Diagnostics(),
    log: { info: () => {} },
    privateState: {
      get: (name: string) => kept.get(name),
      set: (name: string, value: unknown) => kept.set(name, value),
      delete: (name: string) => kept.delete(name),
    },
    provider: { tokenSource: () => Promise.resolve("HF_TOKEN"), now },
  };
  return {
    kind: "endpoint",
    id,
    permission: "job.write",
    context,
  } as unknown as RemoteObject;
}

/** Waits: whether it was seen once, and the milliseconds of a look. */
const looks = [[false, 120_000], [true, 40_000]] as const;

for (
  const [what, failed, said, seenMs, isSeen, lookMs] of failures.flatMap((
    row,
  ) => looks.map((look) => [...row, ...look] as const))
) {
  const when = isSeen ? "was seen" : "was not seen yet";
  Deno.test(`a create that ${when} ends with its state when ${what}`, async () => {
    let passed = 0;
    let looked = 0;
    const object = objectOf("acme/x", () => passed);
    const seen = await waitUntilReady<string>(object, {
      isNew: true,
      look() {
        if (isSeen && looked++ === 0) return Promise.resolve("starting");
        passed += lookMs;
        throw failed;
      },
      judge: () => "waiting",
      describe: (seen) => seen,
      explain: () => Promise.resolve([""]),
    });
    assertEquals(seen, isSeen ? "starting" : undefined);
    assertEquals(passed, isSeen ? seenMs : 240_000);
    const [warning] = object.context.diagnostics.items;
    assertEquals(warning?.severity, "warning");
    assertMatch(warning?.detail ?? "", said);
  });
}

Deno.test("what is not found right after an outage is looked for again", async () => {
  const [[, died], [, deleted]] = failures;
  const looks = [() => "starting", died, died, deleted, () => "ready"];
  let passed = 0;
  const seen = await waitUntilReady<string>(objectOf("acme/x", () => passed), {
    isNew: true,
    look() {
      const next = looks.shift();
      if (typeof next === "function") return Promise.resolve(next());
      passed += 20_000;
      throw next;
    },
    judge: (seen) => seen === "ready" ? "ready" : "waiting",
    describe: (seen) => seen,
    explain: () => Promise.resolve([""]),
  });
  assertEquals(seen, "ready");
});

for (const id of ["of @daily", "for https://example.com/a"]) {
  Deno.test(`a label is not taken for a namespace: ${id}`, async () => {
    const error = await explainFor(
      new PermissionDeniedError({
        action: "create it",
        method: "POST",
        url: "https://api.example/x",
        status: 403,
        reason: "No",
      }),
      "create",
      objectOf(id),
    );
    assert(error instanceof DiagnosticsError);
    const [{ detail = "" } = {}] = error.diagnostics;
    assertEquals(/for the namespace/.test(detail), false, detail);
  });
}

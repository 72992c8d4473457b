/**
 * A kind that a token may not list is left out of an export, and no other.
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { accessOf } from "../../../../provider/huggingface/define/access.ts";
import { loadLists } from "../../../../provider/huggingface/areas.ts";
import { exportNamespace } from "../../../../provider/huggingface/export/export.ts";
import { kindOf } from "../../../../provider/huggingface/export/export_files.ts";
import { makeAccount, providerOf } from "../../../support/account.ts";

const { sandbox } = await makeAccount();
const lists = (await loadLists()).filter(({ exportedIn }) => !exportedIn);
const all = lists.map(kindOf);

/** Exports some kinds, where one URL is answered otherwise. */
async function exported(
  kinds: readonly string[],
  refused?: string,
  status = 403,
  body: unknown = { error: "No" },
  namespace?: string,
) {
  const urls: string[] = [];
  const answer = async (request: Request) => {
    urls.push(request.url);
    return request.url === refused
      ? Response.json(body, { status })
      : await sandbox.fetch(request);
  };
  const provider = providerOf(sandbox, answer, 0, namespace);
  const folder = await Deno.makeTempDir({ prefix: "export_" });
  const { lines: told, isComplete } = await exportNamespace(provider, {
    kinds,
    match: "*",
    folder,
    progress() {},
  }).finally(() => Deno.remove(folder, { recursive: true }));
  const lines = told.map((line) => line.replaceAll(`${folder}/`, ""));
  return { urls, lines, isComplete };
}

const own = new Map<string, Awaited<ReturnType<typeof exported>>>();
for (const kind of all) own.set(kind, await exported([kind]));

Deno.test("an export of what the service does not tell is not complete", async () => {
  const kind = "organization_member";
  const [url] = own.get(kind)?.urls ?? [];
  const { lines, isComplete } = await exported([kind], url, 200, []);
  assertStringIncludes(lines.join(), "left out");
  assertEquals(isComplete, false);
});

Deno.test("an export of a user has all that a user can have", async () => {
  const [of, other] = ["sandbox", "ada"].map((namespace) =>
    exported(["resource_group"], "", 0, null, namespace)
  );
  assertEquals((await of)?.isComplete, true);
  assertEquals((await other)?.isComplete, false);
});

for (const { typeName, plural, resource } of lists) {
  const kind = kindOf({ typeName });
  const [url = ""] = own.get(kind)?.urls ?? [];
  Deno.test(`an export that may not list the ${plural} goes on`, async () => {
    const { lines, isComplete } = await exported(all, url);
    const line = lines.find((one) => one.startsWith(`${plural}: `)) ?? "";
    assertStringIncludes(line, `${plural}: left out`);
    assertEquals(isComplete, false);
    const isPaid = accessOf(resource.schema)?.plan !== undefined;
    const body = { error: "This feature requires an Enterprise plan" };
    const unpaid = await exported(all, url, 403, body);
    assertEquals(unpaid.isComplete, isPaid);
    for (const other of all) {
      const { urls = [], lines: expected = [] } = own.get(other) ?? {};
      if (urls.includes(url)) continue;
      assertEquals(expected.filter((one) => !lines.includes(one)), []);
    }
  });

  Deno.test(`an export that cannot list the ${plural} says so`, async () => {
    const { message } = await assertRejects(
      () => exported([kind], url, 503),
      Error,
    );
    assert(message.startsWith(`Cannot list the ${plural}`), message);
  });
}

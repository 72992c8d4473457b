import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { DiagnosticsError } from "../../../../provider/framework/mod.ts";
import { space } from "../../../../provider/huggingface/spaces/space.ts";
import {
  spaceSecret,
  spaceVariable,
} from "../../../../provider/huggingface/spaces/space_key.ts";
import { least, newPlan, setUp, state } from "./fixtures.ts";
import { repoReads } from "../../../../provider/huggingface/repo/repo_reader.ts";

Deno.test("a Space and its keys are imported by identity", async () => {
  const { client, common } = setUp();
  const { id: space_id = "" } = await client.repos.create({
    type: "space",
    id: "acme/app",
  }, {
    sdk: "static",
    secrets: [{ key: "TOKEN", value: "x" }],
    variables: [{ key: "MODE", value: "fast" }],
  });
  const context = { ...common, id: undefined };
  const found = await space.importState?.({
    ...context,
    identity: { space_id },
  });
  assertEquals([found?.["id"], found?.["space_id"]], ["acme/app", space_id]);
  const variable = await spaceVariable.importState?.({
    ...context,
    identity: { space_id, key: "MODE" },
  });
  assertEquals([variable?.["id"], variable?.["value"]], [
    "acme/app/MODE",
    "fast",
  ]);
  const secret = await spaceSecret.importState?.({
    ...context,
    identity: { space_id, key: "TOKEN" },
  });
  assertEquals([secret?.["id"], secret?.["value"]], ["acme/app/TOKEN", null]);
  const missing = { ...context, identity: { space_id: "f".repeat(24) } };
  await assertRejects(
    async () => await space.importState?.(missing),
    DiagnosticsError,
    "Looked for it in sandbox, acme",
  );
});

for (
  const [what, id] of [
    ["a bare name", "app"],
    ["a model", "https://huggingface.co/acme/app"],
    ["too much", "acme/app/settings"],
  ] as const
) {
  Deno.test(`an import by ${what} shows the format`, async () => {
    const { common } = setUp();
    const error = await assertRejects(
      async () =>
        await space.importState?.({ ...common, id, identity: undefined }),
      DiagnosticsError,
    );
    assertStringIncludes(error.message, "`acme/my-space`");
    assertStringIncludes(error.message, "https://huggingface.co/spaces/");
  });
}

Deno.test("a create that is interrupted keeps what it created", async () => {
  const controller = new AbortController();
  let isSent = false;
  const stage = setUp({}, {
    signal: controller.signal,
    onRequest: (line) => {
      isSent ||= line === "POST /api/repos/create";
      // Just after the service has taken the create.
      if (isSent && line === "GET /api/spaces/sandbox/app") {
        controller.abort(new Error("Terraform was asked to stop"));
      }
    },
  });
  const made = await space.create({
    ...stage.common,
    plan: newPlan({ files: { "Dockerfile": "FROM x" } }),
    config: least,
  });
  // A warning, since an error would have Terraform replace it.
  const [warning] = stage.common.diagnostics.items;
  assertEquals(warning?.severity, "warning");
  assertStringIncludes(
    warning?.summary ?? "",
    "was created, but not completed",
  );
  for (const state of [made, stage.saved[0]]) {
    assertEquals(state?.["id"], "sandbox/app");
    assert(/^[0-9a-f]{24}$/.test(String(state?.["space_id"])));
  }
});

Deno.test("a Space that the service does not show at once is no error", async () => {
  const { sandbox, common, saved } = setUp();
  sandbox.addFault({
    match: { method: "GET", path: "/api/spaces/sandbox/app?" },
    action: { status: 404, body: { error: "Repository not found" } },
    times: 2,
  });
  const made = await space.create({
    ...common,
    plan: newPlan(),
    config: least,
  });
  assertEquals(made["stage"], "NO_APP_FILE");
  assertEquals(saved.length, 2);
});

Deno.test("a name that is not free yet is an error at once, which says who has it", async () => {
  const { client, common, requests } = setUp();
  const { id } = await client.repos.create({ type: "space", id: "app" }, {
    sdk: "static",
  });
  requests();
  const error = await assertRejects(
    () => space.create({ ...common, plan: newPlan(), config: least }),
    DiagnosticsError,
  );
  assertEquals(requests(), [
    "GET /api/whoami-v2",
    "GET /api/spaces/sandbox/app",
  ]);
  assertStringIncludes(error.message, `has the stable id ${id}`);
  assertStringIncludes(error.message, "terraform import ADDRESS sandbox/app");
});

Deno.test("an update writes to the Space with the stable id, or nowhere", async () => {
  const { client, common, requests } = setUp();
  const create = (name: string) =>
    client.repos.create({ type: "space", id: name }, { sdk: "docker" });
  const { id: space_id = "" } = await create("app");
  await client.repos.move(
    { type: "space", id: "sandbox/app" },
    "sandbox/moved",
  );
  await create("app");
  const prior = state({ space_id });
  const plan = { ...prior, name: "moved", secrets: { TOKEN: "secret" } };
  const change = () =>
    space.update?.({ ...common, prior, plan, config: least });
  await change();
  assertEquals(
    Object.keys(await client.spaces.getSecrets("sandbox/moved")),
    ["TOKEN"],
  );
  assertEquals(await client.spaces.getSecrets("sandbox/app"), {});
  await client.repos.delete({ type: "space", id: "sandbox/moved" });
  requests();
  await assertRejects(async () => await change(), DiagnosticsError, "is gone");
  assertEquals(requests().filter((line) => !line.startsWith("GET ")), []);
});

Deno.test("a delete follows the stable id, and asks before it deletes", async () => {
  const { client, common, requests } = setUp();
  const { id } = await client.repos.create({ type: "space", id: "app" }, {
    sdk: "static",
  });
  await client.repos.move({ type: "space", id: "sandbox/app" }, "sandbox/new");
  requests();
  await space.delete({ ...common, state: state({ space_id: id ?? null }) });
  assertEquals(requests(), [
    "GET /api/spaces/sandbox/app",
    "GET /api/spaces/sandbox/new",
    "DELETE /api/repos/delete",
    "GET /api/spaces/sandbox/new",
  ]);
  await space.delete({ ...common, state: state({ space_id: id ?? null }) });
  assertEquals(requests().filter((line) => line.startsWith("DELETE")), []);
});

Deno.test("volumes that only the runtime shows are no drift", async () => {
  const volumes = [{
    type: "bucket",
    source: "sandbox/data",
    mount_path: "/data",
    revision: null,
    read_only: false,
    path: null,
  }];
  const { client, common, requests } = setUp({}, {
    answer: (line, body) =>
      line !== "GET /api/spaces/sandbox/app" ? body : JSON.parse(
        JSON.stringify(
          body,
          (name, value) => name === "volumes" ? undefined : value,
        ),
      ),
  });
  await client.buckets.create("sandbox/data");
  const made = await space.create({
    ...common,
    plan: newPlan({ volumes }),
    config: { ...least, volumes },
  });
  assertEquals(made["volumes"], volumes);
  assertEquals(common.diagnostics.items, []);
  repoReads.space(common.provider).forget();
  requests();
  const seen = await space.read({ ...common, state: made });
  assertEquals(seen?.["volumes"], volumes);
  assert(requests().includes("GET /api/spaces/sandbox/app/runtime"));
});

Deno.test("files that are there already, as after an import, are no commit", async () => {
  const { client, common, requests } = setUp();
  await client.repos.create({ type: "space", id: "app" }, {
    sdk: "docker",
    visibility: "private",
    files: [{ path: "Dockerfile", content: "FROM x", encoding: "utf-8" }],
  });
  const imported = await space.importState?.({
    ...common,
    id: "sandbox/app",
    identity: undefined,
  });
  const prior = state({ space_id: String(imported?.["space_id"]) });
  const files = { Dockerfile: "FROM x" };
  requests();
  const made = await space.update?.({
    ...common,
    prior,
    plan: { ...prior, files },
    config: { ...least, files },
  });
  assertEquals(made?.["files"], files);
  const { sha } = await client.repos.get({ type: "space", id: "sandbox/app" });
  assertEquals(requests().filter((line) => !line.startsWith("GET ")), [
    `POST /api/spaces/sandbox/app/paths-info/${sha}`,
  ]);
});

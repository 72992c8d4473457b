/**
 * Files of repositories: which cannot be committed, in how many commits they
 * go, and what somebody else has made of them.
 *
 * @module
 */
import { setTimeout } from "node:timers/promises";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { HuggingFace } from "../../../mod.ts";
import { Sandbox } from "@hf-terraform/sandbox";
import type { JsonObject } from "@hf-terraform/framework/testing";
import {
  Diagnostics,
  unknown,
  type Value,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import {
  assertNoErrors,
  assertUnchanged,
  commitFiles,
  resourceNamed,
  ResourceWorld,
  textOf,
} from "../../support/resource_world.ts";
import { sampleOf } from "../../support/samples.ts";
import { applyAll, Terraform } from "../../support/terraform.ts";

const model = { type: "model", id: "acme/m" } as const;
const repository = model.id;

/** The commits of the last command. */
function commitsOf({ commands }: ResourceWorld): number {
  return commands.at(-1)?.filter((one) => one.includes("/commit/")).length ?? 0;
}

const byLfs = 'the Hub says so (`uploadMode` "lfs")';

/** Files that no commit takes, and the words of the plan about them. */
const refused: readonly (readonly [string, ValueObject, string])[] = [
  [
    "repo_files",
    { files: { "model.safetensors": "x" } },
    "model.safetensors has to go by Git LFS or Xet",
  ],
  [
    "repo_file",
    { path: "a.txt", content: "x".repeat(10_010_000) },
    "has 10010000 bytes, more than 10000000",
  ],
  [
    "repo_file",
    { path: "logo.png", content_base64: btoa("PNG\0\0") },
    '"contains binary files"',
  ],
  ["repo_files", { files: { "x.dat": "x", "y.txt": "y" } }, byLfs],
  ["repo_file", { path: "x.dat", content: "x" }, byLfs],
];

for (const [type, config, words] of refused) {
  Deno.test(`${type}: ${words}, as the plan says`, async () => {
    const world = await ResourceWorld.start(resourceNamed(type));
    await commitFiles(world.client.files, model, {
      ".gitattributes": "*.dat filter=lfs diff=lfs merge=lfs -text\n",
    });
    const planned = await world.plan({ repository, ...config });
    assert(planned.diagnostics.hasErrors);
    assertStringIncludes(textOf(planned.diagnostics), words);
  });
}

Deno.test("neither a file's name nor its front matter fills lines of a message", async () => {
  const words = `a${" ".repeat(70)}To go on, run${" ".repeat(70)}curl b`;
  const key = JSON.stringify(words.replaceAll(/ {9}/g, "\n\n"));
  for (
    const files of [
      { [`${words}.bin`]: "x" },
      { [words]: "x", [words.toUpperCase()]: "x" },
      { "README.md": `---\n${key}: 1\n${key}: 2\n---\n` },
    ]
  ) {
    const world = await ResourceWorld.start(resourceNamed("repo_files"));
    const config = { repository, files };
    const said = new Diagnostics();
    said.append((await world.validate(config)).diagnostics);
    said.append((await world.plan(config)).diagnostics);
    assertEquals(said.items.length, 1);
    assertEquals(textOf(said).match(/ {2}|\n/), null);
  }
});

Deno.test("a file has its content once, and base64 is base64", async () => {
  const world = new ResourceWorld(resourceNamed("repo_file"));
  const isValid = (more: ValueObject) =>
    world.isValid({ repository, path: "a.txt", ...more });
  assertEquals(
    [
      await isValid({ content: "a" }),
      await isValid({}),
      await isValid({ content: "a", content_base64: "aGk=" }),
      await isValid({ content_base64: "%" }),
    ],
    [true, false, false, false],
  );
});

Deno.test("texts and bytes of a set go in one commit, and what it gives up goes", async () => {
  const world = await ResourceWorld.start(resourceNamed("repo_files"));
  const { files } = world.client;
  const texts = { "README.md": "# Card", "data/labels.json": "[]" };
  const bytes = Uint8Array.of(1, 255, 1, 254);
  const set = { repository, files: texts };
  await world.apply({
    ...set,
    files_base64: { "logo.ico": bytes.toBase64() },
    commit_message: "Ours",
  });
  assertEquals(commitsOf(world), 1);
  const [newest] = await world.client.refs.listCommits(model).toArray();
  assertEquals(newest?.title, "Ours");
  assertEquals(newest?.id, valueNamed(world.state, ["commit"]));
  assertEquals(await files.readBytes(model, "logo.ico"), bytes);
  assertEquals(await files.read(model, "data/labels.json"), "[]");
  // Without other files that map is empty.
  const next = { ...texts, "README.md": "# New" };
  const config = { ...set, files: next, files_base64: {} };
  await world.apply(config);
  assertEquals(commitsOf(world), 1);
  assertEquals(await files.read(model, "README.md"), "# New");
  assertEquals(await files.getPaths(model, ["logo.ico"]), []);
  await assertUnchanged(world, config);
});

Deno.test("commits to the branch of a Space wait for each other", async () => {
  const sandbox = new Sandbox({ startupMs: 0, latencyMs: 30 });
  const of = async (type: string, configOf: (text: string) => JsonObject) => {
    const terraform = await Terraform.of(`huggingface_${type}`, sandbox);
    return (text: string) => ({ terraform, values: configOf(text) });
  };
  const part = { repository: "acme/app", repository_type: "space" };
  const all = [
    await of("space", (text) => ({
      ...{ namespace: "acme", name: "app", sdk: "static" },
      files: { "index.html": text },
    })),
    await of("repo_files", (text) => ({
      ...part,
      files: { "version.txt": text },
    })),
    await of("repo_file", (content) => ({ ...part, path: "one", content })),
  ];
  const wanted = (text: string) => all.map((one) => one(text));
  assert((await applyAll(wanted("1"))).ok);
  sandbox.clearRequests();
  // Three updates at a time: without a queue one would be refused by 412.
  const { ok, output } = await applyAll(wanted("2"), { isAtOnce: true });
  assert(ok, output);
  assertEquals(
    sandbox.requests.filter(({ path }) => path.includes("/commit/"))
      .map(({ status }) => status),
    [200, 200, 200],
  );
  assertEquals((await applyAll(wanted("2"))).actions, []);
});

for (
  const [order, verb, paused] of ["at once", "Space first", "files first"]
    .flatMap((order) => [
      [order, "pauses is paused", true] as const,
      [order, "restarts runs", false] as const,
    ])
) {
  Deno.test(`a Space that an apply ${verb} after it, whatever else commits to it, ${order}`, async () => {
    const sandbox = new Sandbox({ startupMs: 0, latencyMs: 10 });
    const [looked, sent] = [0, 0].map(() => Promise.withResolvers<void>());
    let isAtOnce = false;
    const after = async (event: typeof looked) => {
      if (isAtOnce) await Promise.race([event?.promise, setTimeout(300)]);
    };
    const options = {
      token: sandbox.token,
      // Sent between the commit and its look, if it can be.
      async send(request: Request) {
        const { pathname } = new URL(request.url);
        const isSent = isAtOnce && /\/(?:pause|restart)$/.test(pathname);
        if (isSent) await after(looked);
        const answer = await sandbox.fetch(request);
        if (isSent) sent?.resolve();
        if (isAtOnce && pathname.endsWith("/revision/main")) {
          looked?.resolve();
          await after(sent);
        }
        return answer;
      },
    };
    const [space, files] = await Promise.all([
      Terraform.of("huggingface_space", options),
      Terraform.of("huggingface_repo_files", options),
    ]);
    const wanted = (text: string, paused: boolean) => [
      {
        terraform: space,
        values: {
          ...{ namespace: "acme", name: "app", sdk: "docker", paused },
          ...{ files: { Dockerfile: "FROM a" }, wait_for_ready: false },
        },
      },
      {
        terraform: files,
        values: {
          ...{ repository: "acme/app", repository_type: "space" },
          files: { "version.txt": text },
        },
      },
    ];
    assert((await applyAll(wanted("1", !paused))).ok);
    const second = wanted("2", paused);
    if (order === "files first") second.reverse();
    isAtOnce = order === "at once";
    const { ok, output } = await applyAll(second, { isAtOnce });
    assert(ok, output);
    const client = new HuggingFace({
      token: sandbox.token,
      fetch: (request) => sandbox.fetch(request),
    });
    const { stage } = await client.spaces.getRuntime("acme/app");
    assertEquals(stage === "PAUSED", paused);
    assertEquals((await applyAll(wanted("2", paused))).actions, []);
  });
}

Deno.test("what somebody changed is told from what is missing", async () => {
  const { world, config } = await ResourceWorld.applied(
    resourceNamed("repo_files"),
    {
      files: {
        ...{ changed: "ours", same: "same", gone: "a", large: "a", bin: "a" },
        long: "a\n".repeat(2000),
        json: `[${"1,".repeat(2000)}1]`,
      },
      files_base64: { bytes: "aGk=" },
    },
  );
  const { files } = world.client;
  await commitFiles(files, model, {
    changed: "theirs",
    large: "y".repeat(70_000),
    long: "b\n".repeat(2001),
    json: `[${"2,".repeat(2001)}2]`,
    bytes: "ho",
    bin: new Uint8Array([0xff]),
    gone: null,
  });
  const { newState, diagnostics } = await world.tryRead(world.state);
  const read = world.commands.at(-1)?.filter((one) => /resolve/.test(one))
    .map((one) => one.split("/").at(-1));
  assertEquals(
    new Set(read),
    new Set(["bin", "bytes", "changed", "json", "long"]),
  );
  assertEquals(
    ["files", "files_base64"].map((name) => ({
      ...Object(valueNamed(newState, [name])),
    })),
    [{ changed: "theirs", same: "same" }, { bytes: "aG8=" }],
  );
  await world.refresh();
  const said = textOf(diagnostics) +
    textOf((await world.plan(config)).diagnostics);
  const told = said.matchAll(/^(\w+) was changed elsewhere/gm);
  assertEquals(
    new Set([...told].map(([, path]) => path)),
    new Set(["bin", "json", "large", "long"]),
  );
  await world.apply(config);
  assertEquals(await files.read(model, "changed"), "ours");
});

Deno.test("a file becomes a folder, and a folder a file, in one commit", async () => {
  const world = await ResourceWorld.start(resourceNamed("repo_files"));
  const sets: readonly ValueObject[] = [
    { "w": "one" },
    { "w/b.txt": "one" },
    { "w/b.txt/c": "two", "x": "y" },
    { "w": "one", "x/y": "y" },
  ];
  for (const files of sets) {
    await world.apply({ repository, files });
    assertEquals(commitsOf(world), 1);
    const there = [];
    for await (
      const file of world.client.files.list(model, { recursive: true })
    ) {
      if (file.type === "file") there.push(file.path);
    }
    assertEquals(
      there.filter((path) => !path.startsWith(".")).sort(),
      Object.keys(files).sort(),
    );
  }
});

for (const [ours, theirs] of [["w", "w/b"], ["w/b", "w"]] as const) {
  for (const type of ["repo_file", "repo_files", "space"]) {
    for (const overwrite of [false, true]) {
      const how = `${type}, overwrite ${overwrite}`;
      Deno.test(`${how}: a plan says that ${ours} cannot be made beside ${theirs}`, async () => {
        const resource = resourceNamed(type);
        const world = await ResourceWorld.start(resource);
        const { config } = sampleOf(resource);
        const values = (path: string): ValueObject => ({
          ...config,
          overwrite,
          ...type === "repo_file"
            ? { path, content: "a" }
            : { files: { k: "a", [path]: "a" } },
        });
        const repo = type === "space"
          ? { type: "space", id: "acme/x" } as const
          : model;
        const assertSaid = async (state: Value) => {
          world.state = state;
          const planned = await world.plan(values(ours));
          const said = JSON.stringify(planned.diagnostics.items);
          assertStringIncludes(said, "w is a file and a folder");
        };
        await world.apply(values(ours));
        const { files } = world.client;
        await commitFiles(files, repo, { [ours]: null, [theirs]: "theirs" });
        await world.refresh();
        if (world.state === null) world.lose();
        await assertSaid(world.state);
        if (type === "space") return;
        world.lose();
        await assertSaid(null);
        await world.apply(values("other"));
        await assertSaid(world.state);
      });
    }
  }
}

for (const [before, after] of [["w", "w/b"], ["w/b", "w"]] as const) {
  Deno.test(`a file is replaced by one in its way: ${before} by ${after}`, async () => {
    const world = await ResourceWorld.start(resourceNamed("repo_file"));
    const values = (path: string) => ({
      repository: model.id,
      path,
      content: "a",
    });
    await world.apply(values(before));
    const planned = await world.plan(values(after));
    assertEquals(planned.requiresReplace.map(String), ["path"]);
    assertNoErrors(planned.diagnostics);
    assertNoErrors(await world.deletePlanned(planned));
    world.lose();
    await world.apply(values(after));
  });
}

Deno.test("an imported file has its content, or its bytes, and the commit of its last change", async () => {
  const world = await ResourceWorld.start(resourceNamed("repo_file"));
  const { files } = world.client;
  const bytes = Uint8Array.of(1, 255, 1, 254);
  const contents = { "a.txt": "a", "logo.ico": bytes, "later.txt": "b" };
  const commits = new Map<string, string>();
  for (const [path, content] of Object.entries(contents)) {
    const made = await commitFiles(files, model, { [path]: content });
    commits.set(path, made.commitOid ?? "");
  }
  for (
    const [path, ...expected] of [
      ["a.txt", "a", null],
      ["logo.ico", null, bytes.toBase64()],
    ] as const
  ) {
    await world.import(`${repository}/blob/main/${path}`);
    assertEquals(
      ["content", "content_base64", "commit"]
        .map((name) => valueNamed(world.state, [name])),
      [...expected, commits.get(path) ?? null],
    );
  }
});

Deno.test("files are read ten at a time, by an import and where all have changed", async () => {
  const world = await ResourceWorld.start(resourceNamed("repo_files"));
  const names = Array.from({ length: 40 }, (_, at) => `${at}.txt`);
  const commit = (content: string) =>
    commitFiles(
      world.client.files,
      model,
      Object.fromEntries(names.map((path) => [path, content])),
    );
  await commit("first");
  const { answer } = world;
  let [now, most] = [0, 0];
  world.answer = async (request) => {
    most = Math.max(most, ++now);
    await setTimeout(1);
    return await answer(request).finally(() => now--);
  };
  const paths = names.map((path) => `path=${path}`).join("&");
  await world.import(`${repository}/tree/main?${paths}`);
  await commit("second");
  await world.refresh();
  const { files } = Object(world.state);
  assertEquals(Object.values(files), names.map(() => "second"));
  assertEquals(most, 10);
});

Deno.test("the refusal to destroy what somebody changed tells how a plan shows it", async () => {
  const world = await ResourceWorld.start(resourceNamed("repo_file"));
  await world.apply({ repository, path: "a.txt", content: "a" });
  const { diagnostics } = await world.attempt(null, async () => {
    await commitFiles(world.client.files, model, { "a.txt": "b" });
  });
  assertStringIncludes(textOf(diagnostics), "terraform apply -refresh-only");
});

for (
  const [type, config, repo] of [
    ["repo_files", { repository }, model],
    [
      "space",
      { name: "x", namespace: "acme", sdk: "static" },
      { type: "space", id: "acme/x" },
    ],
  ] as const
) {
  Deno.test(`${type}: a plan that deletes a file says what others have made of it`, async () => {
    const world = await ResourceWorld.start(resourceNamed(type));
    await world.apply({ ...config, files: { "a.txt": "a", "b.txt": "b" } });
    for (const content of [null, "c"]) {
      await commitFiles(world.client.files, repo, { "b.txt": content });
    }
    await world.refresh();
    const next = { ...config, files: { "a.txt": "a" } };
    const { diagnostics } = await world.plan(next);
    assertStringIncludes(textOf(diagnostics), "Somebody has changed b.txt");
  });

  Deno.test(`${type}: what a plan cannot show of others it does not delete`, async () => {
    const world = await ResourceWorld.start(resourceNamed(type));
    await world.apply({ ...config, files: { "a.txt": "a", "b.txt": "b" } });
    const { files } = world.client;
    const theirs = new Uint8Array([0xff]);
    await commitFiles(files, repo, { "b.txt": theirs });
    await world.refresh();
    // `ignore_changes` takes what the state has, which is nothing.
    await world.apply({ ...config, files: { "a.txt": "c" } });
    assertEquals(await files.readBytes(repo, "b.txt"), theirs);
  });
}

/** The contents of two files, the second one theirs, that are known later. */
const openFiles = {
  repo_file: [
    [{ path: unknown, content: "a" }, /^No plan shows what/],
    [{ path: "a.txt", content: unknown }, /are overwritten: a\.txt$/],
    [{ path: "a.txt", content_base64: unknown }, /are overwritten: a\.txt$/],
  ],
  repo_files: [
    [{ files: unknown }, /^No plan shows what/],
    [{ files: { "a.txt": unknown } }, /are overwritten: a\.txt$/],
    [{ files_base64: unknown }, /^No plan shows what/],
  ],
  space: [
    [{ files: unknown }, /^No plan shows what/],
    [{ files: { "a.txt": unknown } }, /are overwritten: a\.txt$/],
  ],
} as const;

for (const [type, rows] of Object.entries(openFiles)) {
  Deno.test(`${type}: a plan of what is known later says what \`overwrite\` may overwrite`, async () => {
    const resource = resourceNamed(type);
    const world = await ResourceWorld.start(resource);
    const { config } = sampleOf(resource);
    if (type === "space") await world.apply({ ...config, files: null });
    await commitFiles(
      world.client.files,
      type === "space" ? { type, id: "acme/x" } : model,
      { "a.txt": "theirs" },
    );
    for (const [open, words] of rows) {
      for (const overwrite of [true, false]) {
        const { diagnostics } = await world.plan(
          { ...config, content: null, files: null, ...open, overwrite },
        );
        assertNoErrors(diagnostics);
        const isSaid = diagnostics.items
          .filter(({ summary }) => words.test(summary)).length === 1;
        assertEquals(isSaid, overwrite, Object.keys(open).join());
      }
    }
  });
}

for (const type of Object.keys(openFiles)) {
  Deno.test(`${type}: a plan whose looks fail says that it does not show what is overwritten`, async () => {
    const world = new ResourceWorld(resourceNamed(type));
    const isSpace = type === "space";
    const repo = { type: isSpace ? type : "model", id: "acme/x" } as const;
    const { repos, files } = world.client;
    const space = { name: "x", sdk: "static", wait_for_running: false };
    if (isSpace) await world.apply(space);
    else await repos.create(repo);
    await commitFiles(files, repo, { "a.txt": "theirs" });
    if (isSpace) await world.refresh();
    const config = {
      ...isSpace ? space : { repository: "acme/x" },
      ...type === "repo_file"
        ? { path: "a.txt", content: "ours" }
        : { files: { "a.txt": "ours" } },
      overwrite: true,
    };
    const { answer } = world;
    for (const status of [403, 503]) {
      let isSeen = false;
      for (let first = 0; !isSeen; first++) {
        let count = 0;
        world.answer = async (request) =>
          count++ < first
            ? await answer(request)
            : Response.json({ error: "No" }, { status });
        const { diagnostics } = await world.plan(config);
        const said = diagnostics.items.filter(({ summary }) =>
          /^No plan shows what|are overwritten: a\.txt$/.test(summary)
        );
        assertEquals(said.length, 1, `${status} from request ${first} on`);
        isSeen = count <= first;
      }
    }
  });
}

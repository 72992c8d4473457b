import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import {
  run,
  type RunResult,
} from "../../provider/framework/testing/system/run.ts";
import type { HuggingFace } from "../../mod.ts";
import { accountOptions, makeAccount } from "../support/account.ts";
import { startSandbox, waitForRequest } from "../support/sandbox_server.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { createWorkspace } from "../support/workspace.ts";

/** Runs `export` of the executable. */
async function runExport(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<RunResult> {
  const given = ["export", ...args];
  return await run(await providerExecutable(), given, { env, signal });
}

const size = { endpoints: 9, spaces: 5, repositories: 15 };

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Fills `acme` with objects of all kinds, configured in all ways. */
async function fill({ endpoints, repos, refs, accessRequests }: HuggingFace) {
  for (const i of numbers(size.repositories)) {
    const type = i % 3 === 0 ? "dataset" : "model";
    const repo = { type, id: `acme/prod-${i}` } as const;
    await repos.create({ type, id: `acme/prod-${i}` }, {
      visibility: i % 2 === 0 ? "public" : "private",
    });
    if (i % 10 === 1) await refs.createBranch(repo, "next");
    if (i % 10 === 3) await refs.createTag(repo, "v1.0");
    if (i % 10 !== 4) continue;
    await repos.update(repo, { gated: "manual" });
    await accessRequests.grant(repo, "ada");
  }
  for (const i of numbers(size.endpoints)) {
    await endpoints.create(`acme/prod-${i}`, {
      type: i % 2 === 0 ? "protected" : "public",
      provider: { vendor: "aws", region: "us-east-1" },
      compute: {
        accelerator: "cpu",
        instanceType: "intel-spr",
        instanceSize: "x1",
        scaling: { minReplica: i % 3 === 0 ? 0 : 1, maxReplica: 1 + i % 3 },
      },
      model: {
        repository: `acme/prod-${i % size.repositories}`,
        framework: i % 4 === 0 ? "custom" : "pytorch",
        image: i % 4 === 0
          ? {
            custom: {
              url: "ghcr.io/acme/server:1",
              healthRoute: "/health",
              port: 8000,
              ...i % 8 === 0 &&
                { credentials: { username: "acme", password: "horse" } },
            },
          }
          : { huggingface: {} },
        ...i % 5 === 0 && {
          env: {
            "A": "${B}",
            "MODE": `%{${i}}`,
            "for": "\u{e0041}$${x}\n<<EOT",
          },
          secrets: { HF_TOKEN: "hf_correct", KEY: "horse" },
        },
      },
      ...i % 3 === 0 && { tags: ["prod", `team-${i % 5}`] },
    });
  }
  for (const i of numbers(size.spaces)) {
    await repos.create({ type: "space", id: `acme/prod-${i}` }, {
      visibility: i % 2 === 0 ? "public" : "private",
      sdk: (["gradio", "docker", "static"] as const)[i % 3] ?? "gradio",
      ...i % 4 === 0 && {
        secrets: [{ key: "TOKEN", value: "horse" }, { key: "A", value: "b" }],
      },
      ...i % 2 === 0 && {
        variables: [
          { key: "MODE", value: 'a "b"' },
          { key: "for", value: "\u{e0041}%%{x}" },
        ],
      },
    });
  }
}

acceptanceTest(
  "every object of an account is exported, imported and planned without a change",
  async (t) => {
    await using server = await startSandbox({
      ...accountOptions,
      // The limit of the Hub for a member of a team's organization.
      rateLimit: { requests: 3000, windowSeconds: 300 },
    });
    const { sandbox, env } = server;
    await using workspace = await createWorkspace({ env });
    const { client } = await makeAccount(sandbox);
    await fill(client);
    await client.webhooks.create({
      watched: [{ type: "org", name: "acme" }],
      domains: ["repo"],
      url: "https://example.com/secret",
      secret: "horse",
    });
    sandbox.advance(300_000);
    sandbox.clearRequests();
    const out = workspace.folder;
    const exportAcme = (...args: string[]) =>
      runExport(env, ["--namespace=acme", `--out=${out}`, ...args]);
    /** Succeeds with requests of which none was refused. */
    const allowed = async (run: Promise<RunResult>) => {
      const result = assertSuccess(await run);
      const { requests } = sandbox;
      sandbox.clearRequests();
      assertEquals(requests.filter(({ status }) => status === 429), []);
      return result;
    };
    // Runs that end early, before the one that goes on.
    await t.step("a part of it by kind and name", async () => {
      const told = assertSuccess(
        await exportAcme("--only=model", "--match=prod-1*"),
      );
      const [, found] = /^models: (\d+) found, (\1) written/
        .exec(told.stdout) ?? [];
      assert(Number(found) > 3, told.stdout);
      // Progress is for terminals.
      assertEquals(told.stderr, "");
    });
    await t.step("as far as a failed request lets it", async () => {
      sandbox.addFault({
        match: {
          method: "GET",
          path: "**/api/spaces/acme/prod-3/variables",
        },
        times: 1,
        action: { status: 401, body: { error: "Expired" } },
      });
      const { code, stderr } = await exportAcme("--only=space,model");
      assertEquals(code, 1);
      assertStringIncludes(stderr, "401");
      assertStringIncludes(stderr, "run it again to go on");
    });
    await t.step("without what it may not see", async () => {
      sandbox.addFault({
        match: {
          method: "GET",
          path: "**/api/spaces/acme/prod-4/variables",
        },
        times: 1,
        action: { status: 403, body: { error: "Not for you" } },
      });
      const { code, stdout } = await exportAcme("--only=space");
      assertEquals(code, 1);
      assertMatch(stdout, /acme\/prod-4 left out: .*403.*Not for you/);
    });
    await t.step("until Ctrl-C", async () => {
      sandbox.addFault({
        match: { method: "GET", path: "**/refs" },
        times: 10,
        action: { delay_ms: 60_000 },
      });
      const ctrlC = new AbortController();
      const running = runExport(
        env,
        ["--namespace=acme", `--out=${out}`],
        ctrlC.signal,
      );
      await waitForRequest(sandbox, "GET", /refs$/);
      ctrlC.abort();
      assert((await running).code !== 0);
      sandbox.clearFaults();
      sandbox.clearRequests();
      assertStringIncludes(
        await workspace.read("endpoint.tf"),
        "import {",
      );
    });

    await t.step("the rest of it, without doing anything twice", async () => {
      const { stdout } = await allowed(exportAcme());
      const spaces = size.spaces + 1;
      assertStringIncludes(
        stdout,
        `Spaces: ${spaces} found, 0 written to ${out}/space.tf, ` +
          `${spaces} were there already\n`,
      );
      assertStringIncludes(
        stdout,
        "secrets of Spaces: left out, the blocks of huggingface_space have them",
      );
    });

    const all = async () => {
      const kinds = Array.from(Deno.readDirSync(out), ({ name }) => name);
      const texts = await Promise.all(
        kinds.filter((name) => name.endsWith(".tf"))
          .map((name) => workspace.read(name)),
      );
      return texts.join("");
    };

    await t.step("it is in the CLI's format", async () => {
      const { code, stdout } = await workspace.run(
        ["fmt", "-check", "-diff", "-no-color"],
      );
      assertEquals(code, 0, stdout);
    });

    await t.step("it refers to what it has", async () => {
      const text = await all();
      for (
        const [attribute, reference] of [
          ["repository", "huggingface_model.m.id"],
          ["repository", "huggingface_dataset.prod_3.id"],
          ["secrets_wo", "var.space_s_secrets"],
          ["secrets_wo", "var.endpoint_prod_5_secrets"],
          ["repository", "huggingface_model.prod_4.id"],
        ] as const
      ) {
        const line = new RegExp(`^ +${attribute} += ${reference}$`, "m");
        assertMatch(text, line);
      }
      assertEquals(/horse|hf_correct/.test(text), false);
    });

    const count = (await all()).match(/^import \{$/gm)?.length;
    await t.step(
      "the CLI imports all of it and changes nothing",
      async () => {
        const plan = await allowed(
          workspace.run(["plan", "-input=false", "-no-color"]),
        );
        assertStringIncludes(
          plan.stdout,
          `Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`,
        );
      },
    );

    await t.step(
      "secrets are sent when there is a version, from then on with values only",
      async () => {
        assertSuccess(await workspace.apply());
        await assertEmptyPlan(workspace);
        sandbox.clearRequests();
        const given = { TF_VAR_space_s_secrets: '{ TOKEN = "new" }' };
        assertFailure(await workspace.plan({ env: given }), "Set both");
        const file = `${out}/space.tf`;
        const text = await Deno.readTextFile(file);
        await Deno.writeTextFile(
          file,
          text.replace('_wo_version = null # "1"', '_wo_version = "1" #'),
        );
        assertFailure(await workspace.plan(), "Set both, or neither");
        assertSuccess(await workspace.apply({ env: given }));
        assertEquals(
          sandbox.requests.filter(({ method }) => method !== "GET")
            .map(({ method, path }) => `${method} ${path}`),
          ["POST /api/spaces/acme/s/secrets"],
        );
        await assertEmptyPlan(workspace, { env: given });
      },
    );
  },
);

acceptanceTest(
  "a secret whose Space is not exported needs its value",
  async () => {
    await using server = await startSandbox(accountOptions);
    const { sandbox, env } = server;
    await using workspace = await createWorkspace({ env });
    await makeAccount(sandbox);
    assertSuccess(
      await runExport(env, [...[
        "--namespace=acme",
        "--only=space_secret,space_variable",
      ], `--out=${workspace.folder}`]),
    );
    assertFailure(
      await workspace.run(["plan", "-input=false", "-no-color"]),
      'The root module input variable "space_secret_s_token_value" is not set',
    );
    workspace.env["TF_VAR_space_secret_s_token_value"] = "new";
    const planned = await workspace.plan();
    assertStringIncludes(
      planned.stdout,
      "Plan: 2 to import, 0 to add, 1 to change, 0 to destroy.",
    );
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
  },
);

acceptanceTest(
  "what a service answers leaves by the one exit: no escapes, no token, nothing unseen",
  async () => {
    await using server = await startSandbox(accountOptions);
    const { sandbox, env, token } = server;
    await using workspace = await createWorkspace({ env });
    const { client } = await makeAccount(sandbox);
    const steering = "\u001b[2J\u001b]0;title\u0007\u009b31m";
    const bidi = "\u202e\u2066\u200b\u2028";
    const writable = "a ${x}";
    const wrapped = btoa(`${"x".repeat(48)}${token}`).replace(/.{76}/, "$&\n");
    const secrets = `${token} ${btoa(token)}`;
    const hostile = `${writable}${secrets}${steering}${bidi}\ud800\n${wrapped}`;
    const steers = /[^\P{Cc}\n]|\p{Cf}|\u2028/u;
    await client.collections.create("sandbox", { title: "x" });
    const args = ["--only=collection", `--out=${workspace.folder}`];
    const [listed] = await client.collections.list({ owner: ["sandbox"] })
      .toArray();
    const slug = listed?.slug ?? "";
    const path = `/api/collections/${slug}`;
    const answer = await client.collections.get(slug);
    sandbox.addFault({
      match: { method: "GET", path },
      action: {
        status: 403,
        body: { error: hostile },
        headers: { "content-type": "application/json" },
      },
    });
    const left = await runExport(env, args);
    assertEquals(left.code, 1, left.stdout);
    assertStringIncludes(left.stdout, "left out");
    sandbox.addFault({
      match: { method: "GET", path: "/api/collections" },
      action: { status: 400, body: { error: hostile } },
    });
    const failed = await runExport(env, args);
    assertStringIncludes(failed.stderr, "a ");
    assert(!failed.stderr.includes("What is written"), failed.stderr);
    sandbox.addFault({
      match: { method: "GET", path },
      action: {
        status: 200,
        body: JSON.stringify({ ...answer, description: writable }),
        headers: { "content-type": "application/json" },
      },
    });
    assertSuccess(await runExport(env, args));
    const file = await workspace.read("collection.tf");
    assertStringIncludes(file, "a $\${x}");
    assertSuccess(await workspace.run(["fmt", "-check", "-no-color"]));
    for (
      const text of [left, failed].flatMap((one) => [one.stdout, one.stderr])
        .concat(file)
    ) {
      assert(!steers.test(text), JSON.stringify(text));
      for (const form of [token, btoa(token), wrapped.slice(-10)]) {
        assert(!text.includes(form), text);
      }
    }
  },
);

acceptanceTest(
  "export says what it could not do, and no more",
  async () => {
    await using server = await startSandbox({ seedEndpoints: 1 });
    const { env } = server;
    await using workspace = await createWorkspace({ env });
    const out = `--out=${workspace.folder}`;
    const cases:
      readonly (readonly [Record<string, string>, string[], string])[] = [
        [env, ["--match=[", out], 'No name is like "["'],
        [env, ["--match=", out], 'No name is like ""'],
        [env, ["--out=/proc/x"], "Cannot write into the folder /proc/x: "],
        [{ ...env, HF_TOKEN: "hf_wrong" }, [out], "401"],
      ];
    for (const [given, args, expected] of cases) {
      const { code, stdout, stderr } = await runExport(given, args);
      assertEquals(code, 1, stdout);
      assertStringIncludes(stderr, expected);
      assert(!/What is written|--allow/.test(stderr), stderr);
    }
  },
);

const refused: [args: string[], message: string][] = [
  [
    ["--only=endpiont"],
    'there is no kind "endpiont". Did you mean `endpoint`?',
  ],
  [["--nmaespace=acme"], "Did you mean `--namespace`?"],
];

for (const [args, message] of refused) {
  Deno.test(`export ${args.join(" ")} is refused`, async () => {
    const { code, stderr } = await runExport({}, args);
    assertEquals(code, 2, stderr);
    assertStringIncludes(stderr, message);
  });
}

acceptanceTest(
  "what looks alike is exported, and what no state can hold is left out",
  async () => {
    await using server = await startSandbox(accountOptions);
    const { sandbox, env } = server;
    await using workspace = await createWorkspace({ env });
    const { client } = await makeAccount(sandbox);
    const { organizations, jobs, collections, webhooks } = client;
    const make = (text: string, isOnlyOne = false) => [
      organizations.resourceGroups.create("acme", {
        name: "alike",
        description: text,
      }),
      organizations.serviceAccounts.create("acme", {
        name: "alike",
        description: text,
      }),
      jobs.scheduled.create("acme", {
        schedule: "@daily",
        jobSpec: {
          flavor: "cpu-basic",
          dockerImage: "python:3.12",
          command: ["echo", text],
        },
      }),
      webhooks.create({
        watched: [{ type: "org", name: "acme" }],
        domains: ["repo"],
        url: "https://example.com/alike",
      }),
      ...isOnlyOne ? [collections.create("acme", { title: text })] : [],
    ];
    for (const text of ["alike", "alike"]) await Promise.all(make(text));
    for (const odd of ["\u001b", "\ud800", "\ufffd", "\u200b", "\u212a"]) {
      await Promise.all(make(`odd${odd}text`, true));
    }
    const { stdout, code } = await runExport(env, [
      "--namespace=acme",
      `--out=${workspace.folder}`,
    ]);
    const left = [...stdout.matchAll(/left out: `(\w+)` has/g)]
      .map(([, name]) => name);
    assertEquals(left, [
      ...Array(6).fill("description"),
      ...["title", "title", "title", "command", "command", "command"],
    ]);
    assertEquals(code, 1);
    const { stdout: planned } = assertSuccess(
      await workspace.run(["plan", "-input=false", "-no-color"]),
    );
    assertMatch(
      planned,
      /Plan: \d+ to import, 0 to add, 0 to change, 0 to des/,
    );
  },
);

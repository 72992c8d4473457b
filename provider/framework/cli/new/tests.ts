/**
 * The tests of a new provider, and the imitation of its service.
 *
 * @module
 */

import type { Files, Names } from "./names.ts";

/** The files of the tests. */
export function tests(names: Names): Files {
  return {
    "tests/service.ts": service(),
    "tests/unit_test.ts": unit(names),
    "tests/acceptance_test.ts": acceptance(names),
  };
}

function service(): string {
  return `/**
 * An imitation of the service on loopback, for tests.
 *
 * @module
 */

import { createServer, type IncomingMessage } from "node:http";
import type { Note } from "../client.ts";

/** A service that runs. */
export interface Service extends AsyncDisposable {
  /** Its address. */
  readonly url: string;
  /** The token that it takes. */
  readonly token: string;
  /** Its notes by id; a test may change them. */
  readonly notes: Map<string, Note>;
}

/** Starts it on a free port. */
export async function startService(): Promise<Service> {
  const notes = new Map<string, Note>();
  const token = crypto.randomUUID();
  let last = 0;
  const answer = (
    { method, url = "", headers }: IncomingMessage,
    body: string,
  ): [number, unknown] => {
    if (headers.authorization !== \`Bearer \${token}\`) {
      return [401, "another token"];
    }
    if (method === "POST" && url === "/notes") {
      const note: Note = { id: \`note-\${++last}\`, ...JSON.parse(body) };
      notes.set(note.id, note);
      return [201, note];
    }
    const [, id = ""] = /^\\/notes\\/([^/]+)$/.exec(url) ?? [];
    const note = notes.get(id);
    if (note === undefined) return [404, "no such note"];
    if (method === "DELETE") notes.delete(id);
    if (method === "PUT") notes.set(id, { id, ...JSON.parse(body) });
    return [200, notes.get(id) ?? {}];
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const [status, value] = answer(request, body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: \`http://127.0.0.1:\${port}\`,
    token,
    notes,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
`;
}

function unit({ name, type }: Names): string {
  return `/**
 * What needs no CLI: the definitions, and single functions of them.
 *
 * @module
 */

import { deepEqual, equal } from "node:assert/strict";
import { loadProvider, verify } from "@hf-terraform/framework";
import { testContext } from "@hf-terraform/framework/testing";
import { ${type}Client } from "../client.ts";
import { slug } from "../functions/slug.ts";
import { provider } from "../provider.ts";
import { note } from "../resources/note.ts";
import { startService } from "./service.ts";

Deno.test("the definitions have no errors", async () => {
  deepEqual(verify(await loadProvider(provider)), []);
});

Deno.test("a note that is gone has no state", async () => {
  await using service = await startService();
  const client = new ${type}Client(service.url, service.token);
  const state = { id: "note-1", title: "Shopping", text: "Milk" };
  equal(await note.read({ ...testContext(client), state }), undefined);
  service.notes.set("note-1", state);
  deepEqual({ ...await note.read({ ...testContext(client), state }) }, state);
});

Deno.test("the slug of a title has letters, digits and dashes", async () => {
  equal(await slug.run(["Milk & bread, 2 of each!"], []), "milk-bread-2-of-each");
});

Deno.test("the provider is called ${name}", () => {
  equal(provider.name, "${name}");
});
`;
}

function acceptance({ address, name, variable }: Names): string {
  return `/**
 * The whole: the real CLI, the built provider on Deno and on Node, and the
 * imitation of the service.
 *
 * @module
 */

import { equal, match } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  Workspace,
} from "@hf-terraform/framework/testing";
import { startService } from "./service.ts";

/** The provider as \`deno task test\` has built it. */
const built = {
  Deno: "../dist/terraform-provider-${name}",
  Node: "../dist/node/terraform-provider-${name}",
};

const configuration = (text: string) => \`terraform {
  required_providers {
    ${name} = {
      source = "${address}"
    }
  }
}

resource "${name}_note" "shopping" {
  title = "Shopping"
  text  = "\${text}"
}

data "${name}_note" "same" {
  id = ${name}_note.shopping.id
}

output "same" {
  value = data.${name}_note.same.text
}

output "slug" {
  value = provider::${name}::slug("Milk & bread")
}
\`;

for (const [runtime, path] of Object.entries(built)) {
  Deno.test(\`a note lives its life on \${runtime}\`, async () => {
    await using service = await startService();
    const command = [fileURLToPath(new URL(path, import.meta.url))] as const;
    await using workspace = await Workspace.create({
      providers: { "${address}": { command } },
      files: { "main.tf": configuration("Milk") },
      env: { ${variable}_URL: service.url, ${variable}_TOKEN: service.token },
    });
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const id = "note-1";
    equal(service.notes.get(id)?.text, "Milk");
    equal((await workspace.output("same")).stdout, "Milk");
    equal((await workspace.output("slug")).stdout, "milk-bread");

    // Changed behind Terraform's back: the next apply repairs it.
    service.notes.set(id, { id, title: "Shopping", text: "Beer" });
    equal((await workspace.plan()).code, 2);
    assertSuccess(await workspace.apply());
    equal(service.notes.get(id)?.text, "Milk");

    await workspace.write({ "main.tf": configuration("Bread") });
    assertSuccess(await workspace.apply());
    equal(service.notes.get(id)?.text, "Bread");

    // Forgotten, and imported again.
    const note = "${name}_note.shopping";
    assertSuccess(await workspace.run(["state", "rm", note]));
    assertSuccess(await workspace.import(note, id));
    await assertEmptyPlan(workspace);

    assertSuccess(await workspace.destroy());
    equal(service.notes.size, 0);
  });
}

Deno.test("a token that the service does not take is said", async () => {
  await using service = await startService();
  const command = [fileURLToPath(new URL(built.Deno, import.meta.url))] as const;
  await using workspace = await Workspace.create({
    providers: { "${address}": { command } },
    files: { "main.tf": configuration("Milk") },
    env: { ${variable}_URL: service.url, ${variable}_TOKEN: "wrong" },
  });
  const message = assertFailure(await workspace.apply(), "401");
  match(message, /The service refused POST \\/notes/);
});
`;
}

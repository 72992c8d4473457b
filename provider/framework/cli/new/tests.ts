/**
 * The tests of a new provider, and the imitation of its service.
 *
 * @module
 */

import type { Files, Names, Runtime } from "./names.ts";

/** The files of the tests. */
export function tests(names: Names, runtime: Runtime): Files {
  return {
    "tests/service.ts": service(),
    "tests/unit_test.ts": unit(names),
    "tests/acceptance_test.ts": acceptance(names, runtime),
  };
}

function service(): string {
  return `/**
 * An imitation of the service on loopback, for tests.
 *
 * @module
 */

import { createServer, type IncomingMessage } from "node:http";

/** An object that the service keeps. */
export type Stored = Readonly<Record<string, unknown>>;

/** A service that runs. */
export interface Service extends AsyncDisposable {
  /** Its address. */
  readonly url: string;
  /** The token that it takes. */
  readonly token: string;
  /** The objects by path; a test may change them. */
  readonly stored: Map<string, Stored>;
}

/** Starts it on a free port. */
export async function startService(): Promise<Service> {
  const stored = new Map<string, Stored>();
  const token = crypto.randomUUID();
  let last = 0;
  const respond = (
    { method, url = "", headers }: IncomingMessage,
    body: string,
  ): [number, unknown] => {
    if (headers.authorization !== \`Bearer \${token}\`) {
      return [401, \`\${headers.authorization} is refused\`];
    }
    if (method === "POST") {
      const id = \`\${++last}\`;
      stored.set(\`\${url}/\${id}\`, { id, ...JSON.parse(body) });
      return [201, stored.get(\`\${url}/\${id}\`)];
    }
    const found = stored.get(url);
    if (found === undefined) return [404, "there is no such thing"];
    if (method === "DELETE") {
      stored.delete(url);
      return [204, undefined];
    }
    if (method === "PUT") stored.set(url, { ...found, ...JSON.parse(body) });
    return [200, stored.get(url)];
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const [status, value] = respond(request, body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: \`http://127.0.0.1:\${port}\`,
    token,
    stored,
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
import { test } from "node:test";
import { loadProvider } from "@hf-terraform/framework";
import { testContext, verify } from "@hf-terraform/framework/testing";
import { ${type}Client } from "../client.ts";
import { slug } from "../functions/slug.ts";
import { provider } from "../provider.ts";
import { note } from "../resources/note.ts";
import { startService } from "./service.ts";

test("the definitions have no errors", async () => {
  deepEqual(verify(await loadProvider(provider)), []);
});

test("a note that is gone has no state", async () => {
  await using service = await startService();
  const client = new ${type}Client(service.url, service.token);
  const state = { id: "1", title: "Shopping", text: "Milk" };
  equal(await note.read({ ...testContext(client), state }), undefined);
  service.stored.set("/notes/1", state);
  deepEqual({ ...await note.read({ ...testContext(client), state }) }, state);
});

test("the slug of a title has letters, digits and dashes", async () => {
  equal(await slug.run(["Milk & bread, 2 of each!"], []), "milk-bread-2-of-each");
});

test("the provider is called ${name}", () => {
  equal(provider.name, "${name}");
});
`;
}

/** The launchers, as the task `test` builds them. */
const launchers = {
  deno: { Deno: "", Node: "node/" },
  node: { Node: "" },
} as const;

function acceptance(
  { address, name, variable }: Names,
  runtime: Runtime,
): string {
  const built = Object.entries(launchers[runtime]).map(([title, folder]) =>
    `  ${title}: "../dist/${folder}terraform-provider-${name}",\n`
  );
  const [first = ""] = Object.keys(launchers[runtime]);
  return `/**
 * The whole: the real CLI, the built provider, and the imitation of the
 * service.
 *
 * @module
 */

import { equal } from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { knownValue, runSteps } from "@hf-terraform/framework/testing";
import { startService } from "./service.ts";

/** The provider as the task \`test\` has built it. */
const built = {
${built.join("")}};

const note = "${name}_note.shopping";

const configuration = (text: string) => \`
terraform {
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
  const command = [fileURLToPath(new URL(path, import.meta.url))] as const;

  test(\`a note lives its life on \${runtime}\`, async () => {
    await using service = await startService();
    await runSteps({
      providers: { "${address}": { command } },
      env: { ${variable}_URL: service.url, ${variable}_TOKEN: service.token },
      steps: [{
        config: configuration("Milk"),
        plan: {
          resources: { [note]: { action: "create", after: { id: knownValue.unknown() } } },
        },
        state: { [note]: { id: "1", title: "Shopping", text: "Milk" } },
        outputs: { same: "Milk", slug: "milk-bread" },
      }, {
        name: "somebody changes it, and the next apply repairs it",
        before: () =>
          void service.stored.set("/notes/1", {
            id: "1",
            title: "Shopping",
            text: "Beer",
          }),
        plan: { resources: { [note]: "update" }, drift: { [note]: "update" } },
        state: { [note]: { text: "Milk" } },
      }, {
        config: configuration("Bread"),
        plan: { resources: { [note]: "update" } },
        state: { [note]: { id: "1", text: "Bread" } },
      }, {
        import: note,
      }, {
        import: note,
        by: "block",
      }],
      destroyed: () => equal(service.stored.size, 0),
    });
  });
}

test("a token that the service does not take is said, and not shown", async () => {
  await using service = await startService();
  const command = [fileURLToPath(new URL(built.${first}, import.meta.url))] as const;
  await runSteps({
    providers: { "${address}": { command } },
    env: { ${variable}_URL: service.url, ${variable}_TOKEN: "wrong" },
    steps: [{
      config: configuration("Milk"),
      fails: /The service refused POST .*\\/notes.* 401: "Bearer \\*\\*\\* is refused/,
    }],
  });
});
`;
}

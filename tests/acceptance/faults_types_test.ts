// What users expect when a service answers values of the wrong types, by the number
// of the fault that version 0.1.0 had.

import { assert, assertEquals } from "@std/assert";
import type { Fault } from "@hf-terraform/sandbox";
import type { Json, JsonObject } from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  applied,
  assertSays,
  configure,
  endpoint,
  isObject,
  outputOf,
} from "./endpoint_support.ts";

/** Every field of an answer, as `status.state`, with what stands there. */
function* fieldsOf(
  value: JsonObject,
  above = "",
): Generator<readonly [string, Json]> {
  for (const [name, inner] of Object.entries(value)) {
    const path = above === "" ? name : `${above}.${name}`;
    yield [path, inner];
    if (isObject(inner)) yield* fieldsOf(inner, path);
  }
}

/** A value of another type. */
function wrong(value: Json): Json {
  if (typeof value === "string") return { wrong: "type" };
  if (typeof value === "number") return "many";
  if (typeof value === "boolean") return "perhaps";
  return 7;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

/** The object with another value in one field. */
function replaced(value: JsonObject, path: string, by: Json): JsonObject {
  const [name = "", ...rest] = path.split(".");
  const inner = value[name] ?? {};
  return {
    ...value,
    [name]: rest.length === 0 || !isObject(inner)
      ? by
      : replaced(inner, rest.join("."), by),
  };
}

/** Fields that no attribute is made of. */
const unused =
  /^(network|notifications|status\.(updatedBy|private|lastUsedAt)|model\.secrets\.)|\.id$/;

/** An answer with as many fields as there are. */
const whole: JsonObject = {
  tags: ["a"],
  route: { path: "/p" },
  cache_http_responses: true,
  compute: {
    instance_type: "nvidia-l4",
    scaling: {
      min_replica: 0,
      scale_to_zero_timeout: 15,
      measure: { hardware_usage: 80 },
    },
  },
  model: {
    variables: { NAME: "value" },
    secrets: { KEY: "value" },
    args: ["a"],
    command: ["c"],
    image: { vllm: { url: "ghcr.io/acme/image:1", max_num_seqs: 8 } },
  },
};

acceptanceTest(
  "G14: a field of the wrong type is an error that names it",
  async () => {
    // The name of a namespace says which field its endpoint has wrong.
    const organizations = Array.from(
      { length: 80 },
      (_, i) => ({ name: `n${i}`, role: "admin" as const }),
    );
    await using world = await startSpaceWorld({ organizations, startupMs: 0 });
    const { workspace, sandbox, url } = world;
    await configure(workspace, {
      endpoints: { first: endpoint("x", { namespace: "n79", ...whole }) },
    });
    await applied(workspace);
    const answer = await fetch(`${url}/v2/endpoint/n79/x`, {
      headers: { authorization: `Bearer ${sandbox.token}` },
    });
    const shown: JsonObject = await answer.json();
    const fields = [...fieldsOf(shown)];
    assert(fields.length > 40, `${fields.length} fields`);
    await configure(workspace, {
      endpoints: Object.fromEntries(
        ["n79", ...fields.map((_, i) => `n${i}`)].map((namespace) => [
          namespace === "n79" ? "first" : namespace,
          endpoint("x", { namespace, ...whole }),
        ]),
      ),
    });
    await applied(workspace);
    for (const [i, [path, value]] of fields.entries()) {
      const body = JSON.parse(
        JSON.stringify(replaced(shown, path, wrong(value))),
      );
      const action: Fault["action"] = { status: 200, body };
      sandbox.addFault({
        match: { method: "GET", path: `^/v2/endpoint/n${i}/x$` },
        action,
      });
    }
    const result = await workspace.plan();
    const output = outputOf(result);
    const blamed = output.matchAll(
      /About the attribute (\S+)|(\S+ is not [^.]{1,60})\. This is a bug/g,
    );
    assertEquals(Array.from(blamed, ([, path, error]) => path ?? error), []);
    assert(!output.includes("bug in the provider"), output);
    const silent = fields.filter(([path], i) => {
      if (unused.test(path)) return false;
      const at = output.indexOf(`Cannot read the endpoint n${i}/x`);
      return at < 0 || !output.slice(at, at + 800).includes(nameOf(path));
    });
    assertEquals(silent.map(([path]) => path), []);
    assertSays(result, "Error:");
  },
);

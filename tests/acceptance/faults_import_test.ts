// Regressions of version 0.1.0, by the numbers of the faults: imports, and
// values that the service decided. Nothing is lost in silence.

import {
  assertEmptyPlan,
  assertSuccess,
  type JsonObject,
} from "@hf-terraform/framework/testing";
import { control } from "../support/sandbox_server.ts";
import { assert, assertEquals } from "@std/assert";
import {
  address,
  bodiesOf,
  faultTest,
  mustApply,
  outputOf,
  type Place,
  write,
} from "./endpoint_support.ts";

/** The endpoint as it is stored, with the secrets that the API never shows. */
async function getStored(place: Place): Promise<{
  readonly model: {
    readonly task?: string;
    readonly secrets?: Readonly<Record<string, string>>;
    readonly image: Readonly<
      Record<string, {
        readonly credentials?: JsonObject;
        readonly maxModelLen?: number;
        readonly maxNumSeqs?: number;
      }>
    >;
  };
}> {
  const answer = await control(place, "endpoints/sandbox/x");
  return await answer.json();
}

faultTest(
  "an edit after an import drops no credentials, no field and no secret in silence",
  async (place) => {
    const { workspace, client } = place;
    await client.endpoints.create("sandbox/x", {
      type: "private",
      provider: { vendor: "aws", region: "us-east-1" },
      compute: {
        accelerator: "gpu",
        instanceType: "nvidia-l4",
        instanceSize: "x1",
        scaling: { minReplica: 1, maxReplica: 1 },
      },
      model: {
        repository: "gpt2",
        framework: "custom",
        secrets: { KEEP: "kept" },
        image: {
          vLLM: {
            url: "ghcr.io/acme/image:1",
            maxNumSeqs: 8,
            maxModelLen: 4096,
            credentials: { username: "robot", password: "registry-password" },
          },
        },
      },
    });
    const configured = (vllm: JsonObject, model: JsonObject = {}) =>
      write(place, {
        cloud: { vendor: "aws", region: "us-east-1" },
        compute: { instance_type: "nvidia-l4" },
        model: {
          image: { vllm: { url: "ghcr.io/acme/image:1", ...vllm } },
          ...model,
        },
      });
    await configured({ max_num_seqs: 8 });
    assertSuccess(await workspace.import(address("this"), "sandbox/x"));

    /** Kept, or refused with a message that names what would be lost. */
    const keeps = async (what: string, names: readonly string[]) => {
      const before = (await getStored(place)).model;
      const result = await workspace.apply();
      const now = (await getStored(place)).model;
      if (result.code === 0) {
        const [engine, engineBefore] = [now.image.vLLM, before.image.vLLM];
        assertEquals(engine?.credentials, engineBefore?.credentials, what);
        assertEquals(engine?.maxModelLen, engineBefore?.maxModelLen, what);
        assertEquals(now.secrets?.KEEP, "kept", what);
        return;
      }
      assertEquals(now, before, `${what}: refused, and changed all the same`);
      const output = outputOf(result);
      for (const name of names) assert(output.includes(name), output);
    };

    await configured({ max_num_seqs: 16 });
    await keeps("one field of the image was edited", ["credentials"]);
    await configured({ max_num_seqs: 8 }, { secrets: { NEW: "new" } });
    await keeps("a secret was added", ["KEEP"]);
  },
  // As a service that knows more than this version.
  { sandbox: { extraImageFields: { vLLM: ["maxModelLen"] } } },
);

faultTest(
  "another model is not served with the task of the one before",
  async (place) => {
    const { workspace, sandbox } = place;
    await write(place, {
      model: { repository: "sentence-transformers/all-MiniLM-L6-v2" },
    });
    await mustApply(workspace);
    const before = (await getStored(place)).model.task;
    await write(place, { model: { repository: "gpt2" } });
    sandbox.clearRequests();
    await mustApply(workspace);
    const after = (await getStored(place)).model.task;
    assert(before !== after, `gpt2 runs as ${after}`);
    const [body] = bodiesOf(sandbox, "PUT");
    assert(JSON.stringify(body).includes('"task"'), JSON.stringify(body));
    await assertEmptyPlan(workspace);
  },
);

import { assertEquals } from "@std/assert";
import {
  BadRequestError,
  ServerError,
  UnprocessableEntityError,
} from "../../../../mod.ts";
import { tableOf } from "../../../../provider/framework/binding/mod.ts";
import { placeOf } from "../../../../provider/huggingface/object/places.ts";
import { complaints } from "../../../../provider/huggingface/endpoints/endpoint.ts";
import { acceleratorOf } from "../../../../provider/huggingface/endpoints/compute_schema.ts";
import { frameworkOf } from "../../../../provider/huggingface/endpoints/image.ts";
import { decodeRevision } from "../../../../provider/huggingface/endpoints/model_schema.ts";
import { keepNote } from "../../../../provider/huggingface/object/notes.ts";
import type { PrivateState } from "../../../../provider/framework/mod.ts";
import {
  endpointSchema,
  type EndpointState,
} from "../../../../provider/huggingface/endpoints/schema.ts";
import { commit, endpointState, memory, withModel } from "./fixtures.ts";

const table = tableOf(endpointSchema.attributes);

function blame(error: unknown) {
  return placeOf(error, table, { complaints });
}

function revisionOf(
  revision: string,
  kept: EndpointState | null,
  privateState: PrivateState,
) {
  return decodeRevision(revision, kept?.model.revision, privateState);
}

Deno.test("the accelerator follows from the instance type", () => {
  const table: Record<string, string | undefined> = {
    "nvidia-l4": "gpu",
    "nvidia-h200": "gpu",
    "amd-mi300x": "gpu",
    inf2: "neuron",
    trn1: "neuron",
    "intel-spr": "cpu",
    "intel-icl": "cpu",
    "amd-epyc": "cpu",
    "aws-graviton": "cpu",
    "quantum-1": undefined,
    infinite: undefined,
    "": undefined,
  };
  for (const [type, expected] of Object.entries(table)) {
    assertEquals(acceleratorOf(type), expected, type);
  }
});

Deno.test("the framework follows from the engine", () => {
  assertEquals(frameworkOf("huggingface"), "pytorch");
  assertEquals(frameworkOf("llamacpp"), "llamacpp");
  assertEquals(frameworkOf("vllm"), "custom");
});

Deno.test("the service's complaints lead to attributes", () => {
  const table: Record<string, string | undefined> = {
    "compute.scaling.scaleToZeroTimeout: must be between 15 and 2880":
      "compute.scaling.scale_to_zero_timeout",
    "model.image.vLLM: missing field `url`": "model.image.vllm",
    "model.image.sGLang: a parallelism size is required": "model.image.sglang",
    "Instance compute 'Gpu' - 'nvidia-x' not found": "compute.instance_type",
    "Quota exceeded for 'nvidia-l4'": "compute.instance_type",
    "Repository acme/x not found": "model.repository",
    "name: is not valid": "name",
    "privateService.region: unknown": "private_service.region",
    "Something else happened": undefined,
    "": undefined,
  };
  for (const [reason, expected] of Object.entries(table)) {
    const details = { action: "x", method: "PUT", url: "u", reason };
    for (
      const error of [
        new BadRequestError({ ...details, status: 400 }),
        new UnprocessableEntityError({ ...details, status: 422 }),
      ]
    ) assertEquals(blame(error)?.toString(), expected, reason);
    assertEquals(
      blame(new ServerError({ ...details, status: 500 })),
      undefined,
    );
  }
});

const other = commit.replaceAll("0", "f");

Deno.test("a branch stays in the state while its commit runs", () => {
  const store = memory();
  const kept = withModel(endpointState(), { revision: "main" });
  assertEquals(revisionOf("main", kept, store), "main");
  assertEquals(revisionOf(commit, kept, store), "main");
  assertEquals(revisionOf(commit, kept, store), "main");
  // Somebody deployed another commit.
  assertEquals(revisionOf(other, kept, store), other);
  keepNote({ privateState: store }, "revision", undefined);
  assertEquals(revisionOf(other, kept, store), "main");
});

Deno.test("a commit in the state is held against the one that runs", () => {
  const store = memory();
  const kept = withModel(endpointState(), { revision: commit });
  assertEquals(revisionOf(commit, kept, store), commit);
  assertEquals(revisionOf(other, kept, store), other);
  assertEquals(store.values.size, 0);
});

Deno.test("a revision that nobody configured is the one that runs", () => {
  const store = memory();
  assertEquals(revisionOf(commit, null, store), commit);
  const none = withModel(endpointState(), { revision: null });
  assertEquals(revisionOf(commit, none, store), commit);
  // Another branch is not the commit of this one.
  const kept = withModel(endpointState(), { revision: "main" });
  assertEquals(revisionOf("dev", kept, store), "dev");
});

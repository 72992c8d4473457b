/**
 * States of other providers, as the guides to a move say what becomes of them.
 * The tests of whole moves read the service afterwards, which a plan with
 * `-refresh=false` does not.
 *
 * @module
 */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { valueNamed } from "../../../../provider/framework/binding/table.ts";
import {
  moveFromOthers,
  upgradeFromVersion0,
} from "../../../../provider/huggingface/endpoints/upgrade.ts";
import { HuggingFaceProvider } from "../../../../provider/huggingface/provider_data.ts";
import type {
  MoveContext,
  UpgradeContext,
} from "../../../../provider/framework/mod.ts";

function stateOf(
  more: object,
  sourceProviderAddress = "registry.terraform.io/issamemari/huggingface",
  sourceSchemaVersion = 0,
) {
  return moveFromOthers({
    sourceProviderAddress,
    sourceTypeName: "huggingface_endpoint",
    sourceSchemaVersion,
    sourceState: {
      namespace: "acme",
      name: "x",
      cloud: { vendor: "aws", region: "us-east-1" },
      compute: {},
      model: { repository: "gpt2" },
      ...more,
    },
  } as unknown as MoveContext<HuggingFaceProvider>);
}

const image = (tgi: object) => ({
  model: { repository: "gpt2", image: { tgi } },
});

const scaled = (scaling: object) => ({ compute: { scaling } });

/** A part of a state, the name that it has here, and its value. */
const rows: readonly (readonly [object, readonly string[], unknown])[] = [
  [{ status: { state: "paused" } }, ["paused"], true],
  [{ status: { state: "running", url: "https://x" } }, ["url"], "https://x"],
  [{ account_id: "1234" }, ["private_service", "account_id"], "1234"],
  [
    scaled({ min_replica: 1, scale_to_zero_timeout: 15 }),
    ["compute", "scaling", "scale_to_zero_timeout"],
    null,
  ],
  [
    scaled({ min_replica: 0, scale_to_zero_timeout: 15 }),
    ["compute", "scaling", "scale_to_zero_timeout"],
    15,
  ],
  [
    image({ diable_custom_kernels: true }),
    ["model", "image", "tgi", "disable_custom_kernels"],
    true,
  ],
  [
    image({ server_args: ["-x"] }),
    ["model", "image", "tgi", "extra"],
    '{"serverArgs":["-x"]}',
  ],
  [
    { model: { repository: "gpt2", env: { A: "1" } } },
    ["model", "variables"],
    { A: "1" },
  ],
  [
    { cloud: null, cloud_provider: { vendor: "gcp", region: "r" } },
    ["cloud", "vendor"],
    "gcp",
  ],
  [{ tags: ["b", "a"] }, ["tags"], ["a", "b"]],
  [{ tags: [] }, ["tags"], null],
  // What one of them leaves unset is an empty text in its state.
  [{ route: { domain: "", path: "" } }, ["route"], null],
  [{ route: { domain: "", path: "/p" } }, ["route", "path"], "/p"],
  [
    scaled({ min_replica: 0, measure: { hardware_usage: null } }),
    ["compute", "scaling", "measure"],
    null,
  ],
  [
    { experimental_features: { cache_http_responses: true } },
    ["cache_http_responses"],
    true,
  ],
];

Deno.test("a state that nobody knows is refused with what to do", () => {
  for (const more of [{ name: undefined }, { cloud: null }]) {
    assertThrows(() => stateOf(more), Error, "State of an unknown provider");
  }
});

Deno.test("a state without a namespace gets that of the provider block, else none", async () => {
  const upgrade = (settings: object) =>
    upgradeFromVersion0({
      rawState: { name: "x", cloud: { vendor: "aws", region: "us-east-1" } },
      provider: new HuggingFaceProvider(settings, { env: {}, userAgent: "a" }),
    } as unknown as UpgradeContext<HuggingFaceProvider>);
  assertEquals((await upgrade({ namespace: "me" })).id, "me/x");
  await assertRejects(() => upgrade({}), Error, "whose this is");
});

for (
  const address of [
    "registry.terraform.io/issamemari/huggingface",
    "registry.terraform.io/gorgias-oss/huggingface",
    "registry.opentofu.org/sebps/huggingface",
    "hashicorp.com/edu/huggingface",
  ]
) {
  Deno.test(`a state of ${address} is taken, one of another provider is not`, () => {
    assertEquals(stateOf({}, address)?.id, "acme/x");
    assertEquals(stateOf({}, `${address}-2`), undefined);
    assertEquals(stateOf({}, address, 1), undefined);
  });
}

for (const [more, names, expected] of rows) {
  Deno.test(`the ${names.join(".")} of ${JSON.stringify(more)}`, () => {
    const state = stateOf(more);
    const found = valueNamed(state ?? null, names);
    assertEquals(JSON.stringify(found), JSON.stringify(expected));
  });
}

import { assertEquals } from "@std/assert";
import {
  type Diagnostic,
  Diagnostics,
  isUnknown,
  type Unknown,
  unknown,
} from "../../../../provider/framework/mod.ts";
import { Sandbox } from "../../../../client/sandbox/mod.ts";
import { plannedCost } from "../../../../provider/huggingface/cost/planned_cost.ts";
import type { ProviderBlock } from "../../../../provider/huggingface/provider_block.ts";
import {
  type BilledHardware,
  costOf,
  priceList,
  pricePerHour,
} from "../../../../provider/huggingface/cost/price.ts";
import { HuggingFaceProvider } from "../../../../provider/huggingface/provider_data.ts";

type Change = readonly [
  prior: BilledHardware | undefined,
  planned: BilledHardware | Unknown | undefined,
  mark?: string,
];

function endpoint(more: Partial<BilledHardware> = {}): BilledHardware {
  return {
    product: "endpoint",
    namespace: "sandbox",
    hardware: "nvidia-a100 x1",
    place: "gcp us-east4",
    least: 1,
    most: 1,
    ...more,
  };
}

/** Lists the diagnostics of changes that are planned in this order. */
async function summariesOf(
  changes: readonly Change[],
  limit?: ProviderBlock,
  isApplying = false,
  { refused = "no namespace", failures = 0 } = {},
): Promise<string[]> {
  const sandbox = new Sandbox({ quotas: { "nvidia-a100": 3 } });
  let failed = 0;
  const provider = new HuggingFaceProvider({
    token: sandbox.token,
    ...limit,
  }, {
    env: {},
    userAgent: "",
    fetch: async (request) =>
      failed++ < failures
        ? Response.json({ error: "Busy" }, { status: 503 })
        : request.url.endsWith(`/${refused}`)
        ? Response.json({ error: "No" }, { status: 403 })
        : await sandbox.fetch(request),
  });
  provider.isApplying = isApplying;
  const found: Diagnostic[] = [];
  for (const [prior, planned, mark = crypto.randomUUID()] of changes) {
    const diagnostics = new Diagnostics();
    const label = "the endpoint x";
    const placeOf = (one: Change[0] | Change[1]) =>
      one && !isUnknown(one) ? `${one.namespace} ${one.place}` : "";
    const isReplaced = prior !== undefined &&
      placeOf(prior) !== placeOf(planned);
    await plannedCost(provider)
      .add({ label, prior, planned, isReplaced, mark, diagnostics });
    found.push(...diagnostics);
  }
  return found.map(({ severity, summary }) => `${severity}: ${summary}`)
    .toSorted();
}

/** All orders of some things. */
function* orders<T>(all: readonly T[]): Generator<T[]> {
  if (all.length === 0) yield [];
  for (const [at, one] of all.entries()) {
    for (const rest of orders(all.toSpliced(at, 1))) yield [one, ...rest];
  }
}

const above = "Planned hourly cost is above max_hourly_cost";
const a = endpoint();
const b = endpoint();
const two = endpoint({ most: 2 });
const free = endpoint({ least: 0, most: 0 });

// An A100 costs 3.60 an hour.
const cases: readonly {
  readonly name: string;
  readonly changes: readonly Change[];
  readonly limit?: ProviderBlock;
  readonly isApplying?: boolean;
  /** The namespace whose catalogue the token may not read. */
  readonly refused?: string;
  /** The number of first requests that are answered 503. */
  readonly failures?: number;
  readonly said: readonly string[];
}[] = [
  {
    name: "the limit itself is not above it",
    changes: [[undefined, a], [undefined, b], [undefined, free]],
    limit: { max_hourly_cost: 7.2 },
    said: [],
  },
  {
    name: "the sum of all is what counts, and is said once",
    changes: [[undefined, a], [undefined, b], [undefined, free]],
    limit: { max_hourly_cost: 7.19 },
    said: [`warning: ${above}`],
  },
  {
    name: "an error if asked for",
    changes: [[undefined, a], [undefined, b]],
    limit: { max_hourly_cost: 4, max_hourly_cost_enforcement: "mandatory" },
    said: [`error: ${above}`],
  },
  {
    name: "what no longer scales to zero is dearer",
    changes: [[endpoint({ least: 0 }), a]],
    limit: { max_hourly_cost: 1, max_hourly_cost_enforcement: "mandatory" },
    said: [`error: ${above}`],
  },
  {
    name: "an apply that has begun is not stopped",
    changes: [[undefined, a], [undefined, b]],
    limit: { max_hourly_cost: 4, max_hourly_cost_enforcement: "mandatory" },
    isApplying: true,
    said: [`warning: ${above}`],
  },
  {
    name: "a namespace whose prices are refused leaves the limit to the others",
    changes: [[undefined, endpoint({ namespace: "acme" })], [undefined, a], [
      undefined,
      b,
    ]],
    limit: { max_hourly_cost: 4, max_hourly_cost_enforcement: "mandatory" },
    refused: "acme",
    said: [
      `error: ${above}`,
      "warning: Cannot hold the plan against max_hourly_cost",
      "warning: Cannot read the catalogue of machines",
    ],
  },
  {
    name: "prices that were not told once are asked for again",
    changes: [[undefined, a], [undefined, b]],
    limit: { max_hourly_cost: 3, max_hourly_cost_enforcement: "mandatory" },
    failures: 1,
    said: [`error: ${above}`],
  },
  {
    name: "what stays as it is, or gets cheaper, may be above the limit",
    changes: [[a, a], [two, b], [a, free]],
    limit: { max_hourly_cost: 1, max_hourly_cost_enforcement: "mandatory" },
    said: [],
  },
  {
    name: "what stays as it is counts, if something else costs more",
    changes: [[a, a], [b, two]],
    limit: { max_hourly_cost: 7, max_hourly_cost_enforcement: "mandatory" },
    said: [`error: ${above}`],
  },
  {
    name: "a limit that is not known yet is said if something costs more",
    changes: [[undefined, a], [undefined, b]],
    limit: { max_hourly_cost: unknown },
    said: ["warning: max_hourly_cost is not known yet"],
  },
  {
    name: "a limit that is not known yet is held, if asked for",
    changes: [[a, two]],
    limit: {
      max_hourly_cost: unknown,
      max_hourly_cost_enforcement: "mandatory",
    },
    said: ["error: max_hourly_cost is not known yet"],
  },
  {
    name: "a limit that is not known yet says nothing of what costs no more",
    changes: [[a, a], [undefined, free], [two, a]],
    limit: {
      max_hourly_cost: unknown,
      max_hourly_cost_enforcement: "mandatory",
    },
    said: [],
  },
  {
    name: "what is new counts, though something like it is there",
    changes: [[a, a], [undefined, a]],
    limit: { max_hourly_cost: 7.1 },
    said: [`warning: ${above}`],
  },
  {
    name: "what is not known yet is left out",
    changes: [[undefined, a], [undefined, unknown]],
    limit: { max_hourly_cost: 3.6 },
    said: [],
  },
  {
    name: "what is not known yet is refused once, if asked for",
    changes: [[undefined, a], [undefined, unknown], [undefined, unknown]],
    limit: { max_hourly_cost: 3.6, max_hourly_cost_enforcement: "mandatory" },
    said: ["error: The cost of the endpoint x is not known yet"],
  },
  {
    name:
      "an enforcement that is not known yet refuses what is above the limit",
    changes: [[undefined, a], [undefined, b]],
    limit: { max_hourly_cost: 4, max_hourly_cost_enforcement: unknown },
    said: [`error: ${above}`],
  },
  {
    name: "an enforcement that is not known yet refuses what is not known yet",
    changes: [[undefined, a], [undefined, unknown]],
    limit: { max_hourly_cost: 4, max_hourly_cost_enforcement: unknown },
    said: ["error: The cost of the endpoint x is not known yet"],
  },
  {
    name: "without a place, the dearest one counts",
    changes: [[undefined, endpoint({ place: undefined })]],
    limit: { max_hourly_cost: 2 },
    said: [`warning: ${above}`],
  },
  {
    name: "hardware without a price is said once it is new",
    changes: [
      [undefined, endpoint({ hardware: "warp-9 x1" })],
      [
        endpoint({ hardware: "warp-9 x1" }),
        endpoint({ hardware: "warp-9 x1" }),
      ],
    ],
    limit: { max_hourly_cost: 2 },
    said: ["warning: Cannot hold the plan against max_hourly_cost"],
  },
  {
    name: "a quota that all together exceed is said once",
    changes: [
      [undefined, a],
      [undefined, b],
      [undefined, endpoint({ hardware: "nvidia-a100 x2" })],
    ],
    said: ["warning: Quota of sandbox for nvidia-a100 is too small"],
  },
  {
    name: "what an endpoint holds is not needed again",
    changes: [
      [endpoint({ least: 2, most: 3 }), endpoint({ most: 3 })],
      [
        endpoint({ least: 1, most: 3 }),
        endpoint({
          least: 3,
          most: 3,
        }),
      ],
    ],
    said: [],
  },
  {
    name: "what one holds in another region of the vendor is not needed again",
    changes: [[
      endpoint({ least: 3, most: 3, place: "gcp europe-west4" }),
      endpoint({ least: 3, most: 3 }),
    ]],
    said: [],
  },
  ...[
    { namespace: "acme", most: 4 },
    { place: "aws us-east-1", most: 4 },
    { place: "gcp europe-west4", most: 1 },
  ].map((before) => ({
    name: `a quota that is too small for what is replaced is an error: ${
      Object.values(before)
    }`,
    changes: [
      [endpoint(before), endpoint({ least: 5, most: 5 })] as const,
      [undefined, endpoint({ least: 3, most: 3 })] as const,
    ],
    said: ["error: Quota of sandbox for nvidia-a100 is too small"],
  })),
  {
    name: "what is paused needs no quota",
    changes: [[undefined, endpoint({ least: 0, most: 0 })]],
    said: [],
  },
];

for (const { name, changes, said: expected, ...given } of cases) {
  const { limit, isApplying } = given;
  Deno.test(`planned cost, in any order: ${name}`, async () => {
    for (const order of orders(changes)) {
      const said = await summariesOf(order, limit, isApplying, given);
      assertEquals(said, expected);
    }
  });
}

Deno.test("planned cost: what is replaced counts once, at its dearest", async () => {
  const limit = { max_hourly_cost: 7.2 };
  const unplaced = { ...two, namespace: undefined, place: undefined };
  for (const again of [two, unplaced, a]) {
    const replaced: Change[] = [[a, two, "m"], [undefined, again, "m"]];
    assertEquals(await summariesOf(replaced, limit), []);
  }
  const dearer: Change[] = [[a, a, "m"], [undefined, two, "m"]];
  const most = { max_hourly_cost: 7.1 };
  assertEquals(await summariesOf(dearer, most), [`warning: ${above}`]);
  assertEquals(await summariesOf(dearer, limit), []);
});

for (
  const [unitLabel, expected] of [
    ["minute", 6],
    ["hour", 0.1],
    ["second", undefined],
    ["Minute", undefined],
    ["constructor", undefined],
    [undefined, undefined],
  ] as const
) {
  Deno.test(`a price for each ${unitLabel} is ${expected} an hour`, () => {
    const price = { unitCostUSD: 0.1, ...unitLabel && { unitLabel } };
    assertEquals(pricePerHour(price), expected);
  });
}

Deno.test("of the prices of many places the lowest and the highest count", () => {
  const prices = Array.from(
    { length: 300_000 },
    (_, at) => ({ hardware: "t4", perHour: 2 + at % 100 }),
  );
  const asked = { hardware: "t4", place: undefined, least: 1, most: 2 };
  assertEquals(costOf(asked, priceList(prices)), { least: 2, most: 202 });
});

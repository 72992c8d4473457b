/**
 * What authors get wrong: nothing that exists is lost, and the message names
 * resource, attribute and rule. Through the real CLI.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";

const fault = (kind: string, name = "first") => `
resource "lab_fault" "a" {
  kind = "${kind}"
  name = "${name}"
}
`;

interface Case {
  readonly kind: string;
  /** What the message must hold. */
  readonly says: readonly string[];
  /** Whether the object is in the state, tainted. */
  readonly kept: boolean;
}

const cases: readonly Case[] = [
  { kind: "throws", says: ["broken on purpose"], kept: false },
  {
    kind: "fails",
    says: ["Failed on purpose", "Nothing can be done about it."],
    kept: false,
  },
  {
    kind: "fails after saving",
    says: ["Failed on purpose", "But it exists."],
    kept: true,
  },
  { kind: "changes the plan", says: ["lab_fault", "note"], kept: true },
  { kind: "returns nothing", says: ["lab_fault"], kept: true },
  { kind: "forgets an attribute", says: ["lab_fault", "result"], kept: true },
  { kind: "returns another shape", says: ["lab_fault", "result"], kept: true },
];

for (const { kind, says, kept } of cases) {
  acceptanceTest(`a create that ${kind}`, async () => {
    await using lab = await Lab.create();
    await lab.configure(fault(kind));
    const refused = await lab.fail("apply", "-auto-approve", "-no-color");
    for (const part of says) assertStringIncludes(refused, part);
    assertEquals(await lab.addresses(), kept ? ["lab_fault.a"] : []);
    if (!kept) return;
    const [planned] = (await lab.plan()).resource_changes;
    assertEquals(
      planned?.change.actions,
      ["delete", "create"],
      "it is tainted",
    );
  });
}

acceptanceTest("an update that fails keeps the state as it was", async () => {
  await using lab = await Lab.create();
  await lab.configure(fault("well"));
  await lab.apply();
  await lab.configure(fault("update fails"));
  const refused = await lab.fail("apply", "-auto-approve", "-no-color");
  assertStringIncludes(refused, "It stays as it was.");
  assertEquals((await lab.values("lab_fault.a"))["kind"], "well");
});

acceptanceTest("a delete that fails keeps the object", async () => {
  await using lab = await Lab.create();
  await lab.configure(fault("delete fails"));
  await lab.apply();
  const refused = await lab.fail("destroy", "-auto-approve", "-no-color");
  assertStringIncludes(refused, "It is still there.");
  assertEquals(await lab.addresses(), ["lab_fault.a"]);
});

acceptanceTest("a destroy is refused while it is planned", async () => {
  await using lab = await Lab.create();
  await lab.configure(fault("protected"));
  await lab.apply();
  const refused = await lab.fail("plan", "-destroy", "-no-color");
  assertStringIncludes(refused, "It must not be destroyed.");
});

acceptanceTest(
  "an interrupt ends what runs, and keeps what exists",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(fault("waits"));
    const interrupt = new AbortController();
    const applied = lab.run(
      ["apply", "-auto-approve", "-no-color"],
      interrupt.signal,
    );
    while ((await lab.store.ids()).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    interrupt.abort();
    const { code, stderr } = await applied;
    assertEquals(code, 1);
    assertStringIncludes(stderr, "stop");
    assertEquals(await lab.addresses(), ["lab_fault.a"]);
  },
);

acceptanceTest(
  "a time limit ends what runs, and keeps what exists",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(`
resource "lab_fault" "a" {
  kind = "waits"
  name = "first"
  timeouts = { create = "1s" }
}
`);
    const refused = await lab.fail("apply", "-auto-approve", "-no-color");
    assertStringIncludes(refused, "1s");
    assertEquals(await lab.addresses(), ["lab_fault.a"]);
  },
);

/**
 * Mistakes of provider authors: nothing that exists is lost, and the message
 * names resource, attribute and rule. Through the real CLI.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { whyNot } from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab, oneLine } from "./lab.ts";

/** A resource for each fault, named after it. */
const faults = (kinds: readonly string[], more = "") =>
  kinds.map((kind) => `
resource "lab_fault" "${labelOf(kind)}" {
  kind = "${kind}"
  name = "${labelOf(kind)}"
  ${more}
}
`).join("");

const labelOf = (kind: string) => kind.replaceAll(" ", "_");

const addressOf = (kind: string) => `lab_fault.${labelOf(kind)}`;

/** The errors about one resource, without line breaks. */
function errorsOf(output: string, kind: string): string {
  const about = `with ${addressOf(kind)},`;
  return oneLine(output).split("Error: ")
    .filter((error) => error.includes(about)).join(" ");
}

const apply = ["apply", "-auto-approve", "-no-color"] as const;

interface Case {
  readonly kind: string;
  /** Texts that the errors must hold. */
  readonly says: readonly string[];
  /** Whether the object is in the state, tainted. */
  readonly kept: boolean;
}

const report = "Please report it to the developers of the provider";

const creates: readonly Case[] = [
  {
    kind: "throws",
    says: ["Failed to create lab_fault", "broken on purpose"],
    kept: false,
  },
  {
    kind: "rejects late",
    says: ["Failed to create lab_fault", "rejected in the end"],
    kept: false,
  },
  {
    kind: "fails",
    says: ["Failed on purpose", "Nothing can be done about it."],
    kept: false,
  },
  {
    kind: "fails after saving",
    says: ["Failed after saving", "But it exists."],
    kept: true,
  },
  {
    kind: "changes the plan",
    says: [
      "the attribute note of lab_fault after create",
      'was planned as null, but is "invented"',
      report,
    ],
    kept: true,
  },
  {
    kind: "leaves an unknown",
    says: [
      "the attribute result of lab_fault after create",
      "still unknown; it must have a value",
      report,
    ],
    kept: true,
  },
  {
    kind: "returns nothing",
    says: ["create lab_fault", "a whole object must be returned", report],
    kept: true,
  },
  {
    kind: "returns a text",
    says: ["create lab_fault", "An object is required, not a string", report],
    kept: true,
  },
  {
    kind: "forgets an attribute",
    says: [
      "the attribute note of lab_fault after create: It is missing",
      "the attribute result of lab_fault after create: It is missing",
      report,
    ],
    kept: true,
  },
  {
    kind: "returns another shape",
    says: [
      "the attribute result of lab_fault after create",
      "A string is required, not a number",
      report,
    ],
    kept: true,
  },
];

const ends: readonly Case[] = [
  {
    kind: "waits",
    says: ["create lab_fault", "the time limit of 10s is over", "`timeouts`"],
    kept: true,
  },
  {
    kind: "never ends",
    says: ["create lab_fault", "left to itself", "in the state", report],
    kept: true,
  },
];

acceptanceTest("creates that go wrong, each in its own way", async (t) => {
  await using lab = await Lab.create();
  const slow = faults(
    ends.map(({ kind }) => kind),
    'timeouts = { create = "10s" }',
  );
  await lab.configure(faults(creates.map(({ kind }) => kind)) + slow);
  // Terraform 1.16 itself crashes where several creates at a time answer with
  // a state and an error ("ObjectStatus(0), which cannot be saved in state").
  const atATime = await whyNot({ terraform: "1.16" }) === undefined ? 1 : 20;
  const { code, stderr } = await lab.run([
    ...apply,
    `-parallelism=${atATime}`,
  ]);
  assertEquals(code, 1);
  const changes = await lab.plan();
  for (const { kind, says, kept } of [...creates, ...ends]) {
    await t.step(`a create that ${kind}`, async () => {
      for (const part of says) {
        assertStringIncludes(errorsOf(stderr, kind), part);
      }
      const address = addressOf(kind);
      assertEquals((await lab.addresses()).includes(address), kept);
      const next = changes.find((change) => change.address === address);
      assertEquals(
        next?.change.actions,
        kept ? ["delete", "create"] : ["create"],
        "what is kept is tainted",
      );
    });
  }
});

acceptanceTest(
  "an interrupt ends what runs, and keeps what exists",
  async () => {
    await using lab = await Lab.create({ launch: "started" });
    const kinds = ["never ends", "waits"];
    await lab.configure(faults(kinds));
    const interrupt = new AbortController();
    const applied = lab.run(apply, interrupt.signal);
    while ((await lab.store.ids()).length < kinds.length) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    interrupt.abort();
    const { code, stderr } = await applied;
    assertEquals(code, 1);
    for (const kind of kinds) {
      assertStringIncludes(errorsOf(stderr, kind), "Terraform asked to stop");
    }
    assertStringIncludes(errorsOf(stderr, "never ends"), "left to itself");
    assertEquals(await lab.addresses(), kinds.map(addressOf));
  },
);

acceptanceTest("faults of what exists keep it as it is", async (t) => {
  await using lab = await Lab.create();
  const kinds = ["well", "delete fails", "protected"];
  await lab.configure(faults(kinds));
  await lab.apply();
  const state = `${lab.folder}/terraform.tfstate`;
  const before = await Deno.readTextFile(state);

  await t.step("an update that fails", async () => {
    await lab.configure(faults(kinds).replace('"well"\n', '"update fails"\n'));
    const refused = await lab.fail(...apply);
    assertStringIncludes(refused, "It stays as it was.");
    assertEquals((await lab.values("lab_fault.well"))["kind"], "well");
  });
  await t.step("a read that fails, or returns another shape", async () => {
    const stored = { kind: "read throws" };
    await lab.store.put("fault-well", stored);
    await lab.store.put("fault-protected", {
      kind: "read returns another shape",
    });
    const { stderr } = await lab.run(["refresh", "-no-color"]);
    assertStringIncludes(
      errorsOf(stderr, "well"),
      "Failed to read lab_fault",
    );
    assertStringIncludes(
      errorsOf(stderr, "protected"),
      "the attribute result of lab_fault after read: A string is required",
    );
    await lab.store.put("fault-well", {});
    await lab.store.put("fault-protected", {});
  });
  await t.step(
    "a plan that throws, or changes what is configured",
    async () => {
      await lab.configure(faults(["plan throws", "plan changes a value"]));
      const { stderr } = await lab.run(["plan", "-no-color"]);
      assertStringIncludes(
        errorsOf(stderr, "plan throws"),
        "Failed to plan lab_fault",
      );
      assertStringIncludes(
        errorsOf(stderr, "plan changes a value"),
        "the attribute name of lab_fault after plan",
      );
    },
  );
  await t.step("a destroy that is refused while it is planned", async () => {
    await lab.configure(faults(kinds));
    const refused = await lab.fail("plan", "-destroy", "-no-color");
    assertStringIncludes(refused, "It must not be destroyed.");
  });
  const after = await Deno.readTextFile(state);
  assertEquals(resourcesOf(after), resourcesOf(before));

  await t.step("a delete that fails", async () => {
    const refused = await lab.fail(
      ...["destroy", "-auto-approve", "-no-color"],
      "-target=lab_fault.delete_fails",
    );
    assertStringIncludes(refused, "It is still there.");
    assertEquals(
      (await lab.addresses()).includes("lab_fault.delete_fails"),
      true,
    );
  });
});

acceptanceTest(
  "an attribute beyond the schema is left out where no test runs",
  async () => {
    await using lab = await Lab.create({ env: { TF_ACC: "" } });
    const kind = "adds an attribute";
    await lab.configure(faults([kind]));
    await lab.apply();
    const { name, result } = await lab.values(addressOf(kind));
    assertEquals([name, result], ["adds_an_attribute", "made"]);
    await lab.store.put("fault-adds_an_attribute", { kind: "read adds" });
    assertEquals(await lab.hasChanges(), false);
  },
);

acceptanceTest(
  "a read-only attribute set from an unknown value is refused by validate",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(`
resource "terraform_data" "d" { input = "x" }
${faults(["well"], "result = terraform_data.d.output")}`);
    const refused = await lab.fail("validate", "-no-color");
    assertStringIncludes(refused, "Read-only attribute");
  },
);

function resourcesOf(state: string): unknown {
  const { resources }: { resources: unknown } = JSON.parse(state);
  return resources;
}

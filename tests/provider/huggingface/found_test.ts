/**
 * What a plan says that it found: what a create that adopts would change, and
 * who is removed from an organization or a group by a destroy or a replacement.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import {
  isUnknown,
  loadProvider,
  type Resource,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { tableOf } from "../../../provider/framework/binding/mod.ts";
import {
  isLocal,
  valueNamed,
} from "../../../provider/framework/binding/table.ts";
import { isValueObject } from "../../../provider/framework/values/value.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { samples, samplesOf } from "./bindings_samples.ts";
import { withValue, World } from "./bindings_world.ts";

/** The people of the organization and of its groups: `group/name`. */
async function people({ client }: World): Promise<string[]> {
  const { organizations } = client;
  const members = await organizations.listMembers("acme").toArray();
  const groups = await organizations.resourceGroups.list("acme").toArray();
  return [
    ...members.map(({ user }) => `acme/${user}`),
    ...groups.flatMap(({ id, users }) =>
      (users ?? []).map(({ name }) => `${id}/${name}`)
    ),
  ];
}

/** The least configuration, with all that it has to have. */
function leastOf({ typeName, schema }: Resource): ValueObject {
  const { config = {}, values = {} } = samples[typeName] ?? {};
  return Object.fromEntries(
    Object.entries(schema.attributes).flatMap(([name, { required }]) => {
      const value = config[name] ?? (required ? values[name]?.[0] : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function started(resource: Resource): Promise<World> {
  const world = new World(resource);
  await samples[resource.typeName]?.setUp?.(world.client);
  return world;
}

/** Lets whoever is invited accept. */
async function accept(world: World): Promise<void> {
  const user = valueNamed(world.state, ["username"]);
  const path = `/_sandbox/organizations/acme/invitations/${user}/accept`;
  const url = new URL(path, "https://huggingface.co");
  const headers = { "x-sandbox-key": world.sandbox.key };
  await world.sandbox.fetch(new Request(url, { method: "POST", headers }));
}

for (const resource of (await loadProvider(provider)).resources) {
  const { typeName, schema } = resource;
  const table = tableOf(schema.attributes);
  const walked = table.filter(({ names, attribute, binding }) =>
    names.length === 1 && attribute.mode !== "computed" && !isLocal(binding) &&
    binding.read !== undefined && binding.change !== "immutable" &&
    samples[typeName]?.excluded?.[names.join(".")] === undefined
  );
  Deno.test({
    name: `${typeName}: a create that adopts says what it changes`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const probe = await started(resource);
      await probe.apply(leastOf(resource));
      const first = probe.state;
      const idOf = (world: World) => samples[typeName]?.idOf(world.state);
      const id = idOf(probe);
      probe.lose();
      const { diagnostics } = await probe.attempt(leastOf(resource));
      const isAdopted = !diagnostics.hasErrors && idOf(probe) === id &&
        first !== null;
      const isAbout = /group_members|organization_member|security/;
      assert(isAdopted || !isAbout.test(typeName), "nothing is adopted");
      if (!isAdopted) return;
      for (const entry of walked) {
        const sample = samplesOf(typeName, entry);
        const [one, other] = sample.values;
        const world = await started(resource);
        await world.apply(withValue(sample.config, entry.names, one));
        world.lose();
        const config = withValue(sample.config, entry.names, other);
        const planned = await world.plan(config);
        const { diagnostics } = await world.attempt(config);
        // Refused, with what is there.
        if (diagnostics.hasErrors) continue;
        const said = planned.diagnostics.items.filter(({ path }) =>
          path?.toString() === entry.names.join(".")
        );
        assertEquals(said.length, 1, `${entry.path}: the plan is silent`);
      }
    },
  });

  Deno.test({
    name: `${typeName}: a plan names whom a destroy or a replacement removes`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const world = await started(resource);
      const least = leastOf(resource);
      await world.apply(least);
      if (typeName.endsWith("_invitation")) await accept(world);
      world.state = await world.read(world.state);
      const before = await people(world);
      const destroy = await world.plan(null);
      const replacements = [];
      for (const { names, attribute, binding } of table) {
        const isIn = names.length === 1 && attribute.mode !== "computed" &&
          (binding.change === "immutable");
        if (!isIn || !isValueObject(world.state)) continue;
        const [name = ""] = names;
        const text = world.state[name];
        if (typeof text !== "string" || isUnknown(text)) continue;
        const other = text.replace(
          /^./,
          (letter) => letter === "a" ? "b" : "a",
        );
        const planned = await world.plan({ ...least, [name]: other });
        replacements.push({ name, planned });
      }
      const { diagnostics } = await world.attempt(null);
      if (diagnostics.hasErrors) return;
      const after = await people(world);
      const gone = before.filter((one) => !after.includes(one))
        .map((one) => one.split("/")[1] ?? "");
      const says = ({ diagnostics }: typeof destroy) =>
        diagnostics.items.map(({ summary, detail }) => summary + detail).join();
      const isAbout = /group_members?$|_invitation$/.test(typeName);
      assert(gone.length > 0 || !isAbout, "nobody is removed");
      for (const user of gone) {
        assert(says(destroy).includes(user), `${user} is not named`);
        for (const { name, planned } of replacements) {
          const isSaid = says(planned).includes(user);
          assert(isSaid, `${name}: ${user} is not named`);
        }
      }
    },
  });
}

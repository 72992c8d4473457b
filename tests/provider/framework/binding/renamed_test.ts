import { assertEquals } from "@std/assert";
import {
  definersFor,
  Diagnostics,
  s,
  types,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import {
  bindingTo,
  boundResource,
} from "../../../../provider/framework/binding/mod.ts";

interface Wire {
  readonly create: { readonly name: string; readonly size?: string };
  readonly update: { readonly name?: string; readonly size?: string | null };
  readonly answer: Wire["create"];
}

const b = bindingTo<Wire>();
const description = "As a test needs it.";

/** What the resource's functions were given, and what was sent. */
const seen: unknown[] = [];
let service: object = {};

const machine = definersFor<null>().defineResource(boundResource({
  typeName: "test_machine",
  schema: s.schema({
    description,
    attributes: {
      name: b.at("name", types.string, {
        required: true,
        description,
      }),
      ...b.renamed(
        "flavor",
        "size",
        b.at("size", types.string, {
          optional: true,
          description,
        }),
      ),
    },
  }),
  label: () => "the machine",
  importKey: ({ id = "" }) => ({ name: id }),
  create({ body, plan }) {
    seen.push({ body, size: plan.size, flavor: plan.flavor });
    return Promise.resolve(service = body);
  },
  read: () => Promise.resolve(service),
  update({ body, plan }) {
    seen.push({ body, size: plan.size, flavor: plan.flavor });
    return Promise.resolve(service = { ...service, ...body });
  },
  delete: () => Promise.resolve(),
}));

const context = {
  provider: null,
  signal: new AbortController().signal,
  diagnostics: new Diagnostics(),
  log: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  providerMeta: null,
  progress() {},
  privateState: { get: () => undefined, set() {}, delete() {} },
  saveState() {},
  identity: undefined,
  setIdentity() {},
};

const state = (values: ValueObject) => ({
  name: "m",
  flavor: null,
  size: null,
  ...values,
});

Deno.test("a former name is taken, kept, and exchanged for the new one without a request", async () => {
  const former = state({ flavor: "small" });
  const made = await machine.create({
    ...context,
    plan: former,
    config: former,
  });
  assertEquals<unknown>({ ...made }, former);
  const kept = await machine.read({ ...context, state: made });
  assertEquals<unknown>({ ...kept }, former);
  const now = state({ size: "small" });
  const changed = await machine.update?.({
    ...context,
    prior: former,
    plan: now,
    config: now,
  });
  assertEquals<unknown>({ ...changed }, now);
  assertEquals(seen, [
    { body: { name: "m", size: "small" }, size: "small", flavor: null },
    { body: undefined, size: "small", flavor: null },
  ]);
});

Deno.test("a renamed attribute is declared by both names, the former deprecated", () => {
  const { flavor, size } = machine.schema.attributes;
  assertEquals(flavor?.deprecated, "Use `size`, which is the same.");
  assertEquals([flavor?.type, size?.deprecated], [size?.type, undefined]);
});

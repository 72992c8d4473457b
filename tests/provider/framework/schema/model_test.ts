/**
 * Models that the type system must accept or refuse. Each expected error fails
 * the type check of this file when it is no error any more.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import {
  type Config,
  definersFor,
  isUnknown,
  type KnownConfig,
  p,
  type Plan,
  type PlannedState,
  s,
  type State,
  types,
  unknown,
} from "../../../../provider/framework/mod.ts";

const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({ computed: true, description: "The id." }),
    name: s.string({ required: true, description: "The name." }),
    size: s.int({ optional: true, default: 1, description: "The size." }),
    note: s.string({ optional: true, description: "A note." }),
    zone: s.string({ optional: true, computed: true, description: "Where." }),
    labels: s.map(types.string, { optional: true, description: "Labels." }),
    secret: s.string({
      optional: true,
      writeOnly: true,
      description: "A secret.",
    }),
    disk: s.object({
      kind: s.string({ required: true, description: "The kind." }),
      speed: s.int({ optional: true, computed: true, description: "Speed." }),
    }, { required: true, description: "The disk." }),
    ports: s.objectList({
      number: s.int({ required: true, description: "The number." }),
    }, { optional: true, description: "The ports." }),
  },
  blocks: {
    rule: s.block.list({
      description: "A rule.",
      attributes: { text: s.string({ required: true, description: "Text." }) },
    }),
  },
});
type S = typeof schema;

/** A request in the words of a service, which knows nothing of unknowns. */
interface Request {
  name: string;
  size: number;
  zone?: string;
  labels?: Readonly<Record<string, string>>;
}

const plan: Plan<S> = {
  id: unknown,
  name: "a",
  size: 1,
  note: null,
  zone: unknown,
  labels: { a: "b" },
  secret: null,
  disk: { kind: "ssd", speed: unknown },
  ports: [{ number: 80 }],
  rule: [{ text: "x" }],
};

Deno.test("a plan holds what a request needs, and unknowns only where the provider computes", () => {
  const request: Request = { name: plan.name, size: plan.size };
  if (plan.labels !== null) request.labels = plan.labels;
  // @ts-expect-error: a computed value may be unknown or null in a plan
  request.zone = plan.zone;
  if (plan.zone !== null && !isUnknown(plan.zone)) request.zone = plan.zone;
  // @ts-expect-error: an optional value may be null
  const note: string = plan.note;
  // @ts-expect-error: a nested computed value may be unknown
  const speed: number | null = plan.disk.speed;
  const kind: string = plan.disk.kind;
  const number: number | undefined = plan.ports?.[0]?.number;
  const text: string | undefined = plan.rule[0]?.text;
  assertEquals([kind, number, text, note, isUnknown(speed)], [
    "ssd",
    80,
    "x",
    null,
    true,
  ]);
});

Deno.test("write-only values are in the configuration only", () => {
  const config: Pick<KnownConfig<S>, "secret"> = { secret: "s" };
  const secret: string | null = config.secret;
  // @ts-expect-error: the plan never holds a write-only value
  const planned: Pick<Plan<S>, "secret"> = { secret: "s" };
  // @ts-expect-error: the state never holds a write-only value
  const state: Pick<State<S>, "secret"> = { secret: "s" };
  assertEquals(secret, planned.secret ?? state.secret);
});

Deno.test("what useStateForUnknown keeps is known to an update, and to no create", () => {
  const { defineResource } = definersFor<undefined>();
  const kept = s.string({
    computed: true,
    planModifiers: [p.useStateForUnknown(), p.requiresReplace()],
    description: "Stays.",
  });
  const open = s.string({
    computed: true,
    planModifiers: [p.useNonNullStateForUnknown()],
    description: "May come later.",
  });
  const ids: (string | null)[] = [];
  defineResource({
    typeName: "test_kept",
    schema: s.schema({
      description: "A thing.",
      attributes: {
        id: kept,
        open,
        disk: s.object({ serial: kept }, {
          optional: true,
          description: "Its disk; an update may add it.",
        }),
      },
    }),
    create({ plan }) {
      // @ts-expect-error: what is new has no value that could be kept
      ids.push(plan.id);
      return Promise.resolve({ id: "1", open: null, disk: null });
    },
    read: ({ state }) => Promise.resolve(state),
    update({ plan }) {
      ids.push(plan.id);
      // @ts-expect-error: a null is not kept
      ids.push(plan.open);
      // @ts-expect-error: the object that holds it may be new
      ids.push(plan.disk?.serial ?? null);
      return Promise.resolve({ id: plan.id, open: null, disk: null });
    },
    delete: () => Promise.resolve(),
  });
  assertEquals(kept.planModifiers[0]?.knownInUpdate, true);
});

Deno.test("what is inside a computed object is known where the object is kept", () => {
  const { defineResource } = definersFor<undefined>();
  const inner = {
    address: s.string({ computed: true, description: "The address." }),
  };
  const planModifiers = [p.useStateForUnknown()] as const;
  const addresses: (string | null)[] = [];
  const resource = defineResource({
    typeName: "test_kept",
    schema: s.schema({
      description: "A thing.",
      attributes: {
        given: s.object(inner, {
          computed: true,
          planModifiers,
          description: "Of the service.",
        }),
        all: s.objectList(inner, {
          computed: true,
          planModifiers,
          description: "Of the service.",
        }),
        either: s.object(inner, {
          optional: true,
          computed: true,
          planModifiers,
          description: "Of either.",
        }),
      },
    }),
    create: () => ({ given: null, all: null, either: null }),
    read: ({ state }) => state,
    update({ plan }) {
      addresses.push(plan.given?.address ?? null);
      for (const { address } of plan.all ?? []) addresses.push(address);
      // @ts-expect-error: one that is configured may be new
      addresses.push(plan.either?.address ?? null);
      return { given: plan.given, all: plan.all, either: null };
    },
    delete() {},
  });
  assertEquals(resource.typeName, "test_kept");
});

Deno.test("anything may be unknown in a configuration and while planning", () => {
  const config: Pick<Config<S>, "name" | "labels" | "disk"> = {
    name: unknown,
    labels: { a: unknown },
    disk: { kind: unknown, speed: null },
  };
  const planned: Pick<PlannedState<S>, "name" | "disk"> = {
    name: unknown,
    disk: unknown,
  };
  // @ts-expect-error: a configured value may be unknown
  const name: string = config.name;
  // @ts-expect-error: a required value is never null
  const missing: Pick<Config<S>, "name"> = { name: null };
  assertEquals([isUnknown(name), isUnknown(planned.disk), missing.name], [
    true,
    true,
    null,
  ]);
});

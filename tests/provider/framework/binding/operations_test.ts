/**
 * The operations of a bound resource, from its declarations to the calls of its
 * service.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  definersFor,
  failure,
  type IdentityAttributes,
  s,
  types,
  type Value,
} from "../../../../provider/framework/mod.ts";
import {
  bindingTo,
  type BoundResource,
  boundResource,
} from "../../../../provider/framework/binding/mod.ts";
import { importResourceState } from "../../../../provider/framework/engine/import_resource_state.ts";
import { readResource } from "../../../../provider/framework/engine/read.ts";
import {
  apply,
  call,
  details,
  empty,
  lines,
  plain,
  plainClient,
  plan,
  serverOf,
  whole,
} from "../engine/support.ts";

interface Disk {
  readonly name: string;
  readonly gib?: number;
  readonly note?: string | null;
  readonly key?: string | null;
  readonly locked?: boolean;
}
interface Wire {
  readonly create: Disk;
  readonly update: Partial<Disk>;
  readonly response: Disk;
}

/** What the disks are asked of: it notes each request. */
class Service {
  readonly disks = new Map<string, Disk>();
  readonly requests: string[] = [];

  put(verb: string, name: string, change: Partial<Disk>): Disk {
    this.requests.push(`${verb} ${name} ${JSON.stringify(change)}`);
    const { key: _, ...shown } = { ...this.disks.get(name), ...change, name };
    this.disks.set(name, shown);
    return shown;
  }
}

const b = bindingTo<Wire>();
const description = "As a test needs it.";
const schema = s.schema({
  description,
  attributes: {
    name: b.field("name", types.string, {
      required: true,
      description,
      change: "immutable",
    }),
    size: b.field("gib", types.int, { required: true, description }),
    note: b.field("note", types.string, { optional: true, description }),
    key: b.input("key", types.string, {
      optional: true,
      description,
      response: "hidden",
    }),
    locked: b.field("locked", types.bool, {
      optional: true,
      computed: true,
      description,
    }),
  },
});

type Definition = BoundResource<
  typeof schema,
  IdentityAttributes,
  Wire,
  Service
>;

/** The resource, its service, and what is stored of one disk. */
function disks(parts: Partial<Definition> = {}, state: Value = null) {
  const service = new Service();
  const resource = definersFor<Service>().defineResource(boundResource<
    typeof schema,
    IdentityAttributes,
    Wire,
    Service
  >({
    typeName: "test_disk",
    schema,
    label: ({ name }) => `the disk ${name}`,
    importKey: ({ id }) => ({ name: id ?? "" }),
    create: ({ body, provider }) =>
      Promise.resolve(provider.put("create", body.name, body)),
    read: ({ state, provider }) =>
      Promise.resolve(provider.disks.get(state.name)),
    update: ({ body, prior, provider }) =>
      Promise.resolve(body && provider.put("update", prior.name, body)),
    delete: ({ state, provider }) => {
      provider.requests.push(`delete ${state.name}`);
      provider.disks.delete(state.name);
      return Promise.resolve();
    },
    ...parts,
  }));
  const server = serverOf({ resources: [resource] }, { data: service });
  const request = { typeName: "test_disk", clientCapabilities: plainClient };
  let stored = { newState: state, privateState: empty };
  return {
    service,
    /** Plans and applies, as the CLI does. */
    async change(values: Readonly<Record<string, Value>>) {
      const prior = stored.newState;
      const config = whole(schema, values);
      const planned = await plan(resource, {
        priorState: prior,
        config,
        privateState: stored.privateState,
      }, server);
      const applied = await apply(resource, {
        prior,
        planned: planned.plannedState,
        config,
        privateState: planned.privateState,
      }, server);
      stored = applied;
      return { planned, applied };
    },
    destroy: () =>
      apply(resource, { prior: stored.newState, planned: null }, server),
    async read() {
      stored = await readResource(server, {
        ...request,
        currentState: stored.newState,
        privateState: stored.privateState,
        providerMeta: null,
        identity: undefined,
      }, call);
      return stored.newState;
    },
    import: (id: string) =>
      importResourceState(
        server,
        { ...request, id, identity: undefined },
        call,
      ),
  };
}

const disk = { name: "a", size: 1 };
const stored = whole(schema, { ...disk, locked: false });
const shown = { name: "a", gib: 1, locked: false };

Deno.test("operations: what is configured is sent, and what is returned is the state", async () => {
  const { service, change, destroy, read } = disks();
  const { applied } = await change({ ...disk, key: "k" });
  assertEquals(lines(applied.diagnostics), []);
  assertEquals(
    plain(applied.newState),
    plain(whole(schema, { ...disk, key: "k" })),
  );
  const again = await change({ ...disk, size: 2 });
  assertEquals(
    plain(again.applied.newState),
    plain(whole(schema, { ...disk, size: 2 })),
  );
  await destroy();
  assertEquals(await read(), null);
  assertEquals(service.requests, [
    'create a {"name":"a","gib":1,"key":"k"}',
    'update a {"key":null,"gib":2}',
    "delete a",
  ]);
});

Deno.test("operations: an import finds the object, or says that there is none", async () => {
  const { service, import: imports } = disks();
  service.disks.set("a", shown);
  const found = await imports("a");
  assertEquals(found.importedResources.map(({ state }) => plain(state)), [
    plain(stored),
  ]);
  const none = await imports("b");
  assertEquals(lines(none.diagnostics), ["error: Cannot import the disk b"]);
});

Deno.test("operations: an update of the whole refuses what somebody changed, and tells what it cannot read", async () => {
  const { service, change, import: imports } = disks(
    {
      updatesWhole: true,
      readBeforeUpdate: ({ state, provider }) =>
        Promise.resolve(provider.disks.get(state.name)),
    },
    stored,
  );
  service.disks.set("a", { ...shown, note: "theirs" });
  const { applied } = await change({ ...disk, size: 2 });
  assertEquals(lines(applied.diagnostics), [
    "error note: Somebody changed the disk a after the plan",
  ]);
  assertEquals(service.requests, []);
  assertEquals(plain(applied.newState), plain(stored));
  const { diagnostics } = await imports("a");
  assertEquals(lines(diagnostics), [
    "warning: Not all of the disk a can be read",
  ]);
  assertStringIncludes(details(diagnostics), "`key`");
});

Deno.test("operations: what was saved before a failure is the state", async () => {
  const { change } = disks({
    create({ body, save, provider }) {
      save(provider.put("create", body.name, body));
      throw new Error("The second request failed");
    },
    explain: (error, verb, { state }) =>
      failure(`Cannot ${verb} ${state.name}`, `${error}`),
  });
  const { applied } = await change({ ...disk, locked: true });
  assertEquals(lines(applied.diagnostics), ["error: Cannot create a"]);
  assertEquals(
    plain(applied.newState),
    plain(whole(schema, {
      ...disk,
      locked: true,
    })),
  );
});

Deno.test("operations: what was not sent stays planned", async () => {
  const { service, change, read } = disks({
    create({ body: { locked = false, ...body }, markUnsent, provider }) {
      markUnsent({ locked });
      return Promise.resolve(provider.put("create", body.name, body));
    },
  });
  const { applied } = await change({ ...disk, locked: true });
  assertEquals(lines(applied.diagnostics), []);
  assertEquals(service.requests, ['create a {"name":"a","gib":1}']);
  await read();
  const { planned } = await change({ ...disk, locked: true });
  assertEquals(
    plain(planned.plannedState),
    plain(whole(schema, {
      ...disk,
      locked: true,
    })),
  );
});

Deno.test("operations: what is taken out and stays is said", async () => {
  const { change } = disks();
  await change({ ...disk, locked: true });
  const { planned } = await change(disk);
  assertEquals(lines(planned.diagnostics), [
    "warning: `locked` stays as before",
  ]);
});

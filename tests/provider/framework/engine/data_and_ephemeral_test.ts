import { assertEquals, assertStringIncludes } from "@std/assert";
import type {
  DataSource,
  EphemeralResource,
} from "../../../../provider/framework/define/data_source.ts";
import { definersFor } from "../../../../provider/framework/define/definers.ts";
import { runExitHooks } from "../../../../provider/framework/exit_hooks.ts";
import { closeEphemeralResource } from "../../../../provider/framework/engine/ephemeral_resource.ts";
import { openEphemeralResource } from "../../../../provider/framework/engine/ephemeral_resource.ts";
import { readDataSource } from "../../../../provider/framework/engine/read.ts";
import { renewEphemeralResource } from "../../../../provider/framework/engine/ephemeral_resource.ts";
import { validateConfigOf } from "../../../../provider/framework/engine/validate_config.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { maskSecret } from "../../../../provider/framework/secrets.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  call,
  details,
  empty,
  failIfCalled,
  lines,
  plain,
  plainClient,
  serverOf,
  whole,
} from "./support.ts";
import { encodeText } from "../../../support/text.ts";

const { defineDataSource, defineEphemeralResource } = definersFor<unknown>();

const schema = s.schema({
  description: "A thing.",
  attributes: {
    name: s.string({ required: true, description: "Name." }),
    url: s.string({ computed: true, description: "URL." }),
  },
});

const config = whole(schema, { name: "a" });
const found = whole(schema, { name: "a", url: "u" });

function source(read: DataSource["read"]): DataSource {
  const base = defineDataSource({
    typeName: "test_data",
    schema,
    read: failIfCalled,
  });
  return { ...base, read };
}

function read(dataSource: DataSource, given = config) {
  return readDataSource(serverOf({ dataSources: [dataSource] }), {
    typeName: "test_data",
    config: given,
    providerMeta: { module: "m" },
    clientCapabilities: plainClient,
  }, call);
}

Deno.test("data source: its result is the state, and it sees provider_meta", async () => {
  const { state, diagnostics } = await read(
    source(({ config, providerMeta }) => {
      assertEquals(providerMeta, { module: "m" });
      return Promise.resolve({ ...config, url: "u" });
    }),
  );
  assertEquals(lines(diagnostics), []);
  assertEquals(plain(state), plain(found));
});

Deno.test("data source: an absent result, an unknown value and a failure are errors", async () => {
  const failed = await read(source(() => Promise.reject(new Error("404"))));
  assertEquals(lines(failed.diagnostics), ["error: Failed to read test_data"]);
  assertEquals(failed.state, null);
  const open = await read(
    source(() => Promise.resolve({ ...found, url: unknown })),
  );
  assertEquals(open.state, null);
  assertStringIncludes(details(open.diagnostics), "still unknown");
  const absent = source(failIfCalled);
  Object.assign(absent, { read: () => Promise.resolve(undefined) });
  const nothing = await read(absent);
  assertEquals(nothing.state, null);
  assertStringIncludes(details(nothing.diagnostics), "It is missing");
});

function ephemeral(parts: Partial<EphemeralResource> = {}): EphemeralResource {
  const base = defineEphemeralResource({
    typeName: "test_lease",
    schema,
    open: () =>
      Promise.resolve({
        result: { name: "a", url: "u" },
        renewAt: new Date(1000),
        private: { lease: 1 },
      }),
  });
  return { ...base, ...parts };
}

function open(resource: EphemeralResource) {
  return openEphemeralResource(serverOf({ ephemeralResources: [resource] }), {
    typeName: "test_lease",
    config,
    clientCapabilities: plainClient,
  }, call);
}

Deno.test("a text that steers a terminal or holds a token is shown in no state, and whole in an ephemeral value", async () => {
  const token = "hf_ofAnEphemeralValue012345";
  maskSecret(token, { isToken: true });
  const told = { name: "a", url: `1\u001b[2J\n${token}` };
  const { state } = await read(source(() => Promise.resolve(told)));
  assertEquals(plain(state), { name: "a", url: "1\ufffd[2J\n***" });
  const { result } = await open(
    ephemeral({ open: () => Promise.resolve({ result: told }) }),
  );
  assertEquals(plain(result), told);
});

Deno.test("ephemeral: a result that breaks the rules is an error, and is closed", async () => {
  const closed: unknown[] = [];
  const opened = await open(ephemeral({
    open: () =>
      Promise.resolve({ result: { name: "b", url: "u" }, private: "lease" }),
    close: ({ private: lease }) => {
      closed.push(lease);
      return Promise.resolve();
    },
  }));
  assertEquals(opened.diagnostics.items.map((item) => String(item.path)), [
    "name",
  ]);
  assertEquals(opened.result, null);
  assertEquals(closed, ["lease"]);
});

Deno.test("what was opened is closed when its date or private data is invalid", async () => {
  const closed: unknown[] = [];
  const close: EphemeralResource["close"] = ({ private: lease }) => {
    closed.push(lease);
    return Promise.resolve();
  };
  const late = await open(ephemeral({
    open: () =>
      Promise.resolve({
        result: found,
        renewAt: new Date(NaN),
        private: "late",
      }),
    close,
  }));
  assertStringIncludes(details(late.diagnostics), "invalid date");
  const odd = await open(ephemeral({
    open: () => Promise.resolve({ result: found, private: 1n as never }),
    close,
  }));
  assertEquals(odd.diagnostics.hasErrors, true);
  assertEquals(closed, ["late", 1n]);
});

Deno.test("ephemeral: without renew and close both RPCs answer", async () => {
  const server = serverOf({ ephemeralResources: [ephemeral()] });
  const request = { typeName: "test_lease", privateState: encodeText("1") };
  const renewed = await renewEphemeralResource(server, request, call);
  assertEquals(lines(renewed.diagnostics), []);
  assertEquals(renewed.renewAt, undefined);
  const closed = await closeEphemeralResource(server, request, call);
  assertEquals(lines(closed.diagnostics), []);
});

Deno.test("ephemeral: what a renewal returns no private data for keeps those it has", async () => {
  const given: unknown[] = [];
  const resource = ephemeral({
    renew: ({ private: kept }) => {
      given.push(kept);
      return Promise.resolve(given.length < 3 ? {} : { private: null });
    },
  });
  const server = serverOf({ ephemeralResources: [resource] });
  let privateState: Uint8Array = encodeText('"lease"');
  for (let time = 0; time < 4; time++) {
    const request = { typeName: "test_lease", privateState };
    const response = await renewEphemeralResource(server, request, call);
    privateState = response.privateState ?? empty;
  }
  assertEquals(given, ["lease", "lease", "lease", null]);
});

Deno.test("what nobody closes is closed at the end, each of several alike", async () => {
  let closed = 0;
  const lease = ephemeral({ close: () => void closed++ });
  const opened = [await open(lease), await open(lease), await open(lease)];
  const [{ privateState } = { privateState: empty }] = opened;
  const server = serverOf({ ephemeralResources: [lease] });
  const request = { typeName: "test_lease", privateState };
  await closeEphemeralResource(server, request, call);
  await runExitHooks(1000);
  assertEquals(closed, opened.length);
});

Deno.test("ephemeral: close reports a failure", async () => {
  const resource = ephemeral({ close: () => Promise.reject(new Error("no")) });
  const server = serverOf({ ephemeralResources: [resource] });
  const request = { typeName: "test_lease", privateState: empty };
  const { diagnostics } = await closeEphemeralResource(server, request, call);
  assertEquals(lines(diagnostics), ["error: Failed to close test_lease"]);
});

Deno.test("data source and ephemeral: validated like resources", async () => {
  const checked: Pick<DataSource, "schema" | "validate"> = {
    schema: {
      ...schema,
      validators: [{
        description: "it is seen",
        validate: (_, diagnostics) => diagnostics.addWarning("Seen", "It is."),
      }],
    },
    validate: ({ diagnostics }) => diagnostics.addError("Refused", "It is."),
  };
  const server = serverOf({
    dataSources: [{ ...source(failIfCalled), ...checked }],
    ephemeralResources: [ephemeral(checked)],
  });
  const kinds = { dataSources: "test_data", ephemeralResources: "test_lease" };
  for (const kind of ["dataSources", "ephemeralResources"] as const) {
    const validate = async (config: ReturnType<typeof whole>) => {
      const request = { typeName: kinds[kind], config };
      const response = await validateConfigOf(kind)(server, request, call);
      return lines(response.diagnostics);
    };
    assertEquals(await validate(whole(schema, {})), [
      "error name: Missing required attribute",
    ]);
    assertEquals(await validate(config), ["warning: Seen", "error: Refused"]);
  }
});

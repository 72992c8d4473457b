import { assertEquals } from "@std/assert";
import {
  makeMuxService,
  type MuxPart,
} from "../../../../provider/framework/rpc/make_service.ts";
import type { RpcService } from "../../../../provider/framework/plugin/call.ts";
import { muxService } from "../../../../provider/framework/rpc/mux.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { makeProvider, makeSchema, resource } from "../verify/support.ts";
import { callMethod, methods, serviceOf } from "./support.ts";

const text = s.string({ optional: true, description: "A text." });
const url = (description: string) =>
  makeSchema({ url: s.string({ optional: true, description }) });
const { list } = s.block;
const block = (maxItems: number) =>
  makeSchema({}, {
    part: list({ description: "A part.", attributes: { text }, maxItems }),
  });

type Process = Extract<MuxPart, { readonly command: unknown }>;

const cases: readonly {
  readonly name: string;
  readonly parts: readonly (Parameters<typeof makeProvider>[0] | Process)[];
  readonly fault?: string;
}[] = [
  {
    name: "nothing twice",
    parts: [{ resources: [resource()] }, {
      resources: [resource({ typeName: "lab_other" })],
    }],
  },
  {
    name: "provider blocks that differ in descriptions",
    parts: [{ schema: url("An address.") }, { schema: url("Where it is.") }],
  },
  {
    name: "one resource in both",
    parts: [{ resources: [resource()] }, { resources: [resource()] }],
    fault: "More than one of them has lab_thing.",
  },
  {
    name: "an attribute that only one provider block has",
    parts: [{ schema: url("An address.") }, {}],
    fault: "Their provider blocks differ in url.",
  },
  {
    name: "blocks with other limits",
    parts: [{ schema: block(1) }, { schema: block(2) }],
    fault: "Their provider blocks differ in part.",
  },
  {
    name: "an executable that is not there",
    parts: [{}, { command: ["/nothing/there"] }],
    fault: "Cannot start the provider /nothing/there: ",
  },
];

for (const { name, parts, fault } of cases) {
  Deno.test(`several providers with ${name}`, async () => {
    const service = await makeMuxService(
      parts.map((part) =>
        part && "command" in part ? part : makeProvider(part)
      ),
    );
    const { diagnostics } = await callMethod(
      service,
      methods.GetProviderSchema,
      {},
    );
    assertEquals(
      diagnostics.map(({ detail }) => detail.slice(0, fault?.length)),
      fault === undefined ? [] : [fault],
    );
  });
}

Deno.test("several providers can do what each can, and have no state stores", async () => {
  const { GetMetadata } = methods;
  const older: RpcService = {
    unary: {
      GetMetadata: () =>
        Promise.resolve(
          GetMetadata.response.encode({
            stateStores: [{ typeName: "lab_store" }],
          }).finish(),
        ),
    },
    serverStream: {},
  };
  const service = muxService([serviceOf(makeProvider()), older]);
  const { serverCapabilities, stateStores } = await callMethod(
    service,
    GetMetadata,
    {},
  );
  assertEquals([serverCapabilities, stateStores], [{
    planDestroy: true,
    getProviderSchemaOptional: false,
    moveResourceState: true,
    generateResourceConfig: false,
  }, []]);
});

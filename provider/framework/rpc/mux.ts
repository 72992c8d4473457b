import type { Field, Init } from "@hf-terraform/tfplugin/codec";
import { tfplugin6 } from "@hf-terraform/tfplugin/tfplugin6";
import type { Method } from "@hf-terraform/tfplugin/service";
import {
  type Call,
  RpcError,
  type RpcService,
  Status,
  type StreamHandler,
  type UnaryHandler,
} from "../plugin/call.ts";
import { sanitizeForDisplay } from "../secrets.ts";
import { type Kind, kindNames, kindOf } from "./kinds.ts";
import { methodName, typeNameOf } from "./route.ts";

const { Provider } = tfplugin6;

/**
 * Makes one service of protocol 6 of one or more: each call goes to the one that
 * has what it is about, and what is about all of them to each. What an older
 * one does not implement, it has nothing of.
 */
export function muxService(parts: readonly RpcService[]): RpcService {
  const [first] = parts;
  if (first === undefined) throw new Error("There is no provider to serve");
  let found: Promise<Owners> | undefined;
  const ownerOf = async (kind: Kind, message: unknown): Promise<Owner> => {
    const owners = await (found ??= findOwners(parts));
    return owners.get(`${kind} ${typeNameOf(message)}`) ??
      { service: first, plansDestroy: true };
  };
  const unary: Record<string, UnaryHandler> = {};
  const serverStream: Record<string, StreamHandler> = {};
  for (const [name, method] of Object.entries(Provider)) {
    const kind = kindOf(name);
    if (kind === undefined) continue;
    const { request }: Method<unknown, unknown> = method;
    if (method.kind === "unary") {
      unary[name] = async (bytes, call) => {
        const owner = await ownerOf(kind, request.decode(bytes));
        return name === "PlanResourceChange" && !owner.plansDestroy
          ? await planOwned(owner.service, bytes, call)
          : await handlerOf(owner.service.unary, name)(bytes, call);
      };
    } else {
      serverStream[name] = async function* (bytes, call) {
        const { service } = await ownerOf(kind, request.decode(bytes));
        yield* handlerOf(service.serverStream, name)(bytes, call);
      };
    }
  }
  return { unary: { ...unary, ...sharedHandlers(parts) }, serverStream };
}

/** A service that only tells why there is none. */
export function refusingService(why: string): RpcService {
  const { response } = Provider.GetProviderSchema;
  const diagnostics = [cannotBeServed(sanitizeForDisplay(why))];
  const encoded = response.encode({ diagnostics }).finish();
  return {
    unary: { GetProviderSchema: () => Promise.resolve(encoded) },
    serverStream: {},
  };
}

interface Owner {
  readonly service: RpcService;
  readonly plansDestroy: boolean;
}

/** Owners of types and functions, by kind and name. */
type Owners = ReadonlyMap<string, Owner>;

async function findOwners(parts: readonly RpcService[]): Promise<Owners> {
  const owners = new Map<string, Owner>();
  for (const service of parts) {
    const { capabilities, namesOf } = await contentOf(service);
    const owner = { service, plansDestroy: capabilities?.planDestroy === true };
    const keys = kindNames.flatMap((kind) =>
      namesOf(kind).map((name) => `${kind} ${name}`)
    );
    for (const key of keys) if (!owners.has(key)) owners.set(key, owner);
  }
  return owners;
}

/** Contents of a provider; by its schemas if its protocol is too old. */
async function contentOf(service: RpcService) {
  const call: Call = { signal: new AbortController().signal };
  const ask = async <T>({ path, response }: Method<unknown, T>) => {
    const handle = handlerOf(service.unary, methodName(path));
    return response.decode(await handle(new Uint8Array(), call));
  };
  try {
    const metadata = await ask(Provider.GetMetadata);
    return {
      capabilities: metadata.serverCapabilities,
      namesOf: (kind: Kind) =>
        metadata[kind].map((one) => "name" in one ? one.name : one.typeName),
    };
  } catch (error) {
    if (!isUnimplemented(error)) throw error;
  }
  const schemas = await ask(Provider.GetProviderSchema);
  return {
    capabilities: schemas.serverCapabilities,
    namesOf: (kind: Kind) => Object.keys(schemas[schemaFields[kind]]),
  };
}

/** Fields of a message that hold the schemas of each kind. */
const schemaFields = {
  resources: "resourceSchemas",
  dataSources: "dataSourceSchemas",
  ephemeralResources: "ephemeralResourceSchemas",
  functions: "functions",
  listResources: "listResourceSchemas",
  actions: "actionSchemas",
} as const;

/** A provider that leaves the plan of a destroy to the CLI. */
async function planOwned(
  service: RpcService,
  bytes: Uint8Array,
  call: Call,
): Promise<Uint8Array> {
  const { request, response } = Provider.PlanResourceChange;
  const { proposedNewState, priorPrivate } = request.decode(bytes);
  const isDestroy = proposedNewState?.msgpack[0] === MSGPACK_NIL;
  return isDestroy
    ? response.encode({
      plannedState: proposedNewState,
      plannedPrivate: priorPrivate,
    }).finish()
    : await handlerOf(service.unary, "PlanResourceChange")(bytes, call);
}

const MSGPACK_NIL = 0xc0;

/** Handlers of the calls that go to every provider, whose responses are joined. */
function sharedHandlers(
  parts: readonly RpcService[],
): Readonly<Record<string, UnaryHandler>> {
  const joined = <T>(
    { path, response }: Method<unknown, T>,
    own: (responses: readonly T[]) => Init<T> = () => ({}) as Init<T>,
  ): UnaryHandler =>
  async (bytes, call) => {
    const responses = await Promise.all(parts.map(async ({ unary }) => {
      try {
        const handle = handlerOf(unary, methodName(path));
        return [response.decode(await handle(bytes, call))];
      } catch (error) {
        if (isUnimplemented(error)) return [];
        throw error;
      }
    }));
    const all = responses.flat();
    const merged = Object.assign(mergeSchemas(response.fields, all), own(all));
    return response.encode(merged as Init<T>).finish();
  };
  return {
    GetMetadata: joined(Provider.GetMetadata, (all) => ({
      serverCapabilities: capabilitiesOf(all),
      stateStores: [],
    })),
    GetProviderSchema: joined(Provider.GetProviderSchema, (all) => ({
      serverCapabilities: capabilitiesOf(all),
      stateStoreSchemas: {},
      diagnostics: [
        ...all.flatMap(({ diagnostics }) => diagnostics),
        ...contradictions(all),
      ],
    })),
    GetResourceIdentitySchemas: joined(Provider.GetResourceIdentitySchemas),
    GetFunctions: joined(Provider.GetFunctions),
    ValidateProviderConfig: joined(Provider.ValidateProviderConfig),
    ConfigureProvider: joined(Provider.ConfigureProvider),
    StopProvider: joined(Provider.StopProvider, (all) => ({
      Error: all.map((one) => one.Error).filter((text) => text).join("; "),
    })),
  };
}

/**
 * The fields of several messages: the items of all their lists; the entries of
 * all their maps, of two with one key the first; of all else the first.
 */
function mergeSchemas(
  fields: readonly Field[],
  messages: readonly unknown[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(([, name, , label]) => {
    const values = messages.map((one) => (one as Record<string, never>)[name]);
    if (label === "repeated") return [name, values.flat()];
    return label === "map"
      ? [name, Object.assign({}, ...values.toReversed())]
      : [name, values.find((value) => value !== undefined)];
  }));
}

/**
 * Capabilities that the CLI may use: those that one has, and the others can do
 * without.
 */
function capabilitiesOf(
  responses: readonly {
    readonly serverCapabilities?: tfplugin6.ServerCapabilities;
  }[],
): Init<tfplugin6.ServerCapabilities> {
  const all = responses.map((one) => one.serverCapabilities);
  return {
    planDestroy: true,
    getProviderSchemaOptional: all.every((one) =>
      one?.getProviderSchemaOptional
    ),
    moveResourceState: all.some((one) => one?.moveResourceState),
    generateResourceConfig: all.every((one) => one?.generateResourceConfig),
  };
}

/**
 * Contradictions between the schemas of several providers beside each other.
 */
function contradictions(
  all: readonly tfplugin6.GetProviderSchema.Response[],
): Init<tfplugin6.Diagnostic>[] {
  const faults: string[] = [];
  for (const map of Object.values(schemaFields)) {
    const names = all.flatMap((one) => Object.keys(one[map]));
    const twice = names.filter((name, at) => names.indexOf(name) !== at);
    faults.push(...twice.map((name) => `More than one of them has ${name}.`));
  }
  const blocks = all.map(({ provider }) => new Map(listAttributes(provider)));
  for (const name of new Set(blocks.flatMap((block) => [...block.keys()]))) {
    const forms = new Set(blocks.map((block) => block.get(name)));
    if (forms.size === 1) continue;
    faults.push(`Their provider blocks differ in ${name}.`);
  }
  return faults.map((fault) =>
    cannotBeServed(
      `${fault} That is a bug in the provider: what is served behind one ` +
        "address must have one provider block, and nothing twice.",
    )
  );
}

function cannotBeServed(detail: string): Init<tfplugin6.Diagnostic> {
  const { ERROR } = tfplugin6.Diagnostic.Severity;
  const summary = "Providers cannot be served together";
  return { severity: ERROR, summary, detail };
}

/** The attributes of a provider block, without their texts. */
function listAttributes(
  schema: tfplugin6.Schema | undefined,
): (readonly [string, string])[] {
  const { attributes = [], blockTypes = [] } = schema?.block ?? {};
  return [
    ...attributes.map(({ description: _, ...rest }) => rest),
    ...blockTypes,
  ].map((one) => {
    const form = JSON.stringify(
      one,
      (_, value) => value instanceof Uint8Array ? [...value].join() : value,
    );
    return ["name" in one ? one.name : one.typeName, form] as const;
  });
}

function handlerOf<H>(handlers: Readonly<Record<string, H>>, name: string): H {
  const handle = handlers[name];
  if (handle === undefined) {
    throw new RpcError(Status.UNIMPLEMENTED, `${name} is not implemented`);
  }
  return handle;
}

function isUnimplemented(error: unknown): boolean {
  return error instanceof Error && "code" in error &&
    error.code === Status.UNIMPLEMENTED;
}

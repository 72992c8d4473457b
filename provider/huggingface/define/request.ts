import {
  type Action,
  type Attributes,
  type ConfigContext,
  type DataSource,
  dataSourceOf,
  type Diagnostics,
  type KnownConfig,
  Path,
  redactValues,
  s,
  type Schema,
} from "@hf-terraform/framework";
import {
  bindingToResponse,
  dataStateOf,
  type ResponseBinder,
} from "@hf-terraform/framework/binding";
import type { HuggingFace } from "@hf-terraform/client";
import { type Access, withAccess } from "./access.ts";
import { defineAction } from "./define.ts";
import { ShownLogs } from "./shown_logs.ts";
import { namespaceOf } from "../object/owner.ts";
import { type ErrorContext, explain } from "../object/errors.ts";
import type { HuggingFaceProvider, ProviderContext } from "../provider_data.ts";
import { sameOwner } from "../schema/same.ts";
import { repoRefOf } from "../repo/repo_fields.ts";

type Flat<A extends Attributes> = Schema<A, Readonly<Record<never, never>>>;

export type ConfigOf<A extends Attributes> = KnownConfig<Flat<A>>;

/** The parts of an error that do not follow from the attributes. */
export type ErrorDetails =
  & Partial<Omit<ErrorContext, "provider" | keyof Access>>
  & {
    /** The act that failed, before the name of its object. */
    readonly does?: string;
  };

/** The definition of a data source or an action. */
export interface RequestDefinition<A extends Attributes> {
  readonly typeName: string;
  readonly access: Access;
  readonly description: string;
  readonly adviceIfLost?: string;
  /** The act that failed, to follow "Cannot"; or the whole error. */
  readonly failed:
    | string
    | ((
      config: ConfigOf<A>,
      namespace: string,
      error: unknown,
    ) => ErrorDetails);
}

export interface ApiContext {
  readonly client: HuggingFace;
  /** The owner: that of the configuration, else the default. */
  readonly namespace: string;
}

/** Asks; an error of the client says what could not be done. */
async function runRequest<A extends Attributes, T>(
  { failed, access, adviceIfLost }: RequestDefinition<A>,
  attributes: A,
  { config, provider, signal }: ProviderContext & {
    readonly config: ConfigOf<A>;
  },
  ask: (api: ApiContext) => Promise<T>,
): Promise<T> {
  const namespace = attributes.namespace || attributes.organization
    ? await namespaceOf(config, { provider, signal })
    : "";
  const client = await provider.client();
  try {
    return await ask({ client, namespace });
  } catch (error) {
    const { does = "", ...more } = typeof failed === "string"
      ? { does: failed }
      : failed(config, namespace, error);
    const { name, ...where } = subjectOf(attributes, config, namespace);
    throw await explain(error, {
      summary: `Cannot ${does} ${name}`.trimEnd(),
      ...where,
      ...more,
      ...access,
      provider,
      adviceIfLost,
    });
  }
}

/** The object that the attributes name, its owner, and which names it. */
function subjectOf(attributes: Attributes, config: object, namespace: string) {
  const { repository, name }: { repository?: string; name?: string } = config;
  if (attributes.repository?.required && repository !== undefined) {
    const named = { repository_type: null, ...config, repository };
    const { type, id } = repoRefOf(named);
    return {
      name: attributes.repository_type ? `the ${type} ${id}` : id,
      named: "repository",
      namespace: id.split("/")[0] ?? "",
    };
  }
  if (namespace === "") return { name: "" };
  if (attributes.name?.required) {
    return { name: `${namespace}/${name}`, named: "name", namespace };
  }
  const named = attributes.organization ? "organization" : "namespace";
  return { name: namespace, named, namespace };
}

/** A data source: what differs from one to another. */
export interface DataSourceDefinition<A extends Attributes, T extends object>
  extends RequestDefinition<A> {
  /** The attributes; what `b` binds comes from what `read` returns. */
  attributes(b: ResponseBinder<T>): A;
  read(
    context: ConfigContext<ConfigOf<A>, HuggingFaceProvider> & ApiContext,
  ): Promise<T>;
}

/** Defines data sources of what is read as a `T`. */
export function dataSource<T extends object>(): <A extends Attributes>(
  definition: DataSourceDefinition<A, T>,
) => DataSource {
  return <A extends Attributes>(definition: DataSourceDefinition<A, T>) => {
    const { typeName, description, read } = definition;
    const attributes = definition.attributes(bindingToResponse<T>());
    const schema = s.schema({ description, attributes });
    return dataSourceOf({
      typeName,
      schema: withAccess(definition.access, schema),
      read: (context: ConfigContext<ConfigOf<A>, HuggingFaceProvider>) =>
        runRequest(definition, attributes, context, async (api) => {
          const call = { ...context, ...api };
          const { config, namespace } = call;
          const answer = await read(call);
          warnIfMoved(config, answer, call);
          const isFilledIn = attributes.namespace?.computed && namespace !== "";
          const told = isFilledIn ? { ...config, namespace } : config;
          return dataStateOf(attributes, answer, told);
        }),
    });
  };
}

/** Warns of a repository that has another owner than the configuration says. */
function warnIfMoved(
  config: object,
  answer: { readonly id?: unknown },
  { namespace, diagnostics }: ApiContext & {
    readonly diagnostics: Diagnostics;
  },
): void {
  const { repository, name }: { repository?: string; name?: string } = config;
  const id = repository ?? `${namespace}/${name}`;
  const now = typeof answer.id === "string" && answer.id.includes("/")
    ? answer.id
    : id;
  if (sameOwner(now, id)) return;
  diagnostics.addWarning(
    `${id} leads to ${now}, which had that name`,
    "What is read is that of its new owner.",
    Path.root.attribute(repository === undefined ? "name" : "repository"),
  );
}

/** A template of a message, which tells its values without secrets. */
type Message = Parameters<typeof redactValues>;

/** The context of an action, with the logs that it shows until it ends. */
export type RequestActionContext<C extends object> =
  & ConfigContext<C, HuggingFaceProvider>
  & ApiContext
  & { readonly logs: ShownLogs; progress(...message: Message): void };

/** An action: what differs from one to another. */
export interface RequestActionDefinition<A extends Attributes>
  extends RequestDefinition<A> {
  readonly adviceIfLost: string;
  readonly attributes: A;
  send(context: RequestActionContext<ConfigOf<A>>): Promise<void>;
}

/** Defines an action that sends something once. */
export function defineRequestAction<A extends Attributes>(
  definition: RequestActionDefinition<A>,
): Action {
  const { typeName, description, attributes, access, send } = definition;
  const schema = s.schema({ description, attributes });
  return defineAction({
    typeName,
    schema: withAccess(access, schema),
    async invoke(context) {
      const logs = new ShownLogs(context);
      const progress = (...message: Message) =>
        void context.progress(redactValues(...message));
      const ask = (api: ApiContext) =>
        send({ ...context, ...api, logs, progress }).finally(async () => {
          await logs.end();
          context.provider.forget();
        });
      await runRequest(definition, attributes, context, ask);
    },
  });
}

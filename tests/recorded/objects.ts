/**
 * Objects of recorded answers, their paths, and the resources that have them.
 *
 * @module
 */
import type { HuggingFace, RepoRef } from "../../mod.ts";
import type { RecordedAnswer } from "./answers.ts";

/** An object of a recorded answer. */
export interface RecordedObject {
  /** The name of the answer, with that of the item in a list. */
  readonly name: string;
  /** The resource that manages it. */
  readonly type: string;
  /** The ID that an import takes. */
  readonly id: string;
  /** The path whose answer shows it. */
  readonly path: string;
  /** Makes the answer at that path from the sandbox's own. */
  readonly show: (own: unknown) => unknown;
  /** The path of the list, if the service and not the sandbox has it. */
  readonly list?: string;
  /** Its item in the list; default: the answer at its own path. */
  readonly item?: unknown;
  /** The text by which a create asks for it. */
  readonly named?: unknown;
  /** The repository that it is or belongs to. */
  readonly repo?: RepoRef;
  /** Repositories that are in it. */
  readonly holds?: readonly RepoRef[];
  /** Makes it in a sandbox that has the repository. */
  readonly make?: (client: HuggingFace) => Promise<unknown>;
}

type Place = (
  answer: RecordedAnswer,
  path: string,
) => readonly RecordedObject[];

/** The value at a path of keys. */
export function nestedValue(
  value: unknown,
  ...keys: readonly string[]
): unknown {
  return keys.reduce<unknown>((inner, key) => Object(inner)[key], value);
}

/** The text at a path of keys. */
export function nestedText(value: unknown, ...keys: readonly string[]): string {
  return String(nestedValue(value, ...keys));
}

function items(body: unknown): readonly unknown[] {
  const list = nestedValue(body, "items") ?? body;
  return Array.isArray(list) ? list : [];
}

/** The items of a list with those of the same name in their place. */
function replaceItem(
  own: unknown,
  keys: readonly string[],
  item: unknown,
): unknown[] {
  return items(own).map((each) =>
    nestedText(each, ...keys) === nestedText(item, ...keys) ? item : each
  );
}

const endpoint = (
  name: string,
  body: unknown,
  namespace: string,
): RecordedObject => ({
  name,
  type: "huggingface_endpoint",
  id: `${namespace}/${nestedText(body, "name")}`,
  path: `/v2/endpoint/${namespace}/${nestedText(body, "name")}`,
  show: () => body,
  list: `/v2/endpoint/${namespace}`,
  named: nestedText(body, "name"),
});

function repo(
  name: string,
  body: unknown,
  kind: string,
  id: string,
): RecordedObject {
  const ref: RepoRef = { type: kind, id };
  return {
    name,
    type: `huggingface_${kind}`,
    id,
    path: `/api/${kind}s/${id}`,
    show: () => body,
    repo: ref,
  };
}

/** The parts of a path. */
function partsOf(path: string): readonly string[] {
  return path.split("/").slice(1);
}

/** The functions that find the objects in a route's answers. */
const places: Readonly<Record<string, Place>> = {
  "GET /v2/endpoint/{namespace}/{name}": ({ name, body }, path) => [
    endpoint(name, body, partsOf(path)[2] ?? ""),
  ],
  "GET /v2/endpoint/{namespace}": ({ name, body }, path) =>
    items(body).map((item) =>
      endpoint(
        `${name}/${nestedText(item, "name")}`,
        item,
        partsOf(path)[2] ?? "",
      )
    ),
  "GET /api/{type}s/{namespace}/{repo}": ({ name, body }, path) => {
    const [, types = "", namespace, repoName] = partsOf(path);
    const id = `${namespace}/${repoName}`;
    return [repo(name, body, types.slice(0, -1), id)];
  },
  "GET /api/{type}s": ({ name, body }, path) =>
    items(body).map((item) => {
      const id = nestedText(item, "id");
      const kind = partsOf(path)[1]?.slice(0, -1) ?? "";
      return repo(`${name}/${id}`, item, kind, id);
    }),
  // No runtime names its Space.
  "GET /api/spaces/{namespace}/{repo}/runtime": ({ name, body }) => {
    const id = `acme/${name.replace(/.*\//, "")}`;
    const own = repo(name, body, "space", id);
    return [
      { ...own, show: (info) => ({ ...Object(info), runtime: body }) },
      { ...own, path: `${own.path}/runtime` },
    ];
  },
  "GET /api/spaces/{namespace}/{repo}/variables": ({ name, body }) => {
    const space = `acme/${name.replace(/.*\//, "")}`;
    return Object.entries(Object(body)).map(([key, value]) => ({
      name: `${name}/${key}`,
      type: "huggingface_space_variable",
      id: `${space}/${key}`,
      path: `/api/spaces/${space}/variables`,
      show: (own) => ({
        ...Object(own),
        ...nestedValue(own, key) === undefined ? {} : { [key]: value },
      }),
      repo: { type: "space", id: space },
      make: (client) =>
        client.spaces.setVariable(space, {
          key,
          value: nestedText(value, "value"),
        }),
    }));
  },
  "GET /api/{type}s/{namespace}/{repo}/refs": ({ name, body }, path) => {
    const [, types = "", namespace, repoName] = partsOf(path);
    const ref: RepoRef = {
      type: types.slice(0, -1),
      id: `${namespace}/${repoName}`,
    };
    const one = (kind: "branch" | "tag", list: string) =>
      items(nestedValue(body, list)).map((item): RecordedObject => ({
        name: `${name}/${nestedText(item, "name")}`,
        type: `huggingface_repo_${kind}`,
        id: `${types}/${ref.id}/${kind}/${nestedText(item, "name")}`,
        path,
        show: (own) => ({
          ...Object(own),
          [list]: replaceItem(nestedValue(own, list), ["name"], item),
        }),
        repo: ref,
        make: (client) =>
          kind === "branch"
            ? client.refs.createBranch(ref, nestedText(item, "name"))
            : client.refs.createTag(ref, nestedText(item, "name")),
      }));
    return [...one("branch", "branches"), ...one("tag", "tags")]
      .filter((each) => !each.name.endsWith("/main"));
  },
  "GET /api/{type}s/{namespace}/{repo}/user-access-request/{status}": (
    { name, body },
    path,
  ) => {
    const [, types = "", namespace, repoName] = partsOf(path);
    const ref: RepoRef = {
      type: types.slice(0, -1),
      id: `${namespace}/${repoName}`,
    };
    if (!path.endsWith("/accepted")) return [];
    return items(body).map((item) => ({
      name: `${name}/${nestedText(item, "user", "user")}`,
      type: "huggingface_repo_access_grant",
      id: `${ref.id}/access/${nestedText(item, "user", "user")}`,
      path,
      show: (own) => replaceItem(own, ["user", "user"], item),
      repo: ref,
      make: (client) =>
        client.accessRequests.grant(ref, nestedText(item, "user", "user")),
    }));
  },
  "GET /api/collections/{slug}": ({ name, body }, path) => [{
    name,
    type: "huggingface_collection",
    id: nestedText(body, "slug"),
    path,
    show: () => body,
    list: "/api/collections",
    named: nestedText(body, "title"),
    holds: items(nestedValue(body, "items")).flatMap((item) => {
      const type = nestedText(item, "type");
      const isRepo = /^(model|dataset|space)$/.test(type);
      return isRepo ? [{ type, id: nestedText(item, "id") }] : [];
    }),
  }],
  "GET /api/settings/webhooks/{id}": ({ name, body }, path) => [{
    name,
    type: "huggingface_webhook",
    id: nestedText(body, "webhook", "id"),
    path,
    show: () => body,
    list: "/api/settings/webhooks",
    item: nestedValue(body, "webhook"),
    named: nestedText(body, "webhook", "url"),
  }],
  "GET /api/scheduled-jobs/{namespace}/{id}": ({ name, body }, path) => {
    const [, , namespace, id] = partsOf(path);
    return [{
      name,
      type: "huggingface_scheduled_job",
      id: `${namespace}/${id}`,
      path,
      show: () => body,
      list: `/api/scheduled-jobs/${namespace}`,
      named: nestedText(body, "schedule"),
    }];
  },
  "GET /api/organizations/{name}/resource-groups": ({ name, body }, path) =>
    items(body).map((item) => ({
      name: `${name}/${nestedText(item, "id")}`,
      type: "huggingface_resource_group",
      id: `${partsOf(path)[2]}/${nestedText(item, "id")}`,
      path: `${path}/${nestedText(item, "id")}`,
      show: () => item,
      list: path,
      named: nestedText(item, "name"),
    })),
};

/** The objects of the answers, in their order. */
export function objectsOf(
  answers: readonly RecordedAnswer[],
): readonly RecordedObject[] {
  return answers.flatMap((answer) => {
    if (answer.status !== 200) return [];
    const [, path = ""] = answer.request.split(/[ ?]/);
    return places[answer.route]?.(answer, path) ?? [];
  });
}

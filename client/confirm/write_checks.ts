/**
 * Checks that create objects with random names, and delete them. All but the
 * endpoints are free.
 *
 * @module
 */

import type { HuggingFace } from "../client.ts";
import { isApiError } from "../core/api_errors.ts";
import type { ComputeInstance } from "../endpoints/compute_types.ts";
import type { CreateEndpoint, EndpointType } from "../endpoints/types.ts";
import type { RepoRef } from "../repos/types.ts";
import {
  type CheckContext,
  type Guess,
  part,
  SkipError,
  succeeds,
} from "./guess.ts";

/** The cheapest instance that a namespace may use. */
export interface Machine extends ComputeInstance {
  /** The cloud. */
  readonly vendor: string;
  /** The region. */
  readonly region: string;
}

/** Finds the cheapest available instance. */
export async function cheapest(
  { endpoints }: HuggingFace,
  namespace: string,
): Promise<Machine | undefined> {
  const { vendors } = await endpoints.getCompute(namespace);
  return vendors.flatMap(({ name: vendor, regions }) =>
    regions.flatMap(({ name: region, computes }) =>
      computes.map((each) => ({ ...each, vendor, region }))
    )
  ).filter(({ status, accelerator }) =>
    status === "available" && accelerator === "cpu"
  ).toSorted((a, b) =>
    (a.pricePerHour ?? Infinity) - (b.pricePerHour ?? Infinity)
  )[0];
}

/** The types of endpoints that are tried. */
const types = ["authenticated", "private", "protected"] as const;

function bodyOf(type: EndpointType, machine: Machine): CreateEndpoint {
  const { vendor, region, instanceType, instanceSize } = machine;
  return {
    type,
    provider: { vendor, region },
    compute: {
      accelerator: "cpu",
      instanceType,
      instanceSize,
      scaling: { minReplica: 0, maxReplica: 1 },
    },
    model: {
      repository: "sentence-transformers/all-MiniLM-L6-v2",
      framework: "pytorch",
      task: "sentence-embeddings",
      image: { huggingface: {} },
    },
  };
}

async function ofType(
  { client, owner, mark, undo }: CheckContext,
  type: EndpointType,
): Promise<unknown> {
  const machine = await cheapest(client, owner);
  if (machine === undefined) throw new SkipError("no machine is offered");
  const id = `${owner}/${mark}-${type.slice(0, 4)}`;
  undo(`the endpoint ${id}`, () => client.endpoints.delete(id));
  const made = await client.endpoints.create(id, bodyOf(type, machine));
  await client.endpoints.delete(id);
  return made.type;
}

/** The model that the checks create. */
const model = ({ owner, mark }: CheckContext): RepoRef<"model"> => ({
  type: "model",
  id: `${owner}/${mark}`,
});

function on(
  context: CheckContext,
  method: "GET" | "POST" | "PUT" | "DELETE",
  rest: string,
  body?: unknown,
): PromiseLike<unknown> {
  const path = `/api/models/${model(context).id}${rest}`;
  return context.client.request(method, path, { body });
}

async function make(context: CheckContext, repo: RepoRef): Promise<void> {
  const { client, undo } = context;
  undo(`the ${repo.type} ${repo.id}`, () => client.repos.delete(repo));
  await client.repos.create(repo, {
    visibility: "private",
    ...repo.type === "space" && { sdk: "static" },
  });
}

const missing = ["status for a branch or tag that is not there"];
const invalid = ["status for a commit or branch with an invalid name"];

/** Checks that create objects and cost nothing. */
const free: readonly Guess[] = [
  {
    title: "a private model is made, and is in no resource group",
    tries: ["`GET …/resource-group` is null when there is none"],
    expected: null,
    async ask(context) {
      await make(context, model(context));
      return await on(context, "GET", "/resource-group");
    },
  },
  {
    title: "`discussionsDisabled` is read back",
    tries: ["`discussionsDisabled` in the information"],
    expected: true,
    async ask(context) {
      await on(context, "PUT", "/settings", { discussionsDisabled: true });
      return part(await on(context, "GET", ""), "discussionsDisabled");
    },
  },
  {
    title: "a wrong setting is refused",
    expected: 400,
    ask: (context) =>
      succeeds(on(context, "PUT", "/settings", { gated: "bogus" })),
  },
  {
    title: "a scan of a new repository finds nothing",
    tries: ["a scan is of `main`, and lists what is unsafe"],
    expected: [],
    ask: async (context) =>
      (await context.client.files.getScan(model(context))).filesWithIssues,
  },
  {
    title: "a branch is made once",
    expected: 409,
    async ask(context) {
      await on(context, "POST", "/branch/dev", {});
      return await succeeds(on(context, "POST", "/branch/dev", {}));
    },
  },
  {
    title: "`main` cannot be deleted",
    tries: ["status for deleting `main`"],
    expected: 403,
    ask: (context) => succeeds(on(context, "DELETE", "/branch/main")),
  },
  {
    title: "a missing branch is not found",
    tries: missing,
    expected: 404,
    ask: (context) => succeeds(on(context, "DELETE", "/branch/none")),
  },
  {
    title: "a missing tag is not found",
    tries: missing,
    expected: 404,
    ask: (context) => succeeds(on(context, "DELETE", "/tag/none")),
  },
  {
    title: "an invalid tag is refused",
    tries: invalid,
    expected: 400,
    ask: (context) =>
      succeeds(on(context, "POST", "/tag/main", { tag: "invalid tag" })),
  },
  {
    title: "a parent that is not the newest is refused",
    expected: 412,
    async ask(context) {
      const { client } = context;
      const repo = model(context);
      const { sha } = await client.repos.get(repo);
      if (sha === undefined) throw new SkipError("no commit is told");
      const commit = (content: string) =>
        client.files.commit(repo, {
          summary: "Confirm",
          parentCommit: sha,
          operations: [{ path: "a.txt", content }],
        });
      await commit("1");
      return await succeeds(commit("2"));
    },
  },
  {
    title: "a comparison has the lines of `git diff --raw`",
    tries: ["text of a comparison"],
    expected: [":000000 100644 0000000 A", "a.txt"],
    async ask(context) {
      const { refs } = context.client;
      const repo = model(context);
      const [newest, before] = await refs.listCommits(repo).toArray();
      const lines = await refs.compare(
        repo,
        before?.id ?? "",
        newest?.id ?? "",
      );
      const [, was = "", kind, path] =
        /^(:\d+ \d+ 0{7})\S* \S+ (\w)\t(.*)$/m.exec(lines) ?? [];
      return [`${was} ${kind}`, path];
    },
  },
  {
    title: "a move onto an occupied name is a conflict",
    tries: ["status of a move onto an occupied name"],
    expected: 409,
    async ask(context) {
      const occupied = `${model(context).id}-occupied`;
      await make(context, { type: "model", id: occupied });
      return await succeeds(
        context.client.repos.move(model(context), occupied),
      );
    },
  },
  {
    title: "a write to a former name leads to the new one",
    tries: ["307 for a write to the former name of a repository"],
    expected: { private: true },
    async ask(context) {
      const renamed = `${model(context).id}-renamed`;
      const { repos } = context.client;
      context.undo(
        `the model ${renamed}`,
        () => repos.delete({ type: "model", id: renamed }),
      );
      await repos.move(model(context), renamed);
      return await on(context, "PUT", "/settings", { private: true });
    },
  },
  {
    title: "a static Space cannot be paused",
    expected: 400,
    async ask(context) {
      const id = `${model(context).id}-space`;
      await make(context, { type: "space", id });
      return await succeeds(context.client.spaces.pause(id));
    },
  },
  {
    title: "the description of a key goes with the next value",
    tries: ["a description is erased when a key is set again without one"],
    expected: "none",
    async ask(context) {
      const { spaces } = context.client;
      const id = `${model(context).id}-space`;
      const variable = { key: "CONFIRM", value: "1" };
      await spaces.setVariable(id, { ...variable, description: "Why" });
      await spaces.setVariable(id, variable);
      const variables = await spaces.getVariables(id);
      return part(variables, "CONFIRM", "description") ?? "none";
    },
  },
  {
    title: "an update of a webhook without `secret` keeps it",
    tries: ["an update of a webhook without `secret` keeps it"],
    expected: true,
    async ask({ client, me, mark, undo }) {
      const { webhooks } = client;
      const body = {
        url: `https://example.com/${mark}`,
        watched: [{ type: "user", name: me }],
        domains: ["repo"],
      };
      undo("the webhook", async () => {
        for (const { id, url } of await webhooks.list().toArray()) {
          if (url?.includes(mark)) await webhooks.delete(id);
        }
      });
      const { id } = await webhooks.create({ ...body, secret: "confirm" });
      await client.request("POST", `/api/settings/webhooks/${id}`, { body });
      return (await webhooks.get(id)).hasSecret;
    },
  },
  {
    title: "a renamed collection answers to its former slug",
    tries: ["a renamed collection still answers to its former slug"],
    expected: "done",
    async ask({ client: { collections }, owner, mark, undo }) {
      undo("the collection", async () => {
        const all = await collections.list({ owner: [owner] }).toArray();
        for (const { slug, title } of all) {
          if (title?.includes(mark)) await collections.delete(slug);
        }
      });
      const { slug } = await collections.create(owner, {
        title: mark,
        private: true,
      });
      await collections.update(slug, { title: `${mark} other` });
      return await succeeds(collections.get(slug));
    },
  },
  {
    title:
      "a bucket's former name leads to it, and its deletion is answered 204",
    tries: [
      "status of the deletion of a bucket",
      "a bucket's former name leads to it",
    ],
    expected: [true, 204],
    async ask(context) {
      const { client: { buckets, repos }, undo } = context;
      const id = `${model(context).id}-bucket`;
      const to = `${id}-renamed`;
      for (const name of [id, to]) {
        undo(`the bucket ${name}`, () => buckets.delete(name));
      }
      await buckets.create(id, { visibility: "private" });
      await repos.move({ type: "bucket", id }, to);
      const isFound = (await buckets.get(id)).id === to;
      const { response } = await buckets.delete(to).withResponse();
      return [isFound, response.status];
    },
  },
  {
    title: "the deletion of a scheduled job is answered 2xx",
    tries: ["status of the deletion of a scheduled job"],
    expected: "done",
    async ask({ client: { jobs: { scheduled } }, owner, mark, undo }) {
      const labels = { confirm: mark };
      undo("the scheduled job", async () => {
        const label = `confirm=${mark}`;
        for (const { id } of await scheduled.list(owner, { label }).toArray()) {
          await scheduled.delete(`${owner}/${id}`);
        }
      });
      const { id } = await scheduled.create(owner, {
        schedule: "@yearly",
        suspend: true,
        jobSpec: {
          flavor: "cpu-basic",
          dockerImage: "python:3.12",
          command: ["true"],
          labels,
        },
      });
      return await succeeds(scheduled.delete(`${owner}/${id}`));
    },
  },
  {
    title: "who may read endpoints is told",
    expected: true,
    async ask({ client, owner }) {
      const path = `/api/inference-endpoints/${owner}/auth-check/read`;
      const name = part(await client.post(path), "namespace", "name");
      return `${name}`.toLowerCase() === owner.toLowerCase();
    },
  },
  {
    title: "an endpoint with unknown compute is refused",
    expected: 400,
    async ask({ client, owner, mark, undo }) {
      const machine = await cheapest(client, owner);
      if (machine === undefined) throw new SkipError("no machine is offered");
      const id = `${owner}/${mark}-none`;
      undo(`the endpoint ${id}`, () => client.endpoints.delete(id));
      return await succeeds(client.endpoints.create(
        id,
        bodyOf("authenticated", { ...machine, instanceType: "none" }),
      ));
    },
  },
];

/** Checks that create objects, the endpoints last. */
export const writeChecks: readonly Guess[] = [
  ...free,
  ...types.map((type): Guess => ({
    title: `an endpoint of the type \`${type}\` comes back as`,
    // The service is said to read the former word as the closed one.
    expected: type === "protected" ? "private" : type,
    ask: (context) => ofType(context, type),
  })),
  {
    title: "the name of an endpoint stays taken while it is deleted",
    tries: ["a name stays taken while the endpoint is deleted"],
    expected: "409",
    async ask(context) {
      try {
        await ofType(context, "authenticated");
      } catch (error) {
        if (isApiError(error, 409)) return "409";
        throw error;
      }
      return "free at once";
    },
  },
];

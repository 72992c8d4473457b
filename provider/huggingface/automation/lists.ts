import { defineObjectList, type ObjectList } from "../define/object_list.ts";
import { scheduledJob } from "./scheduled_job.ts";
import { receiverOf, webhook } from "./webhook.ts";

export const automationLists = {
  scheduledJob: defineObjectList({
    resource: scheduledJob,
    plural: "scheduled jobs",
    filters: ["namespace"],
    secret: { path: "secrets" },
    async *find({ client, namespace, signal }) {
      const list = await client.jobs.scheduled.list(namespace, {}, { signal })
        .toArray();
      for (const { id, jobSpec, schedule } of list) {
        yield {
          id: `${namespace}/${id}`,
          label: `${jobSpec.dockerImage ?? jobSpec.spaceId}, ${schedule}`,
          identity: { namespace, scheduled_job_id: id },
          secrets: jobSpec.secrets ?? [],
        };
      }
    },
  }),
  webhook: defineObjectList({
    resource: webhook,
    plural: "webhooks of the token's user",
    access: { permission: "user.webhooks.read" },
    filters: [],
    secret: { path: "secret" },
    async *find({ client, namespace, signal }) {
      const list = await client.webhooks.list({ signal }).toArray();
      for (const { id, watched = [], hasSecret = true, url } of list) {
        // An export is of what a namespace has; a query is of all.
        const isWatched = namespace === "" ||
          watched.some(({ name }) => `${name}/`.startsWith(`${namespace}/`));
        if (!isWatched) continue;
        const names = watched.map(({ name }) => name).join(", ");
        const label = `${names} to ${receiverOf(url ?? "a job")}`;
        yield { id, identity: { id }, label, secrets: hasSecret };
      }
    },
  }),
} satisfies Record<string, ObjectList>;

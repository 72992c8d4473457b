/**
 * Changes of a second writer in a resource's object, or beside it.
 *
 * @module
 */

import type { JsonObject } from "@hf-terraform/framework/testing";
import { objectId } from "../../client/sandbox/core/accounts.ts";
import type { Ask } from "./world.ts";

/** Objects that others left, and the way to withdraw them. */
export interface Trace {
  /** Reads their objects, which stay as they left them. */
  readonly see: () => Promise<unknown>;
  /** Takes it back. */
  readonly undo: () => Promise<unknown>;
}

/** An act of others right before a request arrives. */
export interface Deed {
  /** As tests name it. */
  readonly name: string;
  /**
   * Whether it is done only before a plan, or between a plan and its apply. The
   * Hub is asked by names: who takes one between two requests gets the second.
   */
  readonly isBetween?: true;
  /**
   * Whether it is in what the resource manages: it goes with the resource, and
   * a plan that shows it undoes it.
   */
  readonly isInside?: true;
  /** The words of the apply that loses it, where the service leaves no choice. */
  readonly isLostWith?: string;
  /** Does it. */
  readonly does: (ask: Ask) => Promise<Trace>;
}

const hub = "https://huggingface.co";
const organization = `${hub}/api/organizations/acme`;
const groups = `${organization}/resource-groups`;
const robots = `${organization}/service-accounts`;
const robot = `${robots}/${objectId("service account", "1")}`;
const people = `${organization}/scim-provisioning/v2/Users`;
const security = `${organization}/settings/network-security`;
const webhooks = `${hub}/api/settings/webhooks`;
const jobs = `${hub}/api/scheduled-jobs/acme`;
const collections = `${hub}/api/collections`;

type Json = Readonly<Record<string, unknown>>;

async function fetchJson(ask: Ask, url: string): Promise<unknown> {
  const answer = await ask("GET", url);
  const text = await answer.text();
  return answer.ok ? JSON.parse(text) : undefined;
}

/** Of a list, which may stand under a name, the first that is meant. */
async function findInList(
  ask: Ask,
  url: string,
  isMeant: (one: Json) => boolean,
): Promise<Json | undefined> {
  const answer = Object(await fetchJson(ask, url));
  const list: unknown = answer.Resources ?? answer.accessTokens ?? answer;
  return Array.isArray(list) ? list.find(isMeant) : undefined;
}

/** The answer of a request that succeeds: else nobody has written anything. */
async function mustSucceed(sent: Promise<Response>): Promise<Response> {
  const answer = await sent;
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer;
}

const nothing: Trace = { see: async () => {}, undo: async () => {} };

/** A change in the object itself. */
interface ObjectChange {
  /** The list that has the object. */
  readonly list: string;
  /** Whether it is that of the resource. */
  isMeant(one: Json): boolean;
  /** Returns the URL of the object. */
  at(one: Json): string;
  /** Changes it. */
  write(ask: Ask, one: Json): Promise<Response>;
  /** Selects the changed part. */
  theirs(one: Json): unknown;
  /** Takes back what no plan would. */
  undo?(ask: Ask, one: Json): Promise<unknown>;
}

function changeObject(
  { list, isMeant, at, write, theirs, undo }: ObjectChange,
  options: Pick<Deed, "isBetween"> = {},
): Deed {
  return {
    name: "a second writer",
    isInside: true,
    ...options,
    does: async (ask) => {
      const one = await findInList(ask, list, isMeant);
      if (one === undefined) return nothing;
      await mustSucceed(write(ask, one));
      return {
        see: async () => {
          const now = await fetchJson(ask, at(one));
          const meant = Array.isArray(now)
            ? now.find(({ id }) => id === one.id)
            : now;
          return meant === undefined ? undefined : theirs(Object(meant));
        },
        undo: async () => await undo?.(ask, one),
      };
    },
  };
}

/** Of a group, the role of somebody whom the resource does not name. */
function roleOfBob({ users }: Json): unknown {
  const all: readonly Json[] = Array.isArray(users) ? users : [];
  return all.find(({ name }) => name === "bob")?.role;
}

const setBob = (ask: Ask, { id }: Json, role: string) =>
  ask("PATCH", `${groups}/${id}/users/bob`, { role });

/** Somebody adds a member to the group of a resource. */
const added = changeObject({
  list: groups,
  isMeant: ({ name }) => name === "theirs",
  at: () => groups,
  write: (ask, { id }) =>
    ask("POST", `${groups}/${id}/users`, {
      users: [{ user: "bob", role: "read" }],
    }),
  theirs: roleOfBob,
  undo: (ask, { id }) => ask("DELETE", `${groups}/${id}/users/bob`),
});

/** Something of others beside that of the resource, in a list of all. */
function addObject(url: string, list: string, body: JsonObject): Deed {
  return {
    name: "a second writer",
    does: async (ask) => {
      const made = await (await mustSucceed(ask("POST", url, body))).json();
      const { _id } = made.tokenInfo ?? made;
      return {
        see: () => findInList(ask, list, (one) => one._id === _id),
        undo: () => ask("DELETE", `${url}/${_id}`),
      };
    },
  };
}

/** The act of a second writer, by the type of the resource that it meets. */
export const writers: Readonly<Record<string, Deed>> = {
  huggingface_webhook: changeObject({
    list: webhooks,
    isMeant: ({ url }) => url !== "https://stranger.example",
    at: ({ id }) => `${webhooks}/${id}`,
    write: (ask, { id, watched, url }) =>
      ask("POST", `${webhooks}/${id}`, {
        // As the service has shown them.
        watched: watched as JsonObject["watched"] & object,
        url: `${url}`,
        domains: ["repo", "discussion"],
      }),
    theirs: ({ webhook, domains }) => Object(webhook).domains ?? domains,
  }, { isBetween: true }),
  huggingface_scheduled_job: changeObject({
    list: jobs,
    isMeant: () => true,
    at: ({ id }) => `${jobs}/${id}`,
    write: (ask, { id }) => ask("POST", `${jobs}/${id}/suspend`, {}),
    theirs: ({ suspend }) => suspend,
  }),
  huggingface_collection: changeObject({
    list: `${collections}?owner=acme`,
    isMeant: () => true,
    at: ({ slug }) => `${collections}/${slug}`,
    write: (ask, { slug }) =>
      ask("POST", `${collections}/${slug}/items`, {
        item: { type: "space", id: "acme/stranger" },
      }),
    theirs: ({ items }) =>
      Array.isArray(items) && items.some(({ id }) => id === "acme/stranger"),
  }),
  huggingface_resource_group: changeObject({
    list: groups,
    // From the second step on, everybody is a member.
    isMeant: (group) =>
      group.name !== "theirs" && roleOfBob(group) !== undefined,
    at: () => groups,
    write: (ask, group) => setBob(ask, group, "write"),
    theirs: roleOfBob,
    undo: (ask, group) => setBob(ask, group, "read"),
  }),
  huggingface_resource_group_member: added,
  huggingface_resource_group_members: added,
  huggingface_organization_invitation: changeObject({
    list: people,
    isMeant: ({ userName }) => userName === "somebody-else",
    at: ({ id }) => `${people}/${id}`,
    write: (ask, { id, externalId }) =>
      ask("PUT", `${people}/${id}`, {
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
        externalId: `${externalId}`,
        active: false,
      }),
    theirs: ({ active }) => active,
  }, { isBetween: true }),
  huggingface_organization_network_security: {
    name: "a second writer",
    does: async (ask) => {
      const send = (isVisible: boolean) =>
        ask("PATCH", security, { keepReposMetadataVisible: isVisible });
      await mustSucceed(send(true));
      return {
        see: async () =>
          Object(await fetchJson(ask, security)).keepReposMetadataVisible,
        undo: () => send(false),
      };
    },
  },
  huggingface_organization_member: {
    name: "a second writer",
    // A change of the role names all groups, as they are right before.
    isLostWith: "joined a resource group while the role of alice was set",
    does: async (ask) => {
      const theirs = () =>
        findInList(ask, groups, ({ name }) => name === "theirs");
      const users = `${groups}/${(await theirs())?.id}/users`;
      await mustSucceed(
        ask("POST", users, { users: [{ user: "alice", role: "read" }] }),
      );
      return {
        see: theirs,
        undo: () => ask("DELETE", `${users}/alice`),
      };
    },
  },
  huggingface_service_account: addObject(robots, robots, {
    name: "ci",
    description: "theirs",
  }),
  huggingface_service_account_token: addObject(`${robot}/tokens`, robot, {
    permissions: ["org.read"],
    name: "theirs",
  }),
};

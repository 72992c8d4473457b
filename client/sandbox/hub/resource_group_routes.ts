import type { Account } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import type { JsonObject } from "../core/json.ts";
import { type Call, objectRoutes, type Route } from "../core/router.ts";
import { requirePlan } from "./repo_body.ts";

const body = is.fields({ resourceGroupId: is.orNull(is.id) });

/** Makes the routes that read and set the resource group of an object. */
export function resourceGroupOfRoutes<
  T extends { resourceGroup: string | undefined },
>(
  path: string,
  find: (call: Call) => T,
  ownerOf: (member: T) => Account,
  render: (member: T) => JsonObject,
): Route[] {
  return objectRoutes("token", `${path}/resource-group`, find, {
    GET: (_, { resourceGroup }) => renderGroup(resourceGroup),
    POST: (call, member) => {
      const { resourceGroupId } = call.readBody(body);
      requirePlan(ownerOf(member), "Resource groups");
      member.resourceGroup = resourceGroupId ?? undefined;
      return { ...render(member), addedBy: call.user.name };
    },
  });
}

/** Renders a resource group by its id; null for none. */
export function renderGroup(id: string | undefined): JsonObject | null {
  return id === undefined ? null : { id, name: "group" };
}

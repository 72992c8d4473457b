import { type Account, anyToken, renderGroup } from "../core/accounts.ts";
import { fields, id, orNull, readChecked } from "../core/checks.ts";
import type { JsonObject } from "../core/json.ts";
import { type Call, json, type Route, routes } from "../core/router.ts";
import { requirePlan } from "./repo_body.ts";

/** An object that can belong to a resource group. */
interface GroupMember {
  readonly owner: Account;
  resourceGroup: string | undefined;
}

const body = fields({ resourceGroupId: orNull(id) });

/** Makes the routes that read and set the resource group of an object. */
export function resourceGroupOfRoutes<T extends GroupMember>(
  path: string,
  find: (call: Call) => T,
  render: (member: T) => JsonObject,
): Route[] {
  return routes(anyToken, {
    [`GET ${path}/resource-group`]: (call) =>
      json(renderGroup(find(call).resourceGroup)),
    [`POST ${path}/resource-group`]: (call) => {
      const member = find(call);
      const { resourceGroupId } = readChecked(call, body);
      requirePlan(member.owner, "Resource groups");
      member.resourceGroup = typeof resourceGroupId === "string"
        ? resourceGroupId
        : undefined;
      const addedBy = call.caller.user?.name ?? "";
      return json({ ...render(member), addedBy });
    },
  });
}

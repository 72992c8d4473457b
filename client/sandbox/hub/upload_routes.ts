import { anyToken, open } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import {
  type Call,
  json,
  readObject,
  type Route,
  text,
} from "../core/router.ts";
import { readCard } from "./card.ts";
import { kindOf, kindOfPath } from "./create.ts";
import type { RepoAccess } from "./repo_access.ts";
import { objects, optionalString, requiredString } from "./repo_body.ts";
import { head } from "./repo_store.ts";

const one = "/api/:type/:namespace/:name";

/** Files that are larger go to a storage of their own. */
const regularBytes = 10_000_000;

/** Routes that the official client asks before it commits. */
export function uploadRoutes(access: RepoAccess): Route[] {
  return [
    {
      method: "POST",
      path: `${one}/preupload/*revision`,
      needs: anyToken,
      handle: (call) => preupload(call, access),
    },
    {
      method: "POST",
      path: "/api/validate-yaml",
      needs: open,
      handle: validateYaml,
    },
    {
      method: "GET",
      path: `${one}/auth-check`,
      needs: open,
      handle: (call) => {
        access.find(call, kindOfPath(call), "read");
        return text("OK");
      },
    },
    {
      method: "GET",
      path: `${one}/resource-group`,
      needs: anyToken,
      handle: (call) => {
        const { resourceGroup } = access.find(call, kindOfPath(call), "read");
        return json(
          resourceGroup === undefined
            ? null
            : { id: resourceGroup, name: "group" },
        );
      },
    },
  ];
}

function preupload(call: Call, access: RepoAccess): Response {
  const repo = access.find(call, kindOfPath(call), "write");
  const files = objects(readObject(call), "files").map((file) => {
    const size = file["size"];
    const isLarge = typeof size === "number" && size > regularBytes;
    return {
      path: requiredString(file, "path"),
      uploadMode: isLarge ? "lfs" : "regular",
      shouldIgnore: false,
    };
  });
  return json({ files, commitOid: head(repo).id });
}

function validateYaml(call: Call): Response {
  const body = readObject(call);
  const kind = kindOf(optionalString(body, "repoType") ?? "model");
  const content = optionalString(body, "content") ?? "";
  const { data, problem: message } = readCard(content, kind);
  if (message !== undefined) {
    throw new Failure(400, message, { extra: { errors: [{ message }] } });
  }
  const warnings = data !== undefined
    ? []
    : [{ message: "empty or missing yaml metadata in repo card" }];
  return json({ errors: [], warnings });
}

import { p, s, v } from "@hf-terraform/framework";
import { planText } from "../define/access.ts";
import { inOrder, sameName } from "./same.ts";
import { hexId, namespaceName, repoName } from "./validators.ts";

/** The attribute `namespace` of an object, with what its owner does. */
export function namespaceOptions(does: string = "owns it", more: string = "") {
  return {
    optional: true,
    computed: true,
    description: `The user or organization that ${does}. Default: the ` +
      "provider's `namespace`, else the user of the token." +
      (more === "" ? "" : ` ${more}`),
    validators: [namespaceName],
    semanticEquals: sameName,
  } as const;
}

const owner = {
  optional: true,
  description: "The user or organization. Default: the provider's " +
    "`namespace`, else the user of the token.",
  validators: [namespaceName],
} as const;

/** The namespace of what has no state, such as a search. */
export const ownerAttribute = s.string(owner);

/** The namespace of a data source, with its default. */
export const namespaceAttribute = s.string({ ...owner, computed: true });

/** The attribute `namespace` of what moves to another owner. */
export const movableOptions = {
  ...namespaceOptions(
    "owns it",
    "A change moves it, where the Hub allows that.",
  ),
  planModifiers: [p.useStateForUnknown()],
  change: "via",
} as const;

/** The attribute `name` of what is renamed in place. */
export const renamableOptions = {
  required: true,
  description: "The name. A change renames it in place; the old addresses " +
    "lead to the new one, until something else takes that name.",
  validators: [repoName],
  change: "via",
} as const;

/** The attribute `visibility` of what is public or private. */
export const visibilityOptions = {
  optional: true,
  default: "private",
  description: "Visibility: `public` or `private`. Default `private`.",
  validators: [v.oneOf("public", "private")],
  openness: inOrder("private", "public"),
} as const;

/** The attribute `on_destroy`, by the effects of a destroy, the default first. */
export function onDestroy(effects: Readonly<Record<string, string>>) {
  const names = Object.keys(effects);
  const [first = ""] = names;
  const all = Object.entries(effects)
    .map(([name, effect]) => `\`${name}\` ${effect}`).join("; ");
  return s.string({
    optional: true,
    default: first,
    description:
      `Effect of \`terraform destroy\`: ${all}. Default \`${first}\`. A ` +
      "destroy goes by the state: apply a change first.",
    validators: [v.oneOf(...names)],
  });
}

/** The attribute `resource_group_id` of a kind of object. */
export function groupOptions(kind: string) {
  return {
    optional: true,
    description: `The resource group of the organization that the ${kind} ` +
      `belongs to: 24 hex digits (${planText("Team")}).` +
      // Nobody moves a job.
      (["job", "collection"].includes(kind)
        ? ""
        : " Left out, an apply takes it out of that in which somebody has put it.") +
      (kind === "job" ? "" : " What an admin moves into another one looks " +
        "deleted to a token that is not in that."),
    validators: [hexId],
  } as const;
}

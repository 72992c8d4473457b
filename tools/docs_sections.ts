/**
 * Sections of each resource's page after its arguments: changes that force
 * replacement, write-only values, costly mistakes, and limits of the plan.
 *
 * @module
 */
import {
  dataAtRiskOf,
  shownNames,
  tableOf,
} from "@hf-terraform/framework/binding";
import type { Resource } from "../provider/framework/mod.ts";
import { code, enumeration } from "../provider/framework/validators/report.ts";

/** The placeholder of the sections in the template of resources. */
export const sectionsPlace = "<!-- replaced, not read back, cost -->";

/**
 * The sections of a resource, in Markdown.
 *
 * @param refusal The condition under which a replacement is refused.
 */
export function sectionsOf(
  resource: Resource,
  refusal: string | undefined,
): string {
  const cost = mistakes[resource.typeName];
  const unseen = [
    ...shared.test(resource.typeName) ? [inTwo] : [],
    ...dataAtRiskOf(resource) ? [addedLater] : [],
    ...madeOnce.test(resource.typeName) ? [createdFirst] : [],
  ];
  return [
    "## What replaces it",
    replacedBy(resource, refusal),
    "## What cannot be read back",
    notReadBack(resource),
    ...cost === undefined ? [] : ["## What a mistake costs", cost],
    ...inSteps.test(resource.typeName)
      ? ["## What a create may leave open", leftOpen(resource)]
      : [],
    ...unseen.length === 0 ? [] : ["## What no plan sees", ...unseen],
  ].join("\n\n");
}

/** The resources of which a part may stand in another resource, too. */
const shared =
  /_(files?|model|dataset|space|branch|tag|access_grant|secret|variable|resource_group|members?)$/;

/** Of what two providers have, no plan knows. */
const inTwo = "A plan refuses what two resources of it have. Two `provider` " +
  "blocks, such as with `alias`, two configurations, and a plan with `-target` " +
  "do not see all of them: what the other one has is deleted, overwritten or " +
  "set back without a word. Let each thing stand in one of them, see [Moving " +
  "things between resources](../guides/moving-things-between-resources.md).";

/** Section about the check before a destroy. */
const addedLater = "Right before it destroys, an apply looks again: if " +
  "somebody has added a commit, a tag, a file, an item, a token, or a secret " +
  "or variable of a Space since the plan, it is refused, and the next plan " +
  "says so. What has gone since does not matter. It does not look at likes, upvotes, discussions and pull " +
  "requests, and of more than 1,000 files in a bucket only at their number " +
  "and size. Where the plan could not list what is there within two seconds, " +
  "which a warning says, but not of what is tainted or `-replace` names, the apply does " +
  "not look again. Nor does it for what `create_before_destroy` replaces, or has " +
  "left where that failed (a deposed object): Terraform plans that destroy when " +
  "it applies, whatever a saved plan says. Of what is tainted and gets another " +
  "name at once, a plan says nothing, since Terraform shows only the new one: " +
  "`terraform untaint` it, or rename it later.";

/** The resources that one request does not create as a whole. */
const inSteps = /_(?:endpoint|model|dataset|space|collection|resource_group)$/;

/** The sentences on failures after the first request of a create. */
function leftOpen({ schema }: Resource): string {
  return "It takes more than one request. If a later one fails, such as with " +
    "403, what was created stays, and Terraform would replace it after an " +
    "error: so the apply ends with a **warning and exit code 0**, and what is " +
    "missing stays planned. In CI run `terraform plan -detailed-exitcode` " +
    "after the apply: it ends with 2 as long as something is left to do." +
    (schema.attributes["paused"] === undefined ? "" : " If it is `paused` " +
      "that failed, **it runs and is billed** until the next apply.");
}

/** The resources of which no second one of the name, or that is equal, is made. */
const madeOnce =
  /_(?:endpoint|model|dataset|space|bucket|repo_(?:branch|tag|access_grant)|space_(?:secret|variable)|collection|organization_invitation|resource_group(?:_member)?|scheduled_job|service_account(?:_token)?|webhook)$/;

/** Of `create_before_destroy` core tells no provider. */
const createdFirst =
  "Terraform tells no provider of `create_before_destroy`. With it, a " +
  "replacement that changes neither the name nor, where there is none, an " +
  "argument is planned, such as by `-replace`, but its apply fails: the old one " +
  "is destroyed only after the new one is created. What depends on it may have " +
  "been deleted by then. Leave it out there.";

function replacedBy(
  resource: Resource,
  refusal: string | undefined,
): string {
  const names = outermost(
    tableOf(resource.schema.attributes)
      .filter(({ attribute, binding }) =>
        binding.change === "immutable" && attribute.mode !== "computed"
      ).map(shownNames),
  );
  if (names.length === 0) return "Nothing: every change is made in place.";
  const { attributes } = resource.schema;
  const another = attributes["repository"] && attributes["repository_id"]
    ? ", or of `repository` to another repository that exists,"
    : "";
  return `A change of ${listed(names)}${another} destroys it and creates ` +
    "another one. " +
    (refusal === undefined
      ? "All other changes are made in place."
      : `The plan is refused ${refusal}.`);
}

function notReadBack(resource: Resource): string {
  const table = tableOf(resource.schema.attributes);
  const hidden = table.filter(({ attribute, binding, isParent }) =>
    !isParent && binding.write !== undefined &&
    binding.read === undefined && !attribute.writeOnly
  );
  const names = outermost(hidden.map(({ names }) => names));
  const isSent = hidden.some(({ binding }) => binding.change !== "immutable");
  const writeOnly = table.some(({ attribute }) => attribute.writeOnly);
  const sentences = [
    ...names.length === 0 ? [] : [
      `Hugging Face shows no value of ${listed(names)}. What somebody else ` +
      "changes there is not noticed, and after an import the value is the one " +
      "in the configuration.",
    ],
    ...!isSent ? [] : [
      "What somebody else has set there is overwritten by the first update that " +
      "sends a value of yours, of which no plan warns.",
    ],
    ...writeOnly
      ? [
        "Write-only arguments are in no plan or state, so that no change of " +
        "them can be seen: change their version to send them again.",
      ]
      : [],
  ];
  return sentences.length === 0
    ? "Nothing: every argument is compared with what Hugging Face has."
    : sentences.join(" ");
}

/** The paths that are not inside another one of them. */
function outermost(paths: readonly (readonly string[])[]): string[] {
  const names = paths.map((path) => path.join("."));
  return names.filter((name) =>
    !names.some((other) => name.startsWith(`${other}.`))
  );
}

function listed(names: readonly string[]): string {
  return enumeration(names.map(code), "or");
}

/** Of what is deleted with what it holds. Core drops warnings of `-replace`. */
const forced =
  "`terraform apply -replace=ADDRESS` and `replace_triggered_by` " +
  "delete it then, too, and Terraform shows no warning of what goes.";

/** Mistakes that cost more than another apply. */
const mistakes: Readonly<Record<string, string>> = {
  huggingface_endpoint: "An endpoint is billed for each replica from the " +
    "start of its machine until it is paused, scaled to zero or destroyed, " +
    "with requests or without. `min_replica = 0` bounds what one that is " +
    "forgotten costs, and the provider's `max_hourly_cost` what a plan may " +
    "add: see [Cost control](../guides/cost-control.md). A replacement takes " +
    "it away until the new one runs, and its `url` changes for all who call it.",
  huggingface_space: "Paid `hardware` is billed for each replica while the " +
    "Space runs; without `sleep_time` it runs until somebody stops it. " +
    "`terraform destroy` deletes the Space with all its files and their " +
    "history, also those that the configuration does not name; nobody can " +
    "undo that. `terraform apply -replace=ADDRESS` is refused while it has " +
    "files. " +
    "`visibility` shows the code to everybody as soon as it is " +
    "`public`.",
  huggingface_model: repository("model"),
  huggingface_dataset: repository("dataset"),
  huggingface_bucket: '`visibility = "public"` shows all files at once. With ' +
    '`on_destroy = "delete"` a destroy deletes them, and a bucket keeps no ' +
    "versions: nobody can bring them back. " + forced,
  huggingface_repo_branch: 'Without `on_destroy = "keep"` a destroy deletes ' +
    "the branch with the commits that are on no other one. `terraform apply " +
    "-replace=ADDRESS` is refused unless `main` leads to its last commit, too.",
  huggingface_repo_tag: "Endpoints and programs that load the tag find no " +
    "revision between its deletion and its creation, and another one " +
    "afterwards: see [Promoting a model](../guides/promoting-a-model.md).",
  huggingface_repo_files: "With `overwrite = true` what others committed to " +
    "these paths is replaced; it stays in the history of the branch.",
  huggingface_repo_file: "With `overwrite = true` what others committed to " +
    "this path is replaced; it stays in the history of the branch.",
  huggingface_repo_access_grant: "The user can download everything in the " +
    "repository, and keeps what was downloaded after the grant is gone.",
  huggingface_scheduled_job: "Every run is billed until it ends or reaches " +
    "`timeout_seconds`, `attempts` times if it fails; with `concurrency` " +
    "runs that are slower than the schedule add up. The provider's " +
    "`max_hourly_cost` counts them: see [Cost " +
    "control](../guides/cost-control.md). Equal ones are several jobs, each of " +
    "them billed; two `provider` blocks do not see those of each other.",
  huggingface_webhook: "A `job` is billed at every change of what is " +
    "watched, also at changes that it makes itself: one that commits to a " +
    "repository that it watches may start itself again and again.",
  huggingface_resource_group: "When a spend limit is reached, the service " +
    "pauses its Spaces and cancels its jobs, until the month ends. Without " +
    "limits it may spend what the organization may.",
  huggingface_resource_group_members:
    "Whoever is left out of `members` loses " +
    "access with the next apply.",
  huggingface_service_account: "A replacement or destroy ends all tokens of " +
    "the account at once, and every pipeline that uses one of them stops.",
  huggingface_service_account_token:
    "A change of `rotation_keepers` ends the " +
    "old value at once, before anything that uses it has the new one. " +
    "Whoever can read the state can use the token.",
  huggingface_organization_member: '`role = "admin"` may change everything, ' +
    "billing and other admins included.",
  huggingface_organization_invitation:
    "A member takes a seat that is billed. " +
    "A destroy removes a user who has accepted from the organization, with " +
    "the access to all that it owns.",
  huggingface_organization_network_security: "A range that is missing locks " +
    "out everybody who comes from it, and all tokens that are used there.",
  huggingface_space_secret: "A wrong value restarts the Space and breaks the " +
    "app that needs it; the old one cannot be read again.",
};

function repository(kind: string): string {
  return `\`visibility = "public"\` shows all files at once, and what was ` +
    `downloaded meanwhile stays out. With \`on_destroy = "delete"\` a destroy ` +
    `deletes the ${kind} with its files, likes and discussions, which nobody ` +
    `can undo. ${forced} With \`on_destroy = "keep"\` it is refused.`;
}

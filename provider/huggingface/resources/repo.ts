/**
 * `huggingface_model` and `huggingface_dataset`: repositories of the Hub.
 *
 * Routes: POST `/api/repos/create` and `/move`, DELETE `/api/repos/delete`, and
 * below `/api/{models,datasets}/{namespace}/{name}` GET, PUT `/settings` and
 * POST `/resource-group`; refreshes read the list of the namespace. The token
 * needs `repo.write`.
 *
 * @module
 */

import { isUnknown, type Resource, s, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type {
  CreateRepo,
  RepoInfo,
  RepoSettings,
  Visibility,
} from "@hf-terraform/client";
import { planText } from "../shared/access.ts";
import { definerFor, identityOf, ownerOf } from "../shared/object/bound.ts";
import { afterCreate } from "../shared/object/create.ts";
import { sizeOf } from "../shared/object/held_files.ts";
import { changeInOrder, type Opening } from "../shared/object/opening.ts";
import { parseHubId, repoUrl } from "../shared/ids.ts";
import { licenses, storageRegions } from "../shared/known_values.ts";
import type { HuggingFaceProvider } from "../shared/provider_data.ts";
import { attempt } from "../shared/object/remote_object.ts";
import {
  identify,
  look,
  removeObject,
  rename,
  warnIfRenamed,
} from "../shared/object/identity.ts";
import {
  assertNew,
  createRepo,
  findByStableId,
  infoOf,
  plannedUrl,
  regionOf,
  repoObject,
  repoOf,
} from "../shared/repo/repo_object.ts";
import { resourceGroup } from "../shared/resource_group.ts";
import { emailAddress, namespaceName, repoName } from "../shared/validators.ts";

/** What is created; its settings are sent after it. */
type Body = CreateRepo & RepoSettings;

/** What the Hub says of a repository, in the shape of the state. */
interface Answer extends Body {
  readonly _id: string;
  readonly id: string;
  readonly sha?: string;
  readonly usedStorage?: number;
  readonly createdAt?: string;
  readonly url: string;
}

interface Wire {
  readonly create: Body;
  readonly update: RepoSettings;
  readonly answer: Answer;
}

const b = bindingTo<Wire>();

/** The kinds of repositories that this file manages. */
type Kind = "model" | "dataset";

function schemaOf(kind: Kind) {
  return s.schema({
    description:
      `A [${kind} repository](https://huggingface.co/docs/hub/${kind}s) on ` +
      "the Hub. It is followed by its stable id: renamed here or on its page, " +
      `it stays the same ${kind}.`,
    attributes: {
      id: b.derived(
        s.string({ computed: true, description: "`namespace/name`." }),
        ["namespace", "name"],
        (namespace, name) => `${namespace}/${name}`,
      ),
      repository_id: b.shown("_id", types.string, {
        computed: true,
        description: "The id that stays when it is renamed: 24 hex digits.",
        key: true,
      }),
      namespace: b.at("organization", types.string, {
        optional: true,
        computed: true,
        description: "The user or organization that owns it. Default: the " +
          "provider's `namespace`, else the user of the token. A change " +
          "moves it, where the Hub allows that.",
        validators: [namespaceName()],
        change: "via",
      }),
      name: b.at("name", types.string, {
        required: true,
        description: "The name. A change renames it in place; the old " +
          "addresses lead to the new one.",
        validators: [repoName()],
        change: "via",
      }),
      visibility: b.at("visibility", types.string, {
        optional: true,
        default: "private",
        description: "Who sees it: `public` or `private`. Default " +
          "`private`.",
        validators: [v.oneOf("public", "private")],
      }),
      gated: b.by("gated", types.string, {
        optional: true,
        default: "false",
        description: "Whether others have to ask for access: `auto`: all " +
          "who ask get it; `manual`: you decide; `false`: nobody has to " +
          "ask. Default `false`.",
        validators: [v.oneOf("false", "auto", "manual")],
        to: (gated) => gated === "auto" || gated === "manual" ? gated : false,
        from: (gated) => String(gated),
      }),
      org_members_gated: b.sent("orgMembersGated", types.bool, {
        optional: true,
        description: "Whether members of the organization that owns it have " +
          "to ask for access, too, admins excepted. The Hub does not show it, " +
          "so changes made elsewhere are not noticed.",
        answer: "hidden",
        clear: { send: false },
      }),
      gated_notifications_email: b.sent(
        "gatedNotificationsEmail",
        types.string,
        {
          optional: true,
          computed: true,
          description: "Where requests for access are reported to. The Hub " +
            "does not show it, so changes made elsewhere are not noticed, and " +
            "cannot clear it: removed from the configuration, it stays as it " +
            "is.",
          validators: [emailAddress()],
          answer: "hidden",
        },
      ),
      gated_notifications_mode: b.sent("gatedNotificationsMode", types.string, {
        optional: true,
        computed: true,
        description: "How requests for access are reported: `bulk` (once a " +
          "day) or `real-time`. The Hub does not show it, so changes made " +
          "elsewhere are not noticed. Removed from the configuration, it " +
          "stays as it is.",
        validators: [v.oneOf("bulk", "real-time")],
        answer: "hidden",
      }),
      discussions_disabled: b.sent("discussionsDisabled", types.bool, {
        optional: true,
        description: "Whether discussions and pull requests are switched " +
          "off. The Hub does not show it, so changes made elsewhere are not " +
          "noticed.",
        answer: "hidden",
        clear: { send: false },
      }),
      discussions_sorting: b.sent("discussionsSorting", types.string, {
        optional: true,
        computed: true,
        description: "How discussions are sorted: `recently-created`, " +
          "`trending` or `reactions`. The Hub does not show it, so changes " +
          "made elsewhere are not noticed. Removed from the configuration, it " +
          "stays as it is.",
        validators: [v.oneOf("recently-created", "trending", "reactions")],
        answer: "hidden",
      }),
      resource_group_id: b.at("resourceGroupId", types.string, {
        ...resourceGroup(kind),
        change: "via",
      }),
      region: b.sent("region", types.string, {
        optional: true,
        computed: true,
        description:
          `Where its files are stored: \`us\` or \`eu\` (${
            planText("Team")
          }). The Hub cannot change it; removed from the ` +
          "configuration, it stays as it is.",
        validators: [v.knownValues(...storageRegions)],
        answer: "region",
        change: "immutable",
        keptIfAbsent: true,
      }),
      license: b.sent("license", types.string, {
        optional: true,
        computed: true,
        description: "The license that its first README.md names, such as " +
          "`apache-2.0`. It counts only when the repository is created; " +
          "later, change `license` in README.md. Removed from the " +
          "configuration, it stays as it is.",
        validators: [v.knownValues(...licenses)],
        answer: "hidden",
        change: "immutable",
      }),
      license_name: b.sent("license_name", types.string, {
        optional: true,
        computed: true,
        description: "What a license that is `other` is called in its first " +
          "README.md. As `license`, it counts only when the repository is " +
          "created, and stays as it is if removed.",
        validators: [
          v.matches(/^[a-z0-9.-]+$/, "lower-case letters, digits, `-` and `.`"),
          v.requiredWith("license"),
        ],
        answer: "hidden",
        change: "immutable",
      }),
      license_link: b.sent("license_link", types.string, {
        optional: true,
        computed: true,
        description:
          "Where such a license stands: `LICENSE`, `LICENSE.md` or " +
          "a URL. As `license`, it counts only when the repository is " +
          "created, and stays as it is if removed.",
        validators: [
          v.matches(
            /^(?:LICENSE(?:\.md)?|https?:\/\/\S+)$/,
            "`LICENSE`, `LICENSE.md` or a URL",
          ),
          v.requiredWith("license"),
        ],
        answer: "hidden",
        change: "immutable",
      }),
      on_destroy: b.local(
        s.string({
          optional: true,
          default: "keep",
          description:
            "What `terraform destroy` does: `keep` leaves it as it " +
            "is and only forgets it; `make_private` also hides it; `delete` " +
            "deletes it with all files, likes and discussions, which nobody " +
            "can undo. Default `keep`, so that nothing is lost by mistake.",
          validators: [v.oneOf("keep", "make_private", "delete")],
        }),
      ),
      sha: b.shown("sha", types.string, {
        computed: true,
        description: "The newest commit of `main`.",
      }),
      used_storage: b.shown("usedStorage", types.int, {
        computed: true,
        description: "The storage that it uses, in bytes.",
      }),
      url: b.shown("url", types.string, {
        computed: true,
        description: "The URL of its page.",
        dependsOn: ["namespace", "name"],
      }),
      created_at: b.shown("createdAt", types.string, {
        computed: true,
        description: "When it was created, in the form of RFC 3339.",
      }),
    },
  });
}

function answerOf(
  kind: Kind,
  info: RepoInfo,
  { hubUrl }: HuggingFaceProvider,
): Answer {
  const [organization = "", name = ""] = info.id.split("/");
  const visibility: Visibility | undefined = info.private === undefined
    ? undefined
    : info.private
    ? "private"
    : "public";
  const { _id, id, sha, usedStorage, createdAt, resourceGroup } = info;
  return {
    type: kind,
    _id,
    id,
    organization,
    name,
    visibility,
    region: regionOf(info),
    gated: info.gated ?? false,
    resourceGroupId: resourceGroup?.id,
    ...sha !== undefined && { sha },
    ...usedStorage !== undefined && { usedStorage },
    ...createdAt !== undefined && { createdAt },
    url: repoUrl(kind, id, hubUrl),
  };
}

/** A create does not take settings, so it waits for them before it is seen. */
const opens: Opening = {
  by: "visibility",
  closed: "private",
  later: {
    gated: false,
    orgMembersGated: undefined,
    discussionsDisabled: undefined,
    discussionsSorting: undefined,
    gatedNotificationsEmail: undefined,
    gatedNotificationsMode: undefined,
  },
};

function repoResource(kind: Kind): Resource {
  const schema = schemaOf(kind);
  return definerFor<Wire>()({
    typeName: `huggingface_${kind}`,
    schema,
    permission: "repo.write",
    kind,
    idOf: ({ namespace, name, id }) =>
      typeof namespace === "string"
        ? `${namespace}/${name}`
        : `${typeof id === "string" ? id : name}`,
    identity: identityOf({
      repository_id: "The id that stays when it is renamed: 24 hex digits.",
    }),
    async importKey({ id, identity, ...context }) {
      if (id !== undefined) return parseHubId(kind, id);
      const stableId = identity?.repository_id ?? "";
      const found = await findByStableId(kind, stableId, context);
      return { ...parseHubId(kind, found.id), repository_id: found._id };
    },
    decide: (context) => ({ url: plannedUrl(kind, context) }),
    holds: ({ used_storage, on_destroy }) => ({
      what:
        `${used_storage ? `in all ${sizeOf(used_storage)}` : "its files"}, ` +
        "with history, likes and discussions",
      mayBeLost: on_destroy === "delete",
      consent: 'set `on_destroy = "delete"` and apply that first',
    }),
    filesOf: ({ id }, { advice }) => advice.files({ type: kind, id: id ?? "" }),
    opens,
    async create({ body, creation, complete, save, ...context }) {
      const { provider } = context;
      const id = `${body.organization}/${body.name}`;
      const object = await repoObject(kind, id, context);
      const created = await createRepo(object, { ...creation, type: kind });
      const kept = answerOf(kind, created, provider);
      save(kept);
      const { repos } = object.client;
      const missing = await complete((settings, signal) =>
        repos.update(repoOf(object), settings, { signal })
      );
      const info = await afterCreate(
        object,
        (signal) => infoOf(object, signal),
      );
      if (info === undefined) return { ...kept, ...missing };
      assertNew(object, created._id, info);
      return { ...answerOf(kind, info, provider), ...missing };
    },
    async read({ state, provider, signal, diagnostics }) {
      const { name, repository_id } = state;
      const owner = await ownerOf(state, { provider, signal });
      const id = `${owner}/${name}`;
      const stableId = repository_id ?? null;
      const info = await provider.repos[kind].read(id, stableId, signal);
      if (info === undefined) return undefined;
      warnIfRenamed({ kind, id }, info, diagnostics);
      return answerOf(kind, info, provider);
    },
    async update({ body, plan, prior, save, ...context }) {
      const { provider, signal } = context;
      const object = await repoObject(kind, prior.id ?? "", context);
      await identify(object, prior.repository_id);
      const stableId = prior.repository_id ?? "";
      const saveReached = async () => {
        save(answerOf(kind, await infoOf(object), provider));
      };
      const to = `${
        isUnknown(plan.namespace) ? prior.namespace : plan.namespace
      }/${plan.name}`;
      const isRenamed = to !== object.id;
      if (isRenamed) {
        await rename(object, stableId, to);
        await saveReached();
      }
      const repo = repoOf(object);
      const { resource_group_id: group } = plan;
      const isRegrouped = group !== prior.resource_group_id;
      if (isRegrouped) {
        await attempt(
          "set the resource group of",
          object,
          () => object.client.repos.setResourceGroup(repo, group, { signal }),
        );
      }
      if (body !== undefined) {
        await attempt(
          "change the settings of",
          object,
          () =>
            changeInOrder(
              body,
              opens,
              (settings) =>
                object.client.repos.update(repo, settings, { signal }),
            ),
        );
      }
      if (!isRenamed && !isRegrouped && body === undefined) return undefined;
      const info = await attempt("read", object, () => infoOf(object));
      return answerOf(kind, info, provider);
    },
    planDestroy({ prior, diagnostics }) {
      if (prior.on_destroy !== "keep") return;
      diagnostics.addWarning(
        `The ${kind} ${prior.id} stays on the Hub`,
        "`on_destroy` is `keep`, so Terraform only forgets it. To delete it " +
          'with all that it holds, set `on_destroy = "delete"`, apply, then ' +
          "destroy it.",
      );
    },
    async delete({ state, ...context }) {
      if (state.on_destroy === "keep") return;
      const object = await repoObject(kind, state.id ?? "", context);
      if (state.on_destroy === "delete") {
        await removeObject(object, state.repository_id);
        return;
      }
      const found = await attempt(
        "hide",
        object,
        () => look(object, state.repository_id),
      );
      if (found === undefined) return;
      object.id = found.id;
      await attempt(
        "hide",
        object,
        () =>
          object.client.repos.update(repoOf(object), {
            visibility: "private",
          }, { signal: context.signal }),
      );
    },
  });
}

/** The resource `huggingface_model`. */
export const model: Resource = repoResource("model");
/** The resource `huggingface_dataset`. */
export const dataset: Resource = repoResource("dataset");

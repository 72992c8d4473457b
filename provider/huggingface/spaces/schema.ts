import {
  type Config,
  p,
  type Plan,
  type PlannedState,
  s,
  type State,
  types,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { idOfParts } from "../object/derived_id.ts";
import { groupOptions, namespaceOptions } from "../schema/namespace.ts";
import { planText } from "../define/access.ts";
import { flag } from "../define/inputs.ts";
import {
  hardware,
  licenses,
  sdks,
  storageRegions,
} from "../schema/known_values.ts";
import { overwriteOf } from "../repo/repo_fields.ts";
import { inSeconds } from "../schema/likely_mistakes.ts";
import { inOrder } from "../schema/same.ts";
import {
  filePath,
  repoName,
  spaceKey,
  suggest,
  textUpTo,
} from "../schema/validators.ts";
import { spaceVolumes, volumesCodec, volumesFrom } from "../schema/volumes.ts";
import { type Card, type CardKey, cardKeys, cardText } from "./card.ts";
import {
  customDomains,
  requestedBy,
  type ShownRuntime,
  type SpaceWire,
} from "./wire.ts";

const b = bindingTo<SpaceWire>();

/** A text in the front matter of the README: it stays if it is not configured. */
function onCard(key: CardKey) {
  return {
    optional: true,
    computed: true,
    encode: (text: string) => text,
    decode: (card: Card) => cardText(card[key]),
    response: "cardData",
    change: "via",
  } as const;
}

/** The attributes that an update commits. */
const committed = ["files", ...cardKeys];

/** The attributes whose change restarts a Space. */
const restarting = [
  ...committed,
  "paused",
  "hardware",
  "replicas",
  "dev_mode",
  "volumes",
  "variables",
  "secrets",
  "secrets_wo_version",
];

/** The rank of a visibility: its owners, all its page, all its code too. */
export const rankOf = inOrder("private", "protected", "public");

export const spaceSchema = s.schema({
  description:
    "A [Space](https://huggingface.co/docs/hub/spaces): an app that Hugging " +
    "Face hosts, with its repository, its settings, and what it runs on.\n\n" +
    "It is identified by its stable id: renamed by `name` or on its page, it stays " +
    "the same Space.",
  attributes: {
    id: idOfParts(
      ["namespace", "name"],
      "Namespace and name, such as `acme/my-space`.",
    ),
    space_id: b.computed("_id", types.string, {
      description: "The id that stays when the Space is renamed: 24 " +
        "hexadecimal digits.",
      key: true,
    }),
    namespace: b.field("organization", types.string, {
      ...namespaceOptions(
        "owns the Space",
        "A change moves the Space: from you to an organization, or from one " +
          "to another. The Hub moves nothing to other users.",
      ),
      response: "namespace",
      change: "via",
    }),
    name: b.field("name", types.string, {
      required: true,
      description: "The name. A change renames the Space; its old addresses " +
        "lead to the new ones, until another one takes that name. One that a " +
        "Space still has is an error: Spaces swap names in two applies.",
      validators: [repoName],
      change: "via",
    }),
    sdk: b.field("sdk", types.string, {
      optional: true,
      computed: true,
      description: "SDK of the Space: `gradio`, `docker` or `static`. By " +
        "default that of the `template`. Docker covers everything else, " +
        "Streamlit included. Static Spaces are free; to make a Gradio or " +
        "Docker Space, also on `cpu-basic`, its owner needs a paid plan: a " +
        "user PRO, an organization Team or Enterprise. Without it, the create " +
        "is refused with 402, whose text says so.",
      validators: [v.oneOf(...sdks), v.atLeastOneOf("template")],
      change: "immutable",
      sometimesReturned: true,
    }),
    template: b.field("template", types.string, {
      optional: true,
      computed: true,
      description: "The template that a new Space begins with, such as " +
        "`SpacesExamples/jupyterlab`; a plan lists them where there is none " +
        "of this name. Removed from the configuration, it stays as it is.",
      response: "hidden",
      change: "immutable",
      validators: [v.lengthAtLeast(1)],
    }),
    sdk_version: b.mapped("sdkVersion", types.string, {
      ...onCard("sdk_version"),
      description: "Version of the SDK, such as `5.49.1`; `sdk_version` " +
        "in the README. The service's choice if absent.",
      validators: [
        suggest(
          /^\d[\w.]*$/,
          "a version, such as `5.49.1`",
          (text) => text.replace(/^(?:v|[=~^><! ]+)/i, ""),
        ),
      ],
    }),
    visibility: b.field("visibility", types.string, {
      optional: true,
      default: "private",
      description: "Visibility: `public`, `private`, or `protected`: " +
        "the app is public, the files are not (paid plans). Default `private`.",
      validators: [v.oneOf("public", "private", "protected")],
      change: "via",
      openness: rankOf,
    }),
    title: b.computed("cardData", types.string, {
      optional: true,
      computed: true,
      description: "The title on the Space's card; `title` in the README. " +
        "Removed from the configuration, it stays as it is.",
      decode: (card) => cardText(card["title"]),
      change: "via",
      validators: [v.lengthAtLeast(1)],
    }),
    short_description: b.mapped("short_description", types.string, {
      ...onCard("short_description"),
      description: "Purpose of the Space; " +
        "`short_description` in the README. Removed from the configuration, " +
        "it stays as it is.",
      validators: [textUpTo(60)],
    }),
    license: b.mapped("license", types.string, {
      ...onCard("license"),
      description: "The [license](https://huggingface.co/docs/hub/" +
        "repositories-licenses), such as `apache-2.0` or `mit`; `license` in " +
        "the README. Removed from the configuration, it stays as it is.",
      validators: [v.knownValues(...licenses)],
    }),
    hardware: b.mapped("hardware", types.string, {
      optional: true,
      computed: true,
      description: "The hardware to run on, such as `t4-small`; the data " +
        "source `huggingface_space_hardware` lists them with prices. Default " +
        "`cpu-basic`, and none for static Spaces.",
      validators: [v.knownValues(...hardware, "zerogpu")],
      // What the service takes by default need not be said.
      encode: (hardware) => hardware === "cpu-basic" ? undefined : hardware,
      decode: (runtime, kept) => {
        const requested = requestedBy(runtime);
        // The two names of the same hardware.
        return kept === "zerogpu" && requested === "zero-a10g"
          ? kept
          : requested;
      },
      response: "runtime",
      change: "via",
    }),
    sleep_time: b.mapped("sleepTimeSeconds", types.int, {
      optional: true,
      computed: true,
      description: "Seconds without use until the Space sleeps and costs " +
        "nothing; `-1` for never. `cpu-basic` has a fixed sleep time of 48 " +
        "hours, and ignores this. Removed from the configuration, it stays " +
        "as it is. While the Space does not run, no change of it is seen.",
      validators: [v.anyOf<number>(v.atLeast(1), v.oneOf(-1)), inSeconds],
      encode: (seconds) => seconds,
      decode: (runtime, kept) => {
        const requested = requestedBy(runtime);
        if (requested === null) return null;
        const own = requested === "cpu-basic" ? kept : null;
        const { gcTimeout } = runtime;
        // Null is never; what does not run tells nothing; cpu-basic has its own.
        return own ?? (gcTimeout === null ? -1 : gcTimeout);
      },
      response: "runtime",
      change: "via",
      unit: "hardware",
    }),
    replicas: b.computed("runtime", types.int, {
      optional: true,
      computed: true,
      description: "Number of replicas, each of which is billed; only on " +
        "paid hardware. Default 1.",
      validators: [v.atLeast(1)],
      // Null: none, or the service scales them by itself.
      decode: (runtime) => {
        const hardware = requestedBy(runtime);
        if (hardware === null || hardware === undefined) return hardware;
        // Free hardware runs in one copy, whatever was said on the one before.
        if (hardware === "cpu-basic") return 1;
        const requested = runtime.replicas?.requested;
        return requested === "auto" ? null : requested;
      },
      change: "via",
    }),
    volumes: b.mapped(
      "volumes",
      spaceVolumes,
      {
        ...volumesCodec,
        decode: ({ volumes }: ShownRuntime, kept) =>
          volumes && volumesFrom(volumes, kept),
      },
      { response: "runtime", change: "via" },
    ),
    dev_mode: b.mapped("devModeEnabled", types.bool, {
      optional: true,
      default: false,
      description: "Whether dev mode is on: SSH and VS Code in the container " +
        "(paid plans). Default `false`.",
      encode: (isOn) => isOn || undefined,
      decode: ({ devMode }) => devMode,
      response: "runtime",
      change: "via",
    }),
    paused: b.computed("runtime", types.bool, {
      optional: true,
      default: false,
      description:
        "Whether the Space is paused: it costs nothing and answers " +
        "nothing until it is restarted. Default `false`. If somebody else " +
        "pauses or restarts it, the next apply puts that right.",
      decode: ({ stage }) =>
        stage === undefined ? undefined : stage === "PAUSED",
      change: "via",
    }),
    region: b.field("region", types.string, {
      optional: true,
      computed: true,
      description: "Region in which the Space is stored: `us` or `eu` " +
        `(${planText("Team")}).`,
      validators: [v.knownValues(...storageRegions)],
      response: "region",
      change: "immutable",
      sometimesReturned: true,
    }),
    resource_group_id: b.field("resourceGroupId", types.string, {
      ...groupOptions("Space"),
      response: "resourceGroup.id",
      change: "via",
    }),
    variables: b.field("variables", types.map(types.string), {
      optional: true,
      description: "Variables of the app. Everybody who sees the Space can " +
        "read them. Variables that are set elsewhere are left alone: those " +
        "that came by an import or a move, or were set again since the last " +
        "apply, are deleted only after an apply has set them; before, they " +
        "leave the state and stay on the Space.",
      validators: [v.keys(spaceKey)],
      change: "via",
    }),
    ...b.secrets("secrets", "secrets", {
      description:
        "Secrets of the app. The Hub shows nobody their values, but when they " +
        "were last set: one that was set elsewhere is set again. A plan warns " +
        "of what it overwrites, not of what is set while an apply sends the " +
        "key. One whose key leaves is deleted; others are left alone.",
      validators: [v.keys(spaceKey)],
      keysNotIn: ["variables"],
      change: "via",
      response: { value: "secrets", version: "secrets_wo_version" },
    }),
    files: b.computed("files", types.map(types.string), {
      optional: true,
      description:
        "Small text files by path, at most 1,000, which are committed " +
        "together. " +
        "A file that is changed elsewhere is put right. Other files are left " +
        "alone, and only files that this resource made are deleted by it. " +
        "After an import, those that the first apply finds as configured " +
        "count as imported. For large or binary files use git.",
      validators: [v.keys(filePath)],
      change: "via",
    }),
    overwrite: b.local(overwriteOf("its key leaves `files`")),
    wait_for_ready: b.local(flag(
      "Whether create and update wait until the Space runs. They " +
        "end as soon as the service says that it failed. A create that ends " +
        "so, or runs out of `timeouts`, ends with a warning, and the next " +
        "apply goes on waiting; an update fails. After a warning Terraform " +
        "goes on with what depends on it. By default they wait if " +
        "there is something to run that this resource brings along: `files` " +
        "besides `README.md` and lists of packages, or a `template`.",
    )),
    timeouts: b.local(
      s.timeouts({ create: "30m", update: "30m", delete: "5m" }),
    ),
    url: b.computed("url", types.string, {
      description: "The page of the Space, which `git clone` takes too.",
    }),
    app_url: b.computed("subdomain", types.string, {
      description: "The URL of the app.",
      decode: (subdomain) => `https://${subdomain}.hf.space`,
      planModifiers: [p.computedFrom(["namespace", "name"])],
    }),
    stage: b.computed("runtime.stage", types.string, {
      description: "Current status, such as `RUNNING`, `BUILDING`, " +
        "`SLEEPING`, `PAUSED` or `NO_APP_FILE`.",
      planModifiers: [p.computedFrom(restarting)],
    }),
    hardware_current: b.computed("runtime.hardware.current", types.string, {
      description: "The hardware that it runs on at present; null while it " +
        "does not run.",
      planModifiers: [p.computedFrom(restarting)],
    }),
    sha: b.computed("sha", types.string, {
      description: "The newest commit of the branch `main`.",
      planModifiers: [p.computedFrom(committed)],
    }),
    created_at: b.computed("createdAt", types.string, {
      description: "When it was created, in the form of RFC 3339.",
    }),
    last_modified: b.computed("lastModified", types.string, {
      description: "When its files last changed, in the form of RFC 3339.",
      planModifiers: [p.computedFrom(committed)],
    }),
    custom_domains: b.computed("runtime", types.list(types.string), {
      description: "Domains of yours that lead to the app.",
      decode: customDomains,
    }),
  },
});

export type SpaceSchema = typeof spaceSchema;
export type SpaceConfig = Config<SpaceSchema>;
export type PlannedSpace = PlannedState<SpaceSchema>;
export type SpacePlan = Plan<SpaceSchema>;
export type SpaceState = State<SpaceSchema>;

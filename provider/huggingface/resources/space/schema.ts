/**
 * What a configuration of `huggingface_space` may hold.
 *
 * @module
 */

import { p, s, types, v } from "../../../framework/mod.ts";
import { namespaceName, spaceKey, spaceName } from "../../shared/validators.ts";
import { volumeAttributes } from "./volume_schema.ts";

/** The schema of `huggingface_space`. */
export const schema = s.schema({
  description:
    "A [Space](https://huggingface.co/docs/hub/spaces): an app that Hugging " +
    "Face hosts, with its repository, its settings, and what it runs on.\n\n" +
    "It is told by its stable id: renamed by `name` or on its page, it stays " +
    "the same Space. The token needs the permission `repo.write` for the " +
    "namespace.",
  attributes: {
    id: s.string({
      computed: true,
      description: "Namespace and name, such as `acme/my-space`.",
    }),
    space_id: s.string({
      computed: true,
      description: "The id that stays when the Space is renamed: 24 " +
        "hexadecimal digits.",
    }),
    namespace: s.string({
      optional: true,
      computed: true,
      description:
        "The user or organization that owns the Space. By default the " +
        "provider's `namespace`, else the user of the token. A change moves " +
        "the Space: from you to an organization, or from one to another. " +
        "The Hub moves nothing to other users.",
      validators: [namespaceName()],
    }),
    name: s.string({
      required: true,
      description: "The name. A change renames the Space; its old addresses " +
        "lead to the new ones. Two Spaces can swap their names in one apply.",
      validators: [spaceName()],
    }),
    sdk: s.string({
      optional: true,
      computed: true,
      description: "What runs the Space: `gradio`, `docker` or `static`. By " +
        "default that of the `template`. Docker covers everything else, " +
        "Streamlit included.",
      validators: [
        v.oneOf("gradio", "docker", "static"),
        v.atLeastOneOf("template"),
      ],
      planModifiers: [p.requiresReplaceIfConfigured()],
    }),
    template: s.string({
      optional: true,
      description: "The template that a new Space begins with, such as " +
        "`SpacesExamples/jupyterlab`; the data source " +
        "`huggingface_space_templates` lists them.",
      planModifiers: [
        p.requiresReplaceIf(
          ({ prior, planned }) => prior !== null && planned !== null,
          "Changing this to another template forces a replacement.",
        ),
      ],
    }),
    sdk_version: s.string({
      optional: true,
      computed: true,
      description:
        "Which version of the SDK, such as `5.49.1`; `sdk_version` " +
        "in the README. The service's choice if absent.",
    }),
    visibility: s.string({
      optional: true,
      default: "private",
      description: "Who sees the Space: `public`, `private`, or `protected`: " +
        "the app is public, the files are not (paid plans). Default " +
        "`private`.",
      validators: [v.oneOf("public", "private", "protected")],
    }),
    title: s.string({
      optional: true,
      computed: true,
      description: "The title on the Space's card; `title` in the README. " +
        "Taken out of the configuration, it stays as it is.",
    }),
    short_description: s.string({
      optional: true,
      computed: true,
      description: "What the Space is for, in at most 60 characters; " +
        "`short_description` in the README. Taken out of the configuration, " +
        "it stays as it is.",
      validators: [v.lengthAtMost(60)],
    }),
    license: s.string({
      optional: true,
      computed: true,
      description: "The licence, such as `apache-2.0` or `mit`; `license` in " +
        "the README. Taken out of the configuration, it stays as it is.",
    }),
    hardware: s.string({
      optional: true,
      computed: true,
      description: "The hardware to run on, such as `t4-small`; the data " +
        "source `huggingface_space_hardware` lists them with prices. Default " +
        "`cpu-basic`, and none for static Spaces.",
      validators: [v.lengthAtLeast(1)],
    }),
    sleep_time: s.int({
      optional: true,
      computed: true,
      description: "Seconds without use until the Space sleeps and costs " +
        "nothing; -1 for never. `cpu-basic` has a fixed sleep time of 48 " +
        "hours, and ignores this. Taken out of the configuration, it stays " +
        "as it is.",
      validators: [sleepTime()],
    }),
    replicas: s.int({
      optional: true,
      computed: true,
      description: "How many copies run, each of which is billed; only on " +
        "paid hardware. Default 1.",
      validators: [v.atLeast(1)],
    }),
    volumes: s.objectList(volumeAttributes, {
      optional: true,
      description: "Buckets and repositories that are mounted into the " +
        "Space; not for static Spaces.",
    }),
    dev_mode: s.bool({
      optional: true,
      default: false,
      description: "Whether dev mode is on: SSH and VS Code in the container " +
        "(paid plans). Default `false`.",
    }),
    paused: s.bool({
      optional: true,
      default: false,
      description:
        "Whether the Space is paused: it costs nothing and answers " +
        "nothing until it is restarted. Default `false`. If somebody else " +
        "pauses or restarts it, the next apply puts that right.",
    }),
    region: s.string({
      optional: true,
      computed: true,
      description: "Where the Space is stored: `us` or `eu` (paid plans).",
      validators: [v.oneOf("us", "eu")],
      planModifiers: [p.requiresReplaceIfConfigured()],
    }),
    resource_group_id: s.string({
      optional: true,
      description: "The resource group of the organization that the Space " +
        "belongs to (paid plans).",
    }),
    variables: s.map(types.string, {
      optional: true,
      description: "Variables of the app. Everybody who sees the Space can " +
        "read them. Variables that are set elsewhere are left alone.",
      validators: [v.keys(spaceKey())],
    }),
    secrets: s.map(types.string, {
      optional: true,
      sensitive: true,
      description: "Secrets of the app, which are kept in the state; " +
        "`secrets_wo` are not. The Hub shows nobody their values, but when " +
        "they were last set: a secret that was set elsewhere is set again. " +
        "Secrets with other keys are left alone.",
      validators: [v.keys(spaceKey())],
    }),
    secrets_wo: s.map(types.string, {
      optional: true,
      writeOnly: true,
      sensitive: true,
      description: "Secrets of the app that are not kept in the state. They " +
        "are sent when `secrets_wo_version` changes.",
      validators: [v.keys(spaceKey()), v.requiredWith("secrets_wo_version")],
    }),
    secrets_wo_version: s.int({
      optional: true,
      description: "Any number; change it to send `secrets_wo` again.",
      validators: [v.requiredWith("secrets_wo")],
    }),
    files: s.map(types.string, {
      optional: true,
      description: "Small text files by path, which are committed together. " +
        "A file that is changed elsewhere is put right. Other files are left " +
        "alone. For large or binary files use git.",
      validators: [v.keys(filePath())],
    }),
    wait_for_running: s.bool({
      optional: true,
      description: "Whether create and update wait until the Space runs, and " +
        "fail if it does not. By default they do if there is something to " +
        "run that this resource brings along: `files` or a `template`. A " +
        "Space without app file stays in the stage `NO_APP_FILE` until code " +
        "is pushed.",
    }),
    timeouts: s.timeouts({ create: "30m", update: "30m", delete: "5m" }),
    url: s.string({ computed: true, description: "The page of the Space." }),
    app_url: s.string({ computed: true, description: "The URL of the app." }),
    git_url: s.string({
      computed: true,
      description: "What to give to `git clone` and `git remote add`.",
    }),
    stage: s.string({
      computed: true,
      description: "Where it stands, such as `RUNNING`, `BUILDING`, " +
        "`SLEEPING`, `PAUSED` or `NO_APP_FILE`.",
    }),
    hardware_current: s.string({
      computed: true,
      description: "The hardware that it runs on at present; null while it " +
        "does not run.",
    }),
    sha: s.string({
      computed: true,
      description: "The newest commit of the branch `main`.",
    }),
    created_at: s.string({
      computed: true,
      description: "When it was created, in the form of RFC 3339.",
    }),
    last_modified: s.string({
      computed: true,
      description: "When its files last changed, in the form of RFC 3339.",
    }),
    custom_domains: s.list(types.string, {
      computed: true,
      description: "Domains of yours that lead to the app.",
    }),
  },
});

/** The type of {@linkcode schema}. */
export type SpaceSchema = typeof schema;

function sleepTime() {
  return {
    description: "-1 or a number of seconds above 0",
    validate(
      value: number,
      { diagnostics, path }: Parameters<
        ReturnType<typeof v.atLeast>["validate"]
      >[1],
    ) {
      if (value === -1 || value > 0) return;
      diagnostics.addError(
        "Invalid sleep time",
        `\`${path}\` must be a number of seconds above 0, or -1 for never, ` +
          `not ${value}.`,
        path,
      );
    },
  };
}

/** No part may lead out of the repository, or into what git keeps there. */
function filePath() {
  const part = String.raw`(?!(?:\.{1,2}|\.git|\.cache)(?:\/|$))[^/\\\p{Cc}]+`;
  return v.matches(
    new RegExp(`^${part}(?:/${part})*$`, "u"),
    "a path inside the repository, such as `app.py` or `data/prompts.txt`",
  );
}

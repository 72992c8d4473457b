import { isUnknown, Path, type ValidateContext } from "@hf-terraform/framework";
import { pathsIn, refuseClashes } from "../repo/file_content.ts";
import { refuseInvalidReadme } from "../repo/readme.ts";
import { isZeroGpu } from "../schema/known_values.ts";
import { cardKeys, cardTextOf } from "./card.ts";
import type { SpaceConfig } from "./schema.ts";

type Context = ValidateContext<SpaceConfig>;

/** Checks the configuration as a whole; what is unknown is left alone. */
export async function validateSpace(context: Context): Promise<void> {
  const { config: { files }, diagnostics } = context;
  checkStatic(context);
  checkHardware(context);
  refuseClashes(pathsIn({ files }), diagnostics);
  await checkReadme(context);
}

const notForStatic = [
  "hardware",
  "sleep_time",
  "replicas",
  "volumes",
  "sdk_version",
  "dev_mode",
  "paused",
] as const;

function checkStatic({ config, diagnostics }: Context): void {
  if (config.sdk !== "static") return;
  for (const name of notForStatic) {
    const value = config[name];
    if (value === null || value === false || isUnknown(value)) continue;
    diagnostics.addError(
      `Static Space cannot have ${name}`,
      "A static Space is a folder of files: nothing runs, so that there is " +
        `nothing to set. Take \`${name}\` out, or choose another \`sdk\`.`,
      Path.root.attribute(name),
    );
  }
}

function checkHardware({ config, diagnostics }: Context): void {
  const { hardware, replicas, sdk } = config;
  const isBasic = hardware === "cpu-basic" ||
    hardware === null && sdk !== "static";
  if (isBasic && typeof replicas === "number" && replicas > 1) {
    diagnostics.addError(
      "Replicas need paid hardware",
      `\`replicas\` is ${replicas}, but \`cpu-basic\` runs in one copy only. ` +
        "Set `hardware` to a paid one, or take `replicas` out.",
      Path.root.attribute("replicas"),
    );
  }
  if (isZeroGpu(hardware) && typeof sdk === "string" && sdk !== "gradio") {
    diagnostics.addError(
      "ZeroGPU is for Gradio Spaces only",
      `\`sdk\` is \`${sdk}\`. Choose other hardware, or \`sdk = "gradio"\`.`,
      Path.root.attribute("hardware"),
    );
  }
}

async function checkReadme({ config, diagnostics }: Context): Promise<void> {
  const { files } = config;
  if (files === null || isUnknown(files)) return;
  const readme = files["README.md"];
  if (readme === undefined) return;
  for (const name of cardKeys) {
    if (config[name] === null) continue;
    diagnostics.addError(
      "Two sources of the README",
      `\`${name}\` is written into \`README.md\`, which \`files\` gives as a ` +
        `whole. Write \`${name}\` into the front matter of the file, or take ` +
        "the file out of `files`.",
      Path.root.attribute(name),
    );
  }
  const at = Path.root.attribute("files").key("README.md");
  await refuseInvalidReadme(readme, at, diagnostics);
  if (typeof readme !== "string") return;
  const { sdk } = config;
  const written = await cardTextOf(readme, "sdk");
  if (written !== undefined) {
    if (typeof sdk !== "string" || written === null) return;
    // Of an sdk that is not known, the service decides.
    const isKnown = ["gradio", "docker", "static"].includes(written);
    if (written === sdk || !isKnown) return;
    diagnostics.addError(
      "README with another sdk",
      `\`sdk\` is "${sdk}", but the front matter of \`README.md\` says ` +
        `\`sdk: ${written}\`, which would decide. Write the same into both.`,
      at,
    );
    return;
  }
  diagnostics.addError(
    "README without configuration",
    "The `README.md` of a Space must begin with front matter that has `sdk`, " +
      "or the Space does not start:\n\n---\n" +
      `sdk: ${typeof sdk === "string" ? sdk : "gradio"}\n---`,
    at,
  );
}

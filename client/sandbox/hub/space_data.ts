import type { Json } from "../core/json.ts";

// The flavors that `huggingface_hub` 2.4.0 lists for Spaces, with the prices
// of the documentation: flavor, display name, processors, memory, accelerator,
// USD per hour.
const rows = `
cpu-basic | CPU basic | 2 vCPU | 16 GB | | 0
cpu-upgrade | CPU upgrade | 8 vCPU | 32 GB | | 0.03
zero-a10g | ZeroGPU | 8 vCPU | 64 GB | 1 RTX-PRO-6000 48 GB | 0
t4-small | Nvidia T4 - small | 4 vCPU | 15 GB | 1 T4 16 GB | 0.4
t4-medium | Nvidia T4 - medium | 8 vCPU | 30 GB | 1 T4 16 GB | 0.6
l4x1 | 1x Nvidia L4 | 8 vCPU | 30 GB | 1 L4 24 GB | 0.8
l4x4 | 4x Nvidia L4 | 48 vCPU | 186 GB | 4 L4 96 GB | 3.8
l40sx1 | 1x Nvidia L40S | 8 vCPU | 62 GB | 1 L40S 48 GB | 1.8
l40sx4 | 4x Nvidia L40S | 48 vCPU | 382 GB | 4 L40S 192 GB | 8.3
l40sx8 | 8x Nvidia L40S | 192 vCPU | 1534 GB | 8 L40S 384 GB | 23.5
a10g-small | Nvidia A10G - small | 4 vCPU | 15 GB | 1 A10G 24 GB | 1
a10g-large | Nvidia A10G - large | 12 vCPU | 46 GB | 1 A10G 24 GB | 1.5
a10g-largex2 | 2x Nvidia A10G | 24 vCPU | 92 GB | 2 A10G 48 GB | 3
a10g-largex4 | 4x Nvidia A10G | 48 vCPU | 184 GB | 4 A10G 96 GB | 5
a100-large | Nvidia A100 - large | 12 vCPU | 142 GB | 1 A100 80 GB | 2.5
a100x4 | 4x Nvidia A100 | 48 vCPU | 568 GB | 4 A100 320 GB | 10
a100x8 | 8x Nvidia A100 | 96 vCPU | 1136 GB | 8 A100 640 GB | 20
rtx-pro-6000 | 1x Nvidia RTX PRO 6000 | 23 vCPU | 256 GB | 1 RTX-PRO-6000 96 GB | 2.75
rtx-pro-6000x2 | 2x Nvidia RTX PRO 6000 | 46 vCPU | 512 GB | 2 RTX-PRO-6000 192 GB | 5.5
rtx-pro-6000x4 | 4x Nvidia RTX PRO 6000 | 92 vCPU | 1024 GB | 4 RTX-PRO-6000 384 GB | 11
rtx-pro-6000x8 | 8x Nvidia RTX PRO 6000 | 184 vCPU | 2048 GB | 8 RTX-PRO-6000 768 GB | 22
`.trim().split("\n").map((line) => {
  const [
    name = "",
    prettyName = "",
    cpu = "",
    ram = "",
    accelerator = "",
    usd,
  ] = line.split("|").map((cell) => cell.trim());
  return { name, prettyName, cpu, ram, accelerator, price: Number(usd) };
});

/** The flavors that Spaces run on, with their price an hour in dollars. */
export const flavors: ReadonlyMap<string, { readonly price: number }> = new Map(
  rows.map(({ name, price }) => [name, { price }]),
);

/** Renders the hardware of Spaces. */
export function renderHardware(): Json {
  return rows.map(({ accelerator, price, ...row }) => ({
    ...row,
    accelerator: renderAccelerator(accelerator),
    unitCostMicroUSD: Math.round(price / 60 * 1_000_000),
    unitCostUSD: price / 60,
    unitLabel: "minute",
  }));
}

function renderAccelerator(accelerator: string): Json {
  const found = /^(\d+) (\S+) (.+)$/.exec(accelerator);
  if (found === null) return null;
  const [, quantity = "", model = "", vram = ""] = found;
  return { type: "gpu", model, quantity, vram, manufacturer: "Nvidia" };
}

function template(
  name: string,
  repoId: string,
  sdk: string,
  preferredPrivate = false,
) {
  return { name, repoId, sdk, preferredPrivate };
}

/** Templates of new Spaces. */
export const templates: readonly ReturnType<typeof template>[] = [
  template("JupyterLab", "SpacesExamples/jupyterlab", "docker", true),
  template("Streamlit", "streamlit/streamlit-template-space", "docker"),
  template("Gradio chatbot", "gradio-templates/chatbot", "gradio"),
];

/**
 * `deno task picture`: draws what the demo prints, what the sandbox's page shows
 * meanwhile, a plan with warnings and the report of its cost, for the README.
 *
 * @module
 */
import { findChromium, openPage } from "../tests/support/chromium.ts";
import { withoutColours } from "../provider/framework/cli/test_summary.ts";
import {
  print,
  printError,
  run,
} from "../provider/framework/testing/system/run.ts";
import { inRoot, root } from "./paths.ts";
import { picturedPlan } from "./pictured_plan.ts";
import { runTask, task } from "../provider/framework/cli/task.ts";

const command = task({
  name: "picture",
  summary:
    "Runs the demo and a plan on the sandbox; draws what they print into\n" +
    ".github/demo.svg, plan.svg and cost.svg, and the sandbox's page in\n" +
    "Chromium into .github/sandbox.png.",
  options: {},
});

const screenshot = inRoot(".github/sandbox.png");
const lineHeight = 20;
const characterWidth = 8.4;
const margin = 20;

async function main(): Promise<number> {
  const chromium = await findChromium();
  if ("reason" in chromium) {
    printError(chromium.reason);
    return 1;
  }
  // The demo waits at the line that says where to look, until it is told to go
  // on.
  const goOn = new AbortController();
  const shot = Promise.withResolvers<void>();
  let printed = "";
  const { code, stdout, stderr } = await run(
    Deno.execPath(),
    ["run", "-A", "tools/demo.ts", "--keep"],
    {
      cwd: root,
      signal: goOn.signal,
      echo: (text) => {
        printed += text;
        const url = waiting.exec(printed)?.[1];
        if (url === undefined || goOn.signal.aborted) return;
        printed = "";
        openPage(chromium.program, url, [
          "--hide-scrollbars",
          "--window-size=1360,760",
          `--screenshot=${screenshot}`,
        ]).then(() => shot.resolve(), shot.reject).finally(() => goOn.abort());
      },
    },
  );
  if (code !== 0) {
    printError(stderr);
    return code;
  }
  await shot.promise;
  const { plan, cost } = await picturedPlan();
  await draw("demo", picture(linesOf(stdout), "What the demo prints"));
  await draw("plan", picture(planLines(plan), "A plan with warnings"));
  await draw("cost", picture(costLines(cost), "What it costs an hour"));
  print(`Wrote ${screenshot}`);
  return 0;
}

async function draw(name: string, svg: string): Promise<void> {
  const file = inRoot(`.github/${name}.svg`);
  await Deno.writeTextFile(file, svg);
  print(`Wrote ${file}`);
}

const waiting = /^Open (\S+) in a browser.*\n/m;

/** The lines without what differs from run to run: paths, ports, times,
 * commits. */
function linesOf(output: string): readonly string[] {
  return [
    "$ npx --yes deno@2.9.6 task demo",
    ...withoutColours(output).replace(waiting, "").trimEnd().split("\n").map((
      line,
    ) =>
      line.replace(/http:\/\/127\.0\.0\.1:\d+/g, "http://127.0.0.1:8080")
        .replace(/; \S+ is (terraform|tofu) \S+/, "; the CLI is $1")
        .replace(/ to [0-9a-f]{8},/, " to a0225c1f,")
        .replace(/ \([\d.]+ s\)$/, "")
    ),
  ];
}

/** Extracts the lines of a plan that are the same in every run. */
export function planLines(output: string): readonly string[] {
  const lines = output.trimEnd().split("\n");
  const begin = lines.findIndex((line) => /^(Terraform|OpenTofu) /.test(line));
  return [
    "$ terraform plan",
    ...lines.slice(begin).map((line) =>
      line.replace(/"\d{4}-\d\d-\d\dT[^"]*"/, '"2026-01-01T00:00:00Z"')
    ),
  ];
}

/** Extracts the lines of the cost output. */
export function costLines(output: string): readonly string[] {
  return [
    "$ terraform output -raw hourly_cost",
    ...output.trimEnd().split("\n"),
  ];
}

/** A terminal with these lines, as an SVG picture. */
export function picture(lines: readonly string[], label: string): string {
  const longest = Math.max(...lines.map((line) => line.length));
  const width = Math.ceil(longest * characterWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const texts = lines.map((line, at) => {
    const y = margin + (at + 0.75) * lineHeight;
    const [, mark = "", rest = ""] =
      /^(ok |\$| +[~+-](?= )|Warning:)?(.*)$/s.exec(line) ?? [];
    return `  <text x="${margin}" y="${y}">` +
      `<tspan class="mark">${escaped(mark)}</tspan>${escaped(rest)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
  <style>
    rect { fill: #15181e; }
    text { fill: #d7dbe0; font: 14px ui-monospace, Menlo, Consolas, monospace; white-space: pre; }
    .mark { fill: #6fcf7f; }
  </style>
  <rect width="100%" height="100%" rx="8"/>
${texts.join("\n")}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

if (import.meta.main) await runTask(command, main);

/**
 * `deno task llms`: writes `llms.txt`, the list of pages for programs that read
 * them, each with its first sentence. See https://llmstxt.org.
 *
 * @module
 */
import { runTask, task } from "../provider/framework/cli/task.ts";
import { print } from "../provider/framework/testing/system/run.ts";
import { filesBelow } from "../provider/framework/testing/system/files.ts";
import { inRoot } from "./paths.ts";

/** The sections, and the pages of each in their order; a folder is all of it. */
const sections: Readonly<Record<string, readonly string[]>> = {
  "Use the provider": ["docs/index.md", "docs/guides/"],
  "Use the client and the sandbox": [
    "examples/client/common_tasks.md",
    "client/docs/README.md",
    "client/docs/",
    "client/sandbox/README.md",
    "client/sandbox/EVIDENCE.md",
  ],
  "Write a provider with the framework": [
    "provider/framework/README.md",
    "provider/framework/docs/tutorial.md",
    "provider/framework/docs/go.md",
    "provider/framework/docs/",
    "proto/README.md",
  ],
  "Change this project": [
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "DECISIONS.md",
    "RELEASING.md",
    "SECURITY.md",
    "CHANGELOG.md",
  ],
};

/** The text of `llms.txt`. */
export async function llms(): Promise<string> {
  const readme = await Deno.readTextFile(inRoot("README.md"));
  const parts = [`# ${titleOf(readme)}\n\n> ${firstParagraph(readme)}\n`];
  const listed = new Set<string>();
  for (const [title, places] of Object.entries(sections)) {
    const lines: string[] = [];
    for (const page of (await Promise.all(places.map(pagesAt))).flat()) {
      if (listed.has(page)) continue;
      listed.add(page);
      const text = (await Deno.readTextFile(inRoot(page)))
        .replace(frontMatter, "");
      const sentence = firstSentence(text);
      lines.push(
        `- [${titleOf(text)}](${page})${sentence && `: ${sentence}`}\n`,
      );
    }
    parts.push(`## ${title}\n\n${lines.join("")}`);
  }
  return parts.join("\n");
}

/** The front matter of a page. */
const frontMatter = /^---\n[\s\S]*?\n---\n/;

async function pagesAt(place: string): Promise<string[]> {
  if (!place.endsWith("/")) return [place];
  return (await filesBelow(inRoot(place))).map((name) => place + name);
}

function titleOf(page: string): string {
  return (/^# (.+)$/m.exec(page)?.[1] ?? "").replaceAll("`", "");
}

/** The first paragraph after the title, in one line and without links. */
function firstParagraph(page: string): string {
  const [, body = ""] = page.split(/^# .+$/m);
  const paragraph = body.replaceAll(/^```[\s\S]*?^```/gm, "").split(/\n{2,}/)
    .find((part) => /^[\w`*"[]/.test(part) && !part.startsWith("- ")) ?? "";
  return paragraph.replaceAll(/\s+/g, " ").trim()
    .replaceAll(/\[([^\]]+)\](?:\([^)]*\))?/g, "$1");
}

function firstSentence(page: string): string {
  return /^.*?[.:](?= |$)/.exec(firstParagraph(page))?.[0].replace(/:$/, ".") ??
    "";
}

const command = task({
  name: "llms",
  summary: "Writes llms.txt, the list of pages for programs that read them.",
  options: {},
});

if (import.meta.main) {
  await runTask(command, async () => {
    await Deno.writeTextFile(inRoot("llms.txt"), await llms());
    print("Wrote llms.txt");
    return 0;
  });
}

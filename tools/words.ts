/**
 * `deno task words`: fails where a docstring or a name is not in the words of
 * the field, see `glossary.md`.
 *
 * @module
 */
import { posix } from "node:path";
import { print, printError } from "../provider/framework/testing/system/run.ts";
import { exists } from "../provider/framework/testing/system/files.ts";
import { inRoot } from "./paths.ts";
import {
  type CommandArguments,
  runTask,
  task,
} from "../provider/framework/cli/task.ts";
import {
  type Breach,
  codeOf,
  type Docstring,
  docstringsOf,
  lineOf,
  sourceFiles,
} from "./source_text.ts";

/** Folders in which one name means one thing; the narrow ones come first. */
const packages: readonly string[] = [
  "client/sandbox/",
  "client/",
  "proto/",
  "provider/framework/",
  "provider/huggingface/",
  "tools/",
  "tests/",
];

/**
 * Names that break a rule, since terraform-plugin-framework-validators has them:
 * some twice, of an attribute and of a whole configuration.
 */
const fieldNames: ReadonlyMap<string, string> = new Map([
  ["between", "int64validator.Between"],
  ["conflicting", "resourcevalidator.Conflicting"],
  ["exactlyOneOf", "stringvalidator and resourcevalidator.ExactlyOneOf"],
  ["atLeastOneOf", "stringvalidator and resourcevalidator.AtLeastOneOf"],
]);

/** Sources that a person wrote. */
const checked = ["mod.ts", "client", "provider", "proto", "tools", "tests"];

const interrogative =
  /^(?:What|Who|Whom|How|Where|Which|Whose|Why|When|Whether)\b/;

/** Names and types of which a sentence with "Whether" is true or false. */
const boolean =
  /\bboolean\b|\b(?:is|has|can|should|was|may|needs|allows)[A-Z]|=\s*(?:true|false)\b|\bis\b/;

/** Forms of verbs, prepositions and adverbs, as names of one word. */
const bareWords = new RegExp(
  `^(?:${
    [
      "[a-z]{2,}(?:ing|[^e]ed)",
      "about|above|across|after|again|against|ahead|alike|almost|alone|along",
      "already|also|although|always|among|anyway|apart|around|aside|away|back",
      "because|before|behind|below|beneath|beside|between|beyond|but|by|during",
      "else|elsewhere|enough|even|ever|except|for|from|hence|here|inside|into",
      "just|like|maybe|near|never|next|of|off|often|on|once|only|onto|otherwise",
      "over|past|perhaps|quite|rather|since|so|soon|still|than|then|there",
      "through|throughout|till|to|together|toward|under|until|up|upon|very",
      "while|with|within|without|yet",
      "begun|born|broken|brought|built|chosen|done|drawn|driven|fallen|felt",
      "forgotten|found|frozen|given|gone|gotten|heard|held|hidden|kept|known",
      "lain|left|lent|lost|made|meant|met|paid|said|seen|sent|shown|shut|sold",
      "spoken|spent|stood|stolen|taken|thought|thrown|told|torn|understood|won",
      "woken|worn|written",
    ].join("|")
  })$`,
  "i",
);

/** Nouns and verbs that look like a gerund or a participle. */
const noun =
  /^(?:billing|bed|binding|embed|encoding|exceed|feed|logging|need|ping|pricing|ring|seed|setting|speed|(?:doc|sub)?string|thing|warning)$/i;

const exported =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Checks the source files of the checkout, or those of some folders. */
export async function checkWordsOfTree(
  folders: readonly string[] = [],
): Promise<Breach[]> {
  const files = new Map<string, string>();
  for (const path of checked) {
    if (!await exists(inRoot(path))) continue;
    for (const file of await sourceFiles(path)) {
      if (file.startsWith("proto/gen/")) continue;
      files.set(file, await Deno.readTextFile(inRoot(file)));
    }
  }
  const breaches = checkWords(files);
  return folders.length === 0
    ? breaches
    : breaches.filter(({ file }) => folders.some((at) => file.startsWith(at)));
}

/** Checks sources against every rule. */
export function checkWords(files: ReadonlyMap<string, string>): Breach[] {
  const breaches: Breach[] = [];
  const definitions = new Map<string, string>();
  for (const [file, text] of files) {
    breaches.push(...checkDocstrings(file, text));
    const stem = posix.basename(file, ".ts");
    if (isBare(stem)) {
      breaches.push({ file, line: 1, message: bareMessage("file", stem) });
    }
    const code = codeOf(text);
    const owner = packages.find((at) => file.startsWith(at)) ?? "client/";
    for (const { index, 1: name = "" } of code.matchAll(exported)) {
      if (fieldNames.has(name)) continue;
      const line = lineOf(code, index);
      if (isBare(name)) {
        breaches.push({ file, line, message: bareMessage("export", name) });
      }
      const key = `${owner} ${name}`;
      const other = definitions.get(key) ?? file;
      definitions.set(key, other);
      if (other === file) continue;
      const message = `${other} exports another \`${name}\``;
      breaches.push({ file, line, message });
    }
  }
  return breaches;
}

function checkDocstrings(file: string, text: string): Breach[] {
  return docstringsOf(text).filter(opensWrongly).map((docstring) => ({
    file,
    line: lineOf(text, docstring.index),
    message: `docstring opens with an interrogative: "${
      docstring.text.split("\n", 1)
    }". Open it with a noun phrase, or a verb in the third person`,
  }));
}

function opensWrongly({ text, declaration }: Docstring): boolean {
  if (!interrogative.test(text)) return false;
  return !(text.startsWith("Whether") && boolean.test(declaration));
}

function isBare(name: string): boolean {
  return /^[A-Z]?[a-z]+$/.test(name) && bareWords.test(name) &&
    !noun.test(name);
}

function bareMessage(kind: string, name: string): string {
  return `${kind} \`${name}\` is a bare participle, gerund, preposition or ` +
    "adverb. Name a thing by a noun, a function by a verb";
}

const command = task({
  name: "words",
  summary: "Fails where a docstring or a name is not in the words of the " +
    "field.",
  options: {},
  operands: {
    name: "FOLDER",
    help: "check only these (default all)",
  },
});

async function main(
  { operands }: CommandArguments<typeof command.options>,
): Promise<number> {
  const breaches = await checkWordsOfTree(operands);
  for (const { file, line, message } of breaches) {
    printError(`${file}:${line}: ${message}`);
  }
  print(
    breaches.length === 0
      ? "Words: clean"
      : `Words: ${breaches.length} breaches`,
  );
  return breaches.length === 0 ? 0 : 1;
}

if (import.meta.main) await runTask(command, main);

/**
 * The task `release:check`: reads the folder of a release as a registry
 * would, and says all that is wrong with it.
 *
 * It shares no code with what writes a release. Without a platform all six
 * must be there; without a public key the release must not be signed.
 *
 * @module
 */

import { sanitizeForDisplay } from "../../secrets.ts";
import { exists } from "../../testing/system/files.ts";
import { print, printError, run } from "../../testing/system/run.ts";
import { executablePlatform } from "../executable_format.ts";
import { executableOf, inProject, type Project } from "../project.ts";
import { thisPlatform } from "../../testing/system/plugin_folder.ts";
import { sha256 } from "../../testing/system/sha256.ts";
import {
  type CommandArguments,
  runTask,
  type Task,
  task,
  UsageError,
} from "../task.ts";
import { keyRing } from "./gpg.ts";
import { readZip, type ZipEntry } from "./zip_reader.ts";

/** The requirements of a release. */
export interface ReleaseRequirements {
  /** The version, without `v`. */
  readonly version: string;
  /** The platforms, such as `linux_amd64`; default: all six. */
  readonly platforms?: readonly string[] | undefined;
  /** The key that signed, armoured; undefined if the release is not signed. */
  readonly publicKey?: string | undefined;
}

/** The platforms that registries offer and Deno compiles for. */
const allPlatforms = [
  "darwin_amd64",
  "darwin_arm64",
  "linux_amd64",
  "linux_arm64",
  "windows_amd64",
  "windows_arm64",
];

/** The largest file of a release that is read: an executable has some 100 MiB. */
const MAX_BYTES = 256 * 2 ** 20;

/**
 * All that is wrong with a release, a line each; empty if nothing is. Its zips
 * are read only if their sums are right, and its executable is started only if
 * all else is.
 */
export async function checkRelease(
  project: Pick<Project, "address">,
  folder: string,
  wanted: ReleaseRequirements,
): Promise<string[]> {
  const faults = await findFaults(project, folder, wanted);
  // Names and sums are words of who made the folder.
  return faults.map(sanitizeForDisplay);
}

async function findFaults(
  project: Pick<Project, "address">,
  folder: string,
  wanted: ReleaseRequirements,
): Promise<string[]> {
  const executable = executableOf(project);
  const stem = `${executable}_${wanted.version}`;
  const platforms = wanted.platforms ?? allPlatforms;
  const zips = platforms.map((platform) => `${stem}_${platform}.zip`);
  const sums = `${stem}_SHA256SUMS`;
  const signature = wanted.publicKey === undefined ? [] : [`${sums}.sig`];
  const bill = `${stem}_sbom.cdx.json`;
  // Not each platform has compiled code.
  const codes = [];
  for (const platform of platforms) {
    const code = `${stem}_${platform}.cache`;
    if (await exists(`${folder}/${code}`)) codes.push(code);
  }
  const listed = [...zips, ...codes, `${stem}_manifest.json`, bill].sort();
  const names = await checkNames(folder, [...listed, sums, ...signature]);
  if (names.length > 0) return names;
  const wrong = [
    ...await checkSums(folder, sums, listed),
    ...await checkManifest(`${folder}/${stem}_manifest.json`),
    ...await checkBill(`${folder}/${bill}`, wanted.version),
    ...await checkSignature(`${folder}/${sums}`, wanted.publicKey),
  ];
  if (wrong.length > 0) return wrong;
  for (const platform of platforms) {
    const zip = `${folder}/${stem}_${platform}.zip`;
    const suffix = platform.startsWith("windows") ? ".exe" : "";
    const program = `${executable}_v${wanted.version}${suffix}`;
    wrong.push(...await checkZip(zip, platform, program));
  }
  const own = thisPlatform();
  return wrong.length > 0 || !platforms.includes(own)
    ? wrong
    : await checkStart(`${folder}/${stem}_${own}.zip`, wanted.version);
}

async function checkNames(
  folder: string,
  wanted: readonly string[],
): Promise<string[]> {
  const wrong: string[] = [];
  const missing = new Set(wanted);
  for await (const { name } of Deno.readDir(folder)) {
    const { isFile, size } = await Deno.lstat(`${folder}/${name}`);
    if (!missing.delete(name)) {
      wrong.push(`${name} does not belong to the release`);
    } else if (!isFile || size > MAX_BYTES) {
      // A link may lead to what never ends.
      wrong.push(`${name} is no file of at most ${MAX_BYTES / 2 ** 20} MiB`);
    }
  }
  return [...Array.from(missing, (name) => `${name} is missing`), ...wrong];
}

async function checkSums(
  folder: string,
  sums: string,
  names: readonly string[],
): Promise<string[]> {
  const text = await Deno.readTextFile(`${folder}/${sums}`);
  const lines = text.trimEnd().split("\n");
  const wrong: string[] = [];
  for (const name of names) {
    const sum = await sha256(await Deno.readFile(`${folder}/${name}`));
    const at = lines.indexOf(`${sum}  ${name}`);
    if (at === -1) wrong.push(`${sums} does not list the sum of ${name}`);
    else lines.splice(at, 1);
  }
  const others = lines.map((line) => `${sums} has a line too many: "${line}"`);
  return [...wrong, ...others];
}

async function checkManifest(path: string): Promise<string[]> {
  const manifest = await Deno.readTextFile(path);
  const right = { version: 1, metadata: { protocol_versions: ["6.0"] } };
  return JSON.stringify(JSON.parse(manifest)) === JSON.stringify(right)
    ? []
    : [`The manifest is not ${JSON.stringify(right)}`];
}

/** The components of every provider, which its bill has to name. */
const certain = ["deno", "v8", "@grpc/grpc-js", "protobufjs"];

async function checkBill(path: string, version: string): Promise<string[]> {
  interface Part {
    readonly name: string;
    readonly version: string;
    readonly licenses: readonly unknown[];
  }
  const bill: {
    bomFormat: string;
    metadata: { component: Part };
    components: readonly Part[];
  } = JSON.parse(await Deno.readTextFile(path));
  const names = bill.components.map(({ name }) => name);
  return [
    ...bill.bomFormat === "CycloneDX" ? [] : ["The bill is not of CycloneDX"],
    ...bill.metadata.component.version === version
      ? []
      : ["The bill is of another version"],
    ...certain.filter((name) => !names.includes(name)).map((name) =>
      `The bill lacks ${name}`
    ),
    ...bill.components.filter((part) =>
      part.version === "" || part.licenses.length === 0
    ).map(({ name }) => `The bill lacks version or licence of ${name}`),
  ];
}

/** The numbers that RFC 4880 gives the kinds of keys that registries take. */
const rsaAndDsa = ["1", "17"];

/** The numbers that it gives MD5, SHA-1 and RIPEMD-160. */
const brokenDigests = ["1", "2", "3"];

/**
 * All that is wrong with the signature beside the sums of a release.
 *
 * @param sums The file of the sums; its signature ends in `.sig`.
 * @param publicKey The key that signed, armoured; undefined: none did.
 */
export async function checkSignature(
  sums: string,
  publicKey: string | undefined,
): Promise<string[]> {
  if (publicKey === undefined) return [];
  const signature = await Deno.readFile(`${sums}.sig`);
  const [first = 0] = signature;
  // The first byte of a binary packet has its highest bit set.
  if (first < 0x80) return ["The signature is not a binary one"];
  await using ring = await keyRing();
  const key = `${ring.folder}/public`;
  await Deno.writeTextFile(key, publicKey);
  try {
    await ring.gpg(["--import", key]);
    const { stdout } = await ring.gpg([
      "--status-fd=1",
      "--verify",
      `${sums}.sig`,
      sums,
    ]);
    // Of a key that has expired or was revoked, gpg says so instead.
    if (!/^\[GNUPG:\] GOODSIG /m.test(stdout)) {
      return ["The signature is of a key that has expired or was revoked"];
    }
    const fields = /VALIDSIG (.*)/.exec(stdout)?.[1]?.split(" ") ?? [];
    return [
      ...rsaAndDsa.includes(fields[6] ?? "")
        ? []
        : ["The signature is of a key that is neither RSA nor DSA"],
      ...brokenDigests.includes(fields[7] ?? "")
        ? ["The signature is of MD5, SHA-1 or RIPEMD-160, which are broken"]
        : [],
    ];
  } catch (error) {
    return [`The signature does not fit: ${error}`];
  }
}

async function checkZip(
  path: string,
  platform: string,
  program: string,
): Promise<string[]> {
  const zip = path.replace(/.*\//, "");
  try {
    const entries = readZip(await Deno.readFile(path));
    const [executable, ...texts] = entries;
    if (executable === undefined) return [`${zip} is empty`];
    return [
      ...checkExecutable(executable, platform, program),
      ...checkTexts(texts),
    ].map((text) => `${zip}: ${text}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`${zip}: ${reason}`];
  }
}

function checkExecutable(
  { name, mode, bytes, changed }: ZipEntry,
  platform: string,
  program: string,
): string[] {
  const wrong: string[] = [];
  if (name !== program) wrong.push(`${name} should be named ${program}`);
  if (mode !== 0o100755) wrong.push(`The mode is ${mode.toString(8)}`);
  if (changed !== "1980-01-01T00:00:00") {
    wrong.push(`The time is ${changed}, so that no two builds are the same`);
  }
  const { os, arch } = executablePlatform(bytes.subarray(0, 1024));
  if (`${os}_${arch}` !== platform) {
    wrong.push(`The executable is for ${os}_${arch}`);
  }
  return wrong;
}

/** The licences, ours and those of others. */
function checkTexts(texts: readonly ZipEntry[]): string[] {
  const wanted = ["LICENSE", "THIRD_PARTY_NOTICES.txt"];
  return [
    ...wanted.filter((name) =>
      !texts.some((text) => text.name === name && text.bytes.length > 1_000)
    ).map((name) => `It lacks ${name}`),
    ...texts.filter(({ name }) => !wanted.includes(name)).map(({ name }) =>
      `${name} does not belong into it`
    ),
    ...texts.filter(({ mode }) => mode !== 0o100644).map(({ name, mode }) =>
      `The mode of ${name} is ${mode.toString(8)}`
    ),
  ];
}

/** Starts the executable of a zip with nothing around it. */
async function checkStart(zip: string, version: string): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "start_" });
  try {
    const path = `${folder}/provider.exe`;
    const [executable] = readZip(await Deno.readFile(zip));
    await Deno.writeFile(path, executable?.bytes ?? new Uint8Array(), {
      mode: 0o755,
    });
    const { code, stdout, stderr } = await run(path, ["--version"], {
      cwd: folder,
      env: { TMPDIR: folder },
      clearEnv: true,
    });
    if (code !== 0) return [`The executable does not start: ${stderr.trim()}`];
    return stdout.trim().endsWith(` ${version}`)
      ? []
      : [`The executable says that it is "${stdout.trim()}"`];
  } catch (error) {
    return [`The executable does not start: ${error}`];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const command = task({
  name: "release:check",
  summary: "Reads the folder of a release and checks it as the registries do.",
  options: {
    version: { value: "VERSION", help: "the version that it is of (needed)" },
    platform: {
      value: "OS_ARCH",
      multiple: true,
      help: "a platform that it has (default all)",
    },
    "public-key": {
      value: "FILE",
      help:
        "the key that signed it; without, what the folder holds is started\n" +
        "if it agrees with its own sums: only for a folder of yours",
    },
  },
  operands: { name: "FOLDER", help: "default: dist/release", most: 1 },
});

async function main(
  project: Project,
  { options, operands: [folder] }: CommandArguments<typeof command.options>,
): Promise<number> {
  const { version, platform } = options;
  if (version === undefined) {
    throw new UsageError("Say which version it is: --version 1.2.3");
  }
  const key = options["public-key"];
  const found = await checkRelease(
    project,
    folder ?? inProject(project, "dist/release"),
    {
      version,
      platforms: platform.length > 0 ? platform : undefined,
      publicKey: key === undefined ? undefined : await Deno.readTextFile(key),
    },
  );
  for (const line of found) printError(line);
  print(found.length === 0 ? "The release is right" : "The release is wrong");
  return found.length === 0 ? 0 : 1;
}

/** The task. */
export const releaseCheckTask: Task = (project, args) =>
  runTask(command, (given) => main(project, given), args);

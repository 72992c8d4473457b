import { decodeBase64 } from "../core/bytes.ts";
import { Failure, notAnOption, tooLong } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import { type FileRecord, type Files, regularFile } from "./git_objects.ts";
import { largeAttributes } from "./git_patterns.ts";
import {
  invalidBody,
  objects,
  optionalString,
  requiredString,
} from "./repo_body.ts";
import type { RepoKind, SpaceRecord } from "./repo_record.ts";

/** The licences that `POST /api/repos/create` takes. */
const licenses: ReadonlySet<string> = new Set(
  `
  apache-2.0 mit openrail bigscience-openrail-m creativeml-openrail-m
  bigscience-bloom-rail-1.0 bigcode-openrail-m afl-3.0 artistic-2.0
  bsl-1.0 bsd bsd-2-clause bsd-3-clause bsd-3-clause-clear c-uda cc
  cc0-1.0 cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-sa-3.0
  cc-by-sa-4.0 cc-by-nc-2.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nd-4.0
  cc-by-nc-nd-3.0 cc-by-nc-nd-4.0 cc-by-nc-sa-2.0 cc-by-nc-sa-3.0
  cc-by-nc-sa-4.0 cdla-sharing-1.0 cdla-permissive-1.0 cdla-permissive-2.0
  wtfpl ecl-2.0 epl-1.0 epl-2.0 etalab-2.0 eupl-1.1 eupl-1.2 agpl-3.0 gfdl
  gpl gpl-2.0 gpl-3.0 lgpl lgpl-2.1 lgpl-3.0 isc h-research intel-research
  lppl-1.3c ms-pl apple-ascl apple-amlr mpl-2.0 odc-by odbl openmdw-1.0
  openmdw-1.1 openrail++ osl-3.0 postgresql ofl-1.1 ncsa unlicense zlib
  pddl lgpl-lr deepfloyd-if-license fair-noncommercial-research-license
  llama2 llama3 llama3.1 llama3.2 llama3.3 llama4 grok2-community gemma
  unknown other
`.trim().split(/\s+/),
);

// The extensions of large files in a new repository.
const largeExtensions =
  "7z arrow bin bz2 ckpt ftz gz h5 joblib mlmodel model msgpack " +
  "npy npz onnx ot parquet pb pickle pkl pt pth rar safetensors tar tflite " +
  "tgz wasm xz zip zst";
const largeInDatasets =
  "lz4 mds pcm sam raw aac flac mp3 ogg wav bmp gif png " +
  "tiff jpg jpeg webp mp4 webm";

/** The `.gitattributes` of each type, which all repositories share. */
const attributes = new Map<RepoKind, Promise<FileRecord>>();

function gitAttributes(kind: RepoKind): Promise<FileRecord> {
  const made = attributes.get(kind) ?? regularFile(attributesText(kind));
  attributes.set(kind, made);
  return made;
}

function attributesText(kind: RepoKind): string {
  const endings = kind === "dataset"
    ? `${largeExtensions} ${largeInDatasets}`
    : largeExtensions;
  const patterns = [
    ...endings.split(" ").map((ending) => `*.${ending}`),
    "saved_model/**/*",
    "*tfevents*",
  ];
  return patterns.map((each) => `${each} ${largeAttributes}\n`)
    .join("");
}

/** Makes the files of a new repository. */
export async function makeInitialFiles(
  body: JsonObject,
  kind: RepoKind,
  name: string,
  space: SpaceRecord | undefined,
): Promise<Map<string, FileRecord>> {
  const texts = new Map<string, string>();
  const license = licenseOf(body);
  const short = optionalString(body, "short_description");
  if (short !== undefined && short.length > 60) {
    throw invalidBody(tooLong(60), "short_description");
  }
  if (space !== undefined) {
    const { sdk, sdkVersion } = space;
    texts.set(
      "README.md",
      readme({
        title: name,
        sdk,
        ...sdkVersion !== undefined && { sdk_version: sdkVersion },
        ...short !== undefined && { short_description: short },
        ...license,
      }),
    );
    if (sdk === "static") texts.set("index.html", "<!doctype html>\n");
    if (optionalString(body, "template") !== undefined) {
      texts.set(sdk === "docker" ? "Dockerfile" : "app.py", "template");
    }
  } else if (license["license"] !== undefined) {
    texts.set("README.md", readme(license));
  }
  const files = new Map([[".gitattributes", await gitAttributes(kind)]]);
  for (const [path, text] of texts) files.set(path, await regularFile(text));
  for (const file of objects(body, "files")) {
    files.set(readPath(file), await readFile(file));
  }
  requireFolders(files);
  return files;
}

function licenseOf(body: JsonObject): Record<string, string> {
  const license = optionalString(body, "license");
  if (license === undefined) return {};
  if (!licenses.has(license)) {
    throw invalidBody(notAnOption([...licenses]), "license");
  }
  const name = optionalString(body, "license_name");
  const link = optionalString(body, "license_link");
  if (name !== undefined && !/^[a-z0-9-.]+$/.test(name)) {
    throw invalidBody("Invalid license name", "license_name");
  }
  if (link !== undefined && !isLicenseLink(link)) {
    throw invalidBody("Invalid license link", "license_link");
  }
  return {
    license,
    ...name !== undefined && { license_name: name },
    ...link !== undefined && { license_link: link },
  };
}

function readme(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([key, value]) =>
    `${key}: ${JSON.stringify(value)}`
  );
  return `---\n${lines.join("\n")}\n---\n`;
}

/** Reads a file that is sent as text or base64. */
export function readFile(file: JsonObject): Promise<FileRecord> {
  const content = optionalString(file, "content") ?? "";
  return regularFile(
    file["encoding"] === "base64" ? decodeBase64(content) : content,
  );
}

function isLicenseLink(link: string): boolean {
  return link === "LICENSE" || link === "LICENSE.md" || URL.canParse(link);
}

/** Throws 400 for a file in the place of a folder. */
export function requireFolders(files: Files): void {
  for (const path of files.keys()) {
    for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
      const folder = path.slice(0, at);
      if (!files.has(folder)) continue;
      throw invalidBody(`${folder} is a file and the folder of ${path}`);
    }
  }
}

/** Reads the path of a file; throws 422 for one outside the repository. */
export function readPath(value: JsonObject): string {
  const path = requiredString(value, "path");
  const isValid = !/(^|\/)\.\.?(\/|$)|^\.\.?\\|^\/|\/\/|\0|^\.git(\/|$)/.test(
    path,
  );
  if (!isValid) throw new Failure(422, `Invalid path: ${path}`);
  return path;
}

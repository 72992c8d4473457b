/**
 * `deno task image`: writes an image for containers, a CLI and the provider on
 * what they need of this machine's glibc, as an archive of the OCI image layout.
 *
 * No registry is asked: podman and docker load the file as it is.
 *
 * @module
 */
import { findCli } from "@hf-terraform/framework/testing";
import { compiledPath } from "../provider/framework/cli/compile.ts";
import { install } from "../provider/framework/cli/install.ts";
import { targets } from "../provider/framework/cli/targets.ts";
import {
  type CommandArguments,
  runTask,
  task,
} from "../provider/framework/cli/task.ts";
import { shellLine } from "../provider/framework/shell.ts";
import { exists } from "../provider/framework/testing/system/files.ts";
import { print, run } from "../provider/framework/testing/system/run.ts";
import { sha256 } from "../provider/framework/testing/system/sha256.ts";
import { inRoot } from "./paths.ts";
import { project } from "./project.ts";

/** The parts of an image. */
export interface ImageParts {
  /** The CLI, which needs no library. */
  readonly cli: { readonly path: string; readonly name: string };
  /** The compiled provider. */
  readonly executable: string;
  /** The archive to write. */
  readonly out: string;
}

const arch = Deno.build.arch === "aarch64" ? "arm64" : "amd64";

/** The certificates that the CLI trusts, on Debian and what comes of it. */
const certificates = "/etc/ssl/certs/ca-certificates.crt";

/**
 * Writes the archive.
 *
 * @throws {Error} If a library of the provider is not on this machine.
 */
export async function writeImage(parts: ImageParts): Promise<void> {
  const base = await Deno.makeTempDir({ prefix: "image_" });
  try {
    const root = `${base}/root`;
    await fill(root, parts);
    const blobs = `${base}/layout/blobs/sha256`;
    await Deno.mkdir(blobs, { recursive: true });
    await pack(root, `${base}/layer.tar`, "tmp");
    const layer = await put(blobs, await Deno.readFile(`${base}/layer.tar`));
    const config = await put(blobs, {
      architecture: arch,
      os: "linux",
      config: {
        Entrypoint: [`/usr/bin/${parts.cli.name}`],
        Env: ["PATH=/usr/bin:/bin", "HOME=/root", "TF_IN_AUTOMATION=1"],
        WorkingDir: "/work",
      },
      rootfs: { type: "layers", diff_ids: [layer.digest] },
    });
    const manifest = await put(blobs, {
      schemaVersion: 2,
      mediaType: types.manifest,
      config: { mediaType: types.config, ...config },
      layers: [{ mediaType: types.layer, ...layer }],
    });
    const tag = `${parts.cli.name}-huggingface:${project.version}`;
    await Deno.writeTextFile(
      `${base}/layout/index.json`,
      JSON.stringify({
        schemaVersion: 2,
        mediaType: types.index,
        manifests: [{
          mediaType: types.manifest,
          ...manifest,
          platform: { architecture: arch, os: "linux" },
          annotations: {
            "io.containerd.image.name": `docker.io/library/${tag}`,
            "org.opencontainers.image.ref.name": tag,
          },
        }],
      }),
    );
    await Deno.writeTextFile(
      `${base}/layout/oci-layout`,
      JSON.stringify({ imageLayoutVersion: "1.0.0" }),
    );
    await pack(`${base}/layout`, parts.out);
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

const types = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar",
};

/** Makes the file system of the image. */
async function fill(
  root: string,
  { cli, executable }: ImageParts,
): Promise<void> {
  const place = async (from: string, to: string) => {
    await Deno.mkdir(`${root}${to.replace(/[^/]*$/, "")}`, { recursive: true });
    await Deno.copyFile(await Deno.realPath(from), `${root}${to}`);
  };
  for (const folder of ["dev", "proc", "root", "sys", "tmp", "work"]) {
    await Deno.mkdir(`${root}/${folder}`, { recursive: true });
  }
  await place(cli.path, `/usr/bin/${cli.name}`);
  const folder = `${root}/usr/share/terraform/plugins`;
  await install(project, { executable, folder });
  await place(inRoot("LICENSE"), "/usr/share/doc/huggingface/LICENSE");
  for (const library of await librariesOf(executable)) {
    await place(library, library);
  }
  if (await exists(certificates)) await place(certificates, certificates);
  await Deno.mkdir(`${root}/etc`, { recursive: true });
  await Deno.writeTextFile(`${root}/etc/nsswitch.conf`, "hosts: files dns\n");
  await Deno.writeTextFile(`${root}/etc/passwd`, "root:x:0:0::/root:/\n");
}

/** The libraries that an executable is linked to, with their loader. */
async function librariesOf(executable: string): Promise<string[]> {
  const { code, stdout, stderr } = await run("ldd", [executable]);
  const missing = /(\S+) => not found/.exec(stdout)?.[1];
  if (code !== 0 || missing !== undefined) {
    throw new Error(`Cannot find the libraries: ${missing ?? stderr.trim()}`);
  }
  return Array.from(stdout.matchAll(/(\/\S+) \(0x/g), ([, path = ""]) => path);
}

/**
 * Writes an archive that is the same for the same files, whoever makes it.
 *
 * @param open Folders that everybody may write to.
 */
async function pack(
  folder: string,
  out: string,
  ...open: readonly string[]
): Promise<void> {
  await run("chmod", ["-R", "a+rX,go-w", folder]);
  for (const name of open) await Deno.chmod(`${folder}/${name}`, 0o1777);
  const { code, stderr } = await run("tar", [
    ...["--create", "--file", out, "--directory", folder, "--sort=name"],
    ...["--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"],
    ...(await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name)
      .toSorted(),
  ]);
  if (code !== 0) throw new Error(`Cannot write ${out}: ${stderr.trim()}`);
}

/** Stores a blob under its sum. */
async function put(
  blobs: string,
  content: object,
): Promise<{ readonly digest: string; readonly size: number }> {
  const bytes = content instanceof Uint8Array
    ? content
    : new TextEncoder().encode(JSON.stringify(content));
  const sum = await sha256(Uint8Array.from(bytes));
  await Deno.writeFile(`${blobs}/${sum}`, bytes);
  return { digest: `sha256:${sum}`, size: bytes.length };
}

const command = task({
  name: "image",
  summary: "Writes an image of the CLI in use and the compiled provider, an " +
    "archive of the OCI layout.\nOn Linux with glibc; TF_CLI names another CLI.",
  options: {
    executable: {
      value: "FILE",
      help: "the compiled provider (default what `deno task compile` wrote)",
    },
    out: { value: "FILE", help: "the archive (default dist/image.tar)" },
  },
});

async function main(
  { options }: CommandArguments<typeof command.options>,
): Promise<number> {
  const target = targets.find((one) => one.os === "linux" && one.arch === arch);
  const executable = options.executable ??
    compiledPath(project, target?.triple ?? "");
  const out = options.out ?? inRoot("dist/image.tar");
  await writeImage({ cli: await findCli(), executable, out });
  print(`Wrote ${out}: ${shellLine("podman", "load", "--input", out)}`);
  return 0;
}

if (import.meta.main) await runTask(command, main);

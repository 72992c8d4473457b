import { assertEquals, assertStringIncludes } from "@std/assert";
import { assertSuccess, tryFindCli } from "@hf-terraform/framework/testing";
import { bundleSplit } from "../../provider/framework/cli/bundle.ts";
import { compile } from "../../provider/framework/cli/compile.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { sha256 } from "../../provider/framework/testing/system/sha256.ts";
import { demoConfiguration } from "../../tools/demo_steps.ts";
import { writeImage } from "../../tools/image.ts";
import { inRoot } from "../../tools/paths.ts";
import { project } from "../../tools/project.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";
import { thisTarget, whyNoRelease } from "./signed_release.ts";

const cli = await tryFindCli();

async function whyNot(): Promise<string | undefined> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) {
    return "root on Linux can start an image without a container engine";
  }
  return "reason" in cli ? cli.reason : await whyNoRelease();
}

/** A blob of an image, whose name is its sum. */
async function blob(layout: string, digest: string) {
  const bytes = await Deno.readFile(
    `${layout}/blobs/${digest.replace(":", "/")}`,
  );
  const sum = await crypto.subtle.digest("SHA-256", bytes);
  assertEquals(`sha256:${new Uint8Array(sum).toHex()}`, digest);
  return { bytes, json: () => JSON.parse(new TextDecoder().decode(bytes)) };
}

/**
 * Starts an executable where nothing of glibc is but what the two lines of the
 * page on containers copy.
 */
async function startsBesideMusl(
  executable: string,
  root: string,
): Promise<void> {
  if (Deno.build.arch !== "x86_64") return;
  for (const page of ["guides/containers", "index"]) {
    const text = await Deno.readTextFile(inRoot(`templates/${page}.md.tmpl`));
    const copies = Array.from(
      text.matchAll(/^COPY --from=debian:\S+ (\/usr\/lib\S+) (\S+\/)$/gm),
      ([, from = "", to = ""]) =>
        `mkdir -p "$0${to}" && ` +
        (from.endsWith("/")
          ? `mount --bind "${from}" "$0${to}"`
          : `cp "${from}" "$0${to}"`),
    );
    assertEquals(copies.length, 2);
    const script = [
      ...copies,
      'mkdir -p "$0/proc" "$0/tmp"',
      'cp "$1" "$0/provider"',
      'mount -t proc proc "$0/proc"',
      'exec chroot "$0" /provider --version',
    ].join(" && ");
    const { stdout } = assertSuccess(
      await run("/usr/bin/unshare", [
        ...["--mount", "/bin/sh", "-c", script, root, executable],
      ]),
    );
    assertStringIncludes(stdout, "hf-terraform/huggingface ");
    await Deno.remove(root, { recursive: true });
  }
}

testIf({
  name:
    "an image holds all that its CLI and its provider need, and two lines " +
    "bring all that the provider needs into another",
  skipped: await whyNot(),
  fn: async () => {
    if (!("path" in cli)) throw new Error(cli.reason);
    const base = await Deno.makeTempDir({ prefix: "hf_image_" });
    const sandbox = await startSandbox({ startupMs: 50 });
    try {
      const bundle = `${base}/bundle`;
      await bundleSplit(project, bundle);
      const executable = await compile(project, thisTarget().triple, {
        bundle,
        output: `${base}/provider`,
      });
      const out = `${base}/image.tar`;
      await writeImage({ cli, executable, out });
      const image = await sha256(await Deno.readFile(out));
      const again = `${base}/again.tar`;
      assertSuccess(
        await run("sh", [
          ...["-c", 'umask 027 && exec "$@"', "sh", Deno.execPath()],
          ...["run", "-A", inRoot("tools/image.ts")],
          ...["--executable", executable, "--out", again],
        ]),
      );
      assertEquals(await sha256(await Deno.readFile(again)), image);

      const layout = `${base}/layout`;
      const root = `${base}/root`;
      const unpacked = async (archive: string, folder: string) => {
        await Deno.mkdir(folder);
        assertSuccess(await run("tar", ["-xf", archive, "-C", folder]));
      };
      await unpacked(out, layout);
      const index = JSON.parse(await Deno.readTextFile(`${layout}/index.json`));
      const [{ digest, annotations }] = index.manifests;
      const tag = `${cli.name}-huggingface:${project.version}`;
      assertEquals(Object.values(annotations).toSorted(), [
        `docker.io/library/${tag}`,
        tag,
      ]);
      const manifest = (await blob(layout, digest)).json();
      const config = (await blob(layout, manifest.config.digest)).json();
      const [layer] = manifest.layers;
      assertEquals((await blob(layout, layer.digest)).bytes.length, layer.size);
      assertEquals(config.rootfs.diff_ids, [layer.digest]);
      await unpacked(
        `${layout}/blobs/${layer.digest.replace(":", "/")}`,
        root,
      );
      const certificates = "/etc/ssl/certs/ca-certificates.crt";
      if (await exists(certificates)) {
        assertEquals(
          await Deno.readTextFile(`${root}${certificates}`),
          await Deno.readTextFile(certificates),
        );
      }

      await Deno.writeTextFile(
        `${root}/work/main.tf`,
        demoConfiguration({ maxReplica: 1 }),
      );
      const variables = [...config.config.Env, "CHECKPOINT_DISABLE=1"];
      const env = {
        ...Object.fromEntries(
          variables.map((variable: string) => variable.split("=")),
        ),
        ...sandbox.env,
      };
      const [entry = ""] = config.config.Entrypoint;
      /** Runs the image as an engine does: its files, /proc and /dev only. */
      const inImage = async (...args: readonly string[]) => {
        const script = [
          'mount -t proc proc "$0/proc"',
          'mount --rbind /dev "$0/dev"',
          `exec chroot "$0" ${entry} -chdir=${config.config.WorkingDir} "$@"`,
        ].join(" && ");
        return assertSuccess(
          await run("/usr/bin/unshare", [
            ...["--mount", "/bin/sh", "-c", script, root, ...args],
          ], {
            env: { ...env, PATH: "/usr/sbin:/usr/bin:/bin" },
            clearEnv: true,
          }),
        );
      };
      await inImage("init", "-no-color", "-input=false");
      const { stdout } = await inImage("apply", "-no-color", "-auto-approve");
      assertStringIncludes(stdout, "Apply complete!");
      await inImage("destroy", "-no-color", "-auto-approve");
      await startsBesideMusl(executable, `${base}/bare`);
    } finally {
      await sandbox.stop();
      await Deno.remove(base, { recursive: true });
    }
  },
});

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { thisPlatform } from "../../provider/framework/testing/system/plugin_folder.ts";
import { demoConfiguration } from "../../tools/demo_steps.ts";
import { project } from "../../tools/project.ts";
import { release } from "../../provider/framework/cli/release/release.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";
import {
  assertEmptyPlan,
  assertSuccess,
  tryFindCli,
  type Workspace,
} from "@hf-terraform/framework/testing";
import { createWorkspace } from "../support/workspace.ts";
import { type Authority, makeAuthority } from "./authority.ts";
import { type Registry, serveRegistry } from "./registry.ts";
import {
  makeKey,
  makeSignedRelease,
  namedPrograms,
  passphrase,
  type SignedRelease,
  testVersion,
  thisTarget,
  whyNoRelease,
} from "./signed_release.ts";
import { sign } from "../../provider/framework/cli/release/sign.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

const cli = await tryFindCli();
const skipped = "reason" in cli ? cli.reason : await whyNoRelease();

/** Fixtures that all tests of this file share; the first one makes them. */
interface Scene {
  readonly authority: Authority;
  readonly release: SignedRelease;
}

let made: Promise<Scene> | undefined;

function scene(): Promise<Scene> {
  made ??= (async () => {
    const folder = await Deno.makeTempDir({ prefix: "hf_released_" });
    return {
      authority: await makeAuthority(),
      release: await makeSignedRelease(`${folder}/release`),
    };
  })();
  return made;
}

Deno.test.afterAll(async () => {
  if (made === undefined) return;
  const { authority, release } = await made;
  await authority[Symbol.asyncDispose]();
  await Deno.remove(release.folder.replace(/\/release$/, ""), {
    recursive: true,
  });
});

/** The settings by which the CLI of an empty machine finds registries. */
interface Machine {
  /** The provider's source address; default: that of the product. */
  readonly source?: string;
  /** The rest of the CLI configuration. */
  readonly config: string;
}

/** A folder whose CLI knows the authority, has no cache and sees no Deno. */
async function emptyMachine(
  authority: Authority,
  { source = project.address, config }: Machine,
): Promise<Workspace> {
  const workspace = await createWorkspace({
    files: {
      "main.tf": demoConfiguration({ maxReplica: 1 })
        .replace(project.address, source),
      "cli.tfrc": config,
      "home/.empty": "",
      "tmp/.empty": "",
    },
  });
  const { folder, env } = workspace;
  delete env.DENO_DIR;
  delete env.HF_PROVIDER_DENO;
  Object.assign(env, {
    PATH: "",
    HOME: `${folder}/home`,
    XDG_CACHE_HOME: `${folder}/home/.cache`,
    TMPDIR: `${folder}/tmp`,
    TF_CLI_CONFIG_FILE: `${folder}/cli.tfrc`,
    SSL_CERT_FILE: authority.path,
  });
  return workspace;
}

/** A machine whose user names a registry of his own in the source address. */
function machineWith(
  authority: Authority,
  registry: Registry,
): Promise<Workspace> {
  const source = `${registry.host}/${project.address}`;
  return emptyMachine(authority, { source, config: "" });
}

/** Applies the demo's configuration and takes it down again. */
async function assertApplies(workspace: Workspace): Promise<void> {
  await using sandbox = await startSandbox({ startupMs: 50 });
  Object.assign(workspace.env, sandbox.env);
  assertSuccess(await workspace.apply());
  await assertEmptyPlan(workspace);
  assertMatch((await workspace.output("url")).stdout, /^http/);
  assertSuccess(await workspace.destroy());
}

testIf({
  name: "init installs the signed release from a registry, and apply runs it",
  skipped,
  fn: async () => {
    const { authority, release } = await scene();
    await using registry = await serveRegistry({
      authority,
      release: release.folder,
      publicKey: release.publicKey,
    });
    await using workspace = await machineWith(authority, registry);
    const { stdout } = assertSuccess(await workspace.init());
    assertMatch(stdout, /huggingface v1\.2\.3 \((self-)?signed, key ID \w+\)/);
    assertEquals(
      registry.requests.filter((path) => path.startsWith("/files/"))
        .map((path) => path.replace(/.*-huggingface_/, "")),
      ["SHA256SUMS", "SHA256SUMS.sig", `${thisPlatform()}.zip`]
        .map((name) => `${testVersion}_${name}`),
    );
    const lock = await workspace.read(".terraform.lock.hcl");
    assertStringIncludes(lock, `version = "${testVersion}"`);
    assertStringIncludes(lock, '"zh:');
    await assertApplies(workspace);
  },
});

testIf({
  name: "the same sources and compiled code give the same sums again",
  skipped,
  fn: async () => {
    const { release: first } = await scene();
    await withTemporaryFolder(async (again) => {
      await release(project, {
        version: testVersion,
        targets: [thisTarget()],
        out: again,
        codeFolder: first.folder,
        programs: await namedPrograms(),
      });
      const sums = `terraform-provider-huggingface_${testVersion}_SHA256SUMS`;
      assertEquals(
        await Deno.readTextFile(`${again}/${sums}`),
        await Deno.readTextFile(`${first.folder}/${sums}`),
      );
    });
  },
});

testIf({
  name: "what providers mirror writes serves as a network and a folder mirror",
  skipped,
  fn: async () => {
    const { authority, release } = await scene();
    await using registry = await serveRegistry({
      authority,
      release: release.folder,
      publicKey: release.publicKey,
    });
    // Terraform takes the port in a mirrored address for a part of the URL, so
    // the product's own address is led to the registry.
    const official = "name" in cli && cli.name === "tofu"
      ? "registry.opentofu.org"
      : "registry.terraform.io";
    await using workspace = await emptyMachine(authority, {
      config: `host "${official}" {
  services = {
    "providers.v1" = "https://${registry.host}/v1/providers/"
  }
}
`,
    });
    const mirror = `${workspace.folder}/mirror`;
    assertSuccess(await workspace.run(["providers", "mirror", mirror]));
    await using network = await serveRegistry({ authority, mirror });
    for (
      const method of [
        `network_mirror {
    url = "https://${network.host}/"
  }`,
        `filesystem_mirror {
    path = ${JSON.stringify(mirror)}
  }`,
      ]
    ) {
      const config = `provider_installation {
  ${method}
}
`;
      await using mirrored = await emptyMachine(authority, { config });
      const { stdout } = assertSuccess(await mirrored.init());
      assertStringIncludes(stdout, `huggingface v${testVersion}`);
      assertSuccess(await mirrored.validate());
    }
    assertEquals(
      network.requests.at(-1)?.endsWith(`${thisPlatform()}.zip`),
      true,
    );
  },
});

testIf({
  name: "a passphrase that does not fit is said, and not shown",
  skipped,
  fn: async () => {
    const key = await makeKey("rsa2048");
    const file = await Deno.makeTempFile();
    try {
      const message = await sign(file, `${file}.sig`, {
        ...key,
        passphrase: `not ${passphrase}`,
      }).then(() => "signed", String);
      assertMatch(message, /Bad passphrase|gpg failed/);
      assertEquals(message.includes(passphrase), false);
    } finally {
      await Deno.remove(file);
    }
  },
});

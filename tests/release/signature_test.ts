import { assertEquals } from "@std/assert";
import { checkSignature } from "../../provider/framework/cli/release/check.ts";
import { keyRing } from "../../provider/framework/cli/release/gpg.ts";
import { testIf } from "../support/skip.ts";

interface Case {
  /** The key and the signature. */
  readonly title: string;
  /** The kind of the key; default: RSA, which registries take. */
  readonly kind?: string;
  /** Whether the key has expired long ago. */
  readonly isExpired?: boolean;
  /** Whether the public key says that it is revoked. */
  readonly isRevoked?: boolean;
  /** The digest; default: SHA-512. */
  readonly digest?: string;
  /** The problems that are found. */
  readonly found: readonly string[];
}

const ended = "The signature is of a key that has expired or was revoked";

const cases: readonly Case[] = [
  { title: "RSA", found: [] },
  {
    title: "the default kind of gpg, which registries refuse,",
    kind: "ed25519",
    found: ["The signature is of a key that is neither RSA nor DSA"],
  },
  { title: "a key that has expired", isExpired: true, found: [ended] },
  { title: "a key that is revoked", isRevoked: true, found: [ended] },
  {
    title: "SHA-1",
    digest: "SHA1",
    found: ["The signature is of MD5, SHA-1 or RIPEMD-160, which are broken"],
  },
];

const gpg = await new Deno.Command("gpg", { args: ["--version"] }).output()
  .then(({ success }) => success, () => false);

for (const given of cases) {
  testIf({
    name: `a signature by ${given.title} is checked as registries do`,
    skipped: gpg ? undefined : "there is no gpg",
    fn: async () => {
      await using ring = await keyRing();
      const sums = `${ring.folder}/sums`;
      await Deno.writeTextFile(sums, "0123  a.zip\n");
      const then = given.isExpired
        ? ["--faked-system-time=20200101T000000"]
        : [];
      const unlock = ["--pinentry-mode=loopback", "--passphrase="];
      await ring.gpg([
        ...then,
        ...unlock,
        "--quick-gen-key",
        "Test <test@localhost>",
        given.kind ?? "rsa2048",
        "sign",
        "1d",
      ]);
      await ring.gpg([
        ...then,
        ...unlock,
        `--digest-algo=${given.digest ?? "SHA512"}`,
        `--output=${sums}.sig`,
        "--detach-sign",
        sums,
      ]);
      if (given.isRevoked) await revoke(ring);
      const { stdout } = await ring.gpg(["--armor", "--export"]);
      assertEquals(await checkSignature(sums, stdout), given.found);
    },
  });
}

/** Imports the certificate that gpg makes with each key, for its own use. */
async function revoke(ring: Awaited<ReturnType<typeof keyRing>>) {
  const folder = `${ring.folder}/openpgp-revocs.d`;
  for (const { name } of Deno.readDirSync(folder)) {
    const text = await Deno.readTextFile(`${folder}/${name}`);
    const file = `${ring.folder}/revocation`;
    // A colon keeps it from being used by mistake.
    await Deno.writeTextFile(file, text.replace(/^:/m, ""));
    await ring.gpg(["--import", file]);
  }
}

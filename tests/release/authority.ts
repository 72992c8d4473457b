/**
 * A throw-away authority and a certificate for loopback, made by openssl.
 *
 * @module
 */
import { run } from "../../provider/framework/testing/system/run.ts";

/** A certificate that clients believe who trust {@linkcode path}. */
export interface Authority extends AsyncDisposable {
  /** The file with the authority's certificate, for `SSL_CERT_FILE`. */
  readonly path: string;
  /** The server's certificate, as PEM. */
  readonly cert: string;
  /** Its key, as PEM. */
  readonly key: string;
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];

/** Makes an authority and a certificate for `localhost` and `hub.example` of one day. */
export async function makeAuthority(): Promise<Authority> {
  const folder = await Deno.makeTempDir({ prefix: "hf_ca_" });
  const openssl = async (...args: string[]) => {
    const { code, stderr } = await run("openssl", args, { cwd: folder });
    if (code !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`);
  };
  await openssl(
    ...["req", "-x509", ...newKey, "-nodes", "-days", "1"],
    ...["-subj", "/CN=throw-away authority", "-keyout", "ca.key"],
    ...["-out", "ca.pem"],
  );
  await openssl(
    ...["req", ...newKey, "-nodes", "-subj", "/CN=localhost"],
    ...["-keyout", "server.key", "-out", "server.csr"],
  );
  await Deno.writeTextFile(
    `${folder}/names`,
    "subjectAltName=DNS:localhost,DNS:hub.example,IP:127.0.0.1\n",
  );
  await openssl(
    ...["x509", "-req", "-in", "server.csr", "-days", "1"],
    ...["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"],
    ...["-extfile", "names", "-out", "server.pem"],
  );
  return {
    path: `${folder}/ca.pem`,
    cert: await Deno.readTextFile(`${folder}/server.pem`),
    key: await Deno.readTextFile(`${folder}/server.key`),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

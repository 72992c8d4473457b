/**
 * A provider registry on loopback that serves the folder of a release.
 *
 * It speaks the protocol of provider registries, version 1, and the one of
 * network mirrors, both over HTTPS.
 *
 * @module
 */
import type { Authority } from "./authority.ts";

/** Options of a registry. */
export interface RegistryOptions {
  /** The certificate it shows. */
  readonly authority: Authority;
  /** A folder with a release, as `deno task release` writes it. */
  readonly release?: string;
  /** The public key that it says signed the release, armoured. */
  readonly publicKey?: string;
  /** A folder that `terraform providers mirror` wrote. */
  readonly mirror?: string;
}

/** A registry that listens. */
export interface Registry extends AsyncDisposable {
  /** Host and port, which begin the provider's source address. */
  readonly host: string;
  /** The paths that were fetched, in their order. */
  readonly requests: readonly string[];
}

/** Serves a release or a mirror on a free port of loopback. */
export async function serveRegistry(
  options: RegistryOptions,
): Promise<Registry> {
  const { authority: { cert, key }, release, mirror } = options;
  const routes = release === undefined
    ? {}
    : await releaseRoutes(release, options.publicKey ?? "");
  const requests: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} },
    (request) => {
      const { pathname } = new URL(request.url);
      if (request.method === "GET") requests.push(pathname);
      const found = routes[pathname];
      if (found !== undefined) return Response.json(found);
      if (release !== undefined && pathname.startsWith("/files/")) {
        return file(`${release}/${pathname.slice("/files/".length)}`);
      }
      if (mirror !== undefined) return file(`${mirror}${pathname}`);
      return new Response("not found", { status: 404 });
    },
  );
  return {
    host: `localhost:${server.addr.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function file(path: string): Promise<Response> {
  try {
    const bytes = await Deno.readFile(path);
    const type = path.endsWith(".json") ? "application/json" : "binary/any";
    return new Response(bytes, { headers: { "content-type": type } });
  } catch {
    return new Response("not found", { status: 404 });
  }
}

/** The answers that a registry makes of a release, by their paths. */
async function releaseRoutes(
  folder: string,
  publicKey: string,
): Promise<Record<string, unknown>> {
  const names = (await Array.fromAsync(Deno.readDir(folder)))
    .map(({ name }) => name);
  const sums = names.find((name) => name.endsWith("_SHA256SUMS")) ?? "";
  const [stem = "", version = ""] = /^.*_(.*)_SHA256SUMS$/.exec(sums) ?? [];
  const lines = (await Deno.readTextFile(`${folder}/${sums}`)).split("\n");
  const manifest: { metadata: { protocol_versions: string[] } } = JSON.parse(
    await Deno.readTextFile(
      `${folder}/${stem.replace("SHA256SUMS", "manifest.json")}`,
    ),
  );
  const protocols = manifest.metadata.protocol_versions;
  const base = "/v1/providers/hf-terraform/huggingface";
  const routes: Record<string, unknown> = {
    "/.well-known/terraform.json": { "providers.v1": "/v1/providers/" },
  };
  const platforms = [];
  for (const filename of names) {
    const [, os, arch] = /_(\w+)_(\w+)\.zip$/.exec(filename) ?? [];
    if (os === undefined || arch === undefined) continue;
    platforms.push({ os, arch });
    routes[`${base}/${version}/download/${os}/${arch}`] = {
      protocols,
      os,
      arch,
      filename,
      download_url: `/files/${filename}`,
      shasums_url: `/files/${sums}`,
      shasums_signature_url: `/files/${sums}.sig`,
      shasum: lines.find((line) => line.endsWith(filename))?.split(" ")[0],
      signing_keys: {
        gpg_public_keys: [{ key_id: "", ascii_armor: publicKey }],
      },
    };
  }
  routes[`${base}/versions`] = {
    versions: [{ version, protocols, platforms }],
  };
  return routes;
}

/**
 * A JSR registry on loopback, for tests that resolve `jsr:` imports.
 *
 * It speaks the part of the protocol that Deno uses: `meta.json` of a package,
 * `{version}_meta.json` with its exports and the sums of its files, and files.
 *
 * @module
 */

/**
 * JSR's description of one module, which the client reads before the module.
 */
export interface JsrModule {
  /** Its imports and exports from elsewhere. */
  readonly dependencies?: readonly {
    readonly type: "static";
    readonly kind: "import" | "export";
    readonly specifier: string;
    /** Lines and columns from 0: where it begins, and ends. */
    readonly specifierRange: readonly (readonly [number, number])[];
  }[];
}

/** A package to serve. */
export interface JsrPackage {
  /** Its name, such as `@std/assert`. */
  readonly name: string;
  /** Its one version. */
  readonly version: string;
  /** Entries, such as `"."`, and the files they lead to: `"./mod.ts"`. */
  readonly exports: Readonly<Record<string, string>>;
  /** Paths, beginning with `/`, and texts. */
  readonly files: Readonly<Record<string, string>>;
  /** The imports of each file, which spares the client parsing it first. */
  readonly graph?: Readonly<Record<string, JsrModule>>;
}

/** A registry that listens. */
export interface JsrRegistry extends AsyncDisposable {
  /** The value for `JSR_URL`. */
  readonly url: string;
  /** The paths asked for, in their order. */
  readonly requests: readonly string[];
}

/**
 * Serves packages on a free port of loopback.
 *
 * @param packages What to serve.
 * @param altered Texts to serve instead, by path, as a registry that cheats.
 */
export async function serveJsr(
  packages: readonly JsrPackage[],
  altered: Readonly<Record<string, string>> = {},
): Promise<JsrRegistry> {
  const answers = new Map<string, string>();
  for (const one of packages) {
    for (const [path, text] of await paths(one)) answers.set(path, text);
  }
  const requests: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname } = new URL(request.url);
      requests.push(pathname);
      const text = altered[pathname] ?? answers.get(pathname);
      const type = pathname.endsWith(".json")
        ? "application/json"
        : "application/typescript";
      return text === undefined
        ? new Response("not found", { status: 404 })
        : new Response(text, { headers: { "content-type": type } });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function paths(one: JsrPackage): Promise<[string, string][]> {
  const [scope = "", name = ""] = one.name.slice(1).split("/");
  const manifest: Record<string, { size: number; checksum: string }> = {};
  const found: [string, string][] = [];
  for (const [path, text] of Object.entries(one.files)) {
    const bytes = new TextEncoder().encode(text);
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    manifest[path] = {
      size: bytes.length,
      checksum: `sha256-${sum.toHex()}`,
    };
    found.push([`/${one.name}/${one.version}${path}`, text]);
  }
  const meta = {
    scope,
    name,
    latest: one.version,
    versions: {
      [one.version]: { createdAt: "2024-01-01T00:00:00Z" },
    },
  };
  const versionMeta = {
    manifest,
    exports: one.exports,
    ...(one.graph === undefined ? {} : { moduleGraph2: one.graph }),
  };
  return [
    ...found,
    [`/${one.name}/meta.json`, JSON.stringify(meta)],
    [`/${one.name}/${one.version}_meta.json`, JSON.stringify(versionMeta)],
  ];
}

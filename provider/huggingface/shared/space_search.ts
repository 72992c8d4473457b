/**
 * Finding a Space by its stable id alone.
 *
 * @module
 */

import { failure, type OperationContext } from "../../framework/mod.ts";
import type { RepoInfo } from "../../../mod.ts";
import { explain } from "./errors.ts";
import type { HuggingFaceProvider } from "./provider_data.ts";

/**
 * The Space with a stable id, among those of the token's user and of the
 * organizations that it belongs to: the Hub has no route that takes the id.
 *
 * @throws {DiagnosticsError} If there is none.
 */
export async function findByStableId(
  spaceId: string,
  { provider, signal }: OperationContext<HuggingFaceProvider>,
): Promise<RepoInfo> {
  if (!/^[0-9a-f]{24}$/.test(spaceId)) {
    throw failure(
      "Wrong stable id of a Space",
      `${JSON.stringify(spaceId)} is no \`space_id\`: it must have 24 ` +
        "hexadecimal digits. Import by `namespace/name` instead.",
    );
  }
  try {
    const client = await provider.client();
    const { name, orgs = [] } = await client.users.whoami({ signal });
    const namespaces = [name, ...orgs.map((org) => org.name)];
    const found = await provider.spaces.search(namespaces, spaceId, signal);
    if (found !== undefined) return found;
    throw failure(
      `No Space has the stable id ${spaceId}`,
      `Looked for it in ${namespaces.join(", ")}. Import it by ` +
        "`namespace/name` instead.",
    );
  } catch (error) {
    throw await explain(error, {
      summary: `Cannot look for the Space ${spaceId}`,
      provider,
    });
  }
}

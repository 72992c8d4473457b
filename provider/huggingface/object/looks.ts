import type { HuggingFaceProvider } from "../provider_data.ts";

/**
 * The age from which a look is taken again before a write, in milliseconds: less
 * than a wait for the rate limit, which takes a second at least.
 */
const LATE_MS = 900;

/** The reason to take it again. */
export const late = new Error(
  "The last look at it was about a second old.",
);

/**
 * A look that is taken again where it is old by now; whether it was: see
 * {@linkcode RemoteObject.context}.
 *
 * @param begun The time when the last look began.
 */
export function lookAgain(
  { now }: HuggingFaceProvider,
  begun: number,
  look: () => Promise<unknown>,
): () => Promise<boolean> {
  return async () => {
    if (now() - begun <= LATE_MS) return false;
    begun = now();
    await look();
    return true;
  };
}

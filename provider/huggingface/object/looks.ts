import type { HuggingFaceProvider } from "../provider_data.ts";

/** Milliseconds until a look is old: less than a wait for the rate limit. */
const LATE_MS = 900;

/** The reason to take it again. */
export const late = new Error(
  "The last look at it was about a second old.",
);

/** A look that is taken again once it is old; whether it was. */
export function lookAgain(
  { now }: HuggingFaceProvider,
  /** The time when the last look began. */
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

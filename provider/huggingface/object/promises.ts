/**
 * Sentences of messages about later plans and applies. All else that a message
 * could foretell, a plan tells better: a sentence stands here if a test has
 * seen it come true, which `tests/provider/huggingface/promises_test.ts` names
 * for each.
 *
 * @module
 */

/** The sentences, by what they promise. */
export const promises = {
  /** The wait for an object that is not ready goes on. */
  goesOn: "Apply again to go on waiting.",
  /** The service calls it ready, whatever else it lacks. */
  isSettled: "The service calls it ready, so no later apply waits for it.",
  /** For an object that was created, but could not be paused. */
  pauses: "The next plan pauses it.",
} as const;

/** Whether a plan destroys what there is before it creates what comes. */
export function isReplacement(
  { prior, requiresReplace = [] }: {
    readonly prior: object | null;
    readonly requiresReplace?: readonly unknown[] | undefined;
  },
): boolean {
  return prior !== null && requiresReplace.length > 0;
}

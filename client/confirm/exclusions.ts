/**
 * Guesses of `EVIDENCE.md` that `deno task confirm` does not try, and why.
 *
 * @module
 */

const needsRun = "a machine has to run for minutes";
const needsTwo = "it takes a second person";
const changesOrganization = "it would change what an organization has";

/**
 * The reasons why guesses are not checked, by the first column of their line.
 */
export const exclusions: Readonly<Record<string, string>> = {
  "`model.secrets` of an update replaces the stored ones": needsRun,
  "`customRouter` and `route` come back as they were sent":
    "it takes a domain and a router of one's own",
  "`privateService.region` is echoed": "it takes an AWS account",
  "a model or revision that is not there: the deployment fails": needsRun,
  "`privateService` outside of AWS is refused":
    "a machine runs where it is not refused",
  "which machines are short or not available": "it changes by the hour",
  "a volume of what is not there is refused": "Spaces with volumes take a plan",
  "a domain that was never registered is refused in `route.domain`": needsRun,
  "what a token of a repository may do": "no token is made",
  "`gcTimeout` of a Space that never sleeps": "it takes paid hardware",
  "the same hardware again restarts the Space": "it takes paid hardware",
  "ids of the events that a webhook can replay": "no route lists them",
  "an empty `description` clears that of a resource group": changesOrganization,
  "what belongs to a resource group that is deleted belongs to none":
    changesOrganization,
  "a rotated token keeps its id": changesOrganization,
  "who accepts an invitation may read": needsTwo,
};

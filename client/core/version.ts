/** The version of this package, as published and as told in the user agent. */
export const VERSION: string = "0.1.0";

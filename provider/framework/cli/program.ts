#!/usr/bin/env node
/**
 * The program of this package: it writes a new project, and runs the tasks of
 * one on Node.
 *
 * @module
 */

import process from "node:process";
import { pathToFileURL } from "node:url";
import { isDeno } from "../plugin/platform.ts";
import { exists } from "../testing/system/files.ts";
import { printError } from "../testing/system/run.ts";

const [name, ...args] = process.argv.slice(2);
const inProject = !isDeno && await exists("tasks.ts");
if (name === "new" || name === "--help" && !inProject) {
  const { runNew } = await import("./new/new.ts");
  await runNew(name === "new" ? args : [name]);
} else if (inProject) {
  const { readTypeScript } = await import("./node_typescript.ts");
  readTypeScript();
  await import(pathToFileURL("tasks.ts").href);
} else {
  const where = name === undefined ? "" : " Run tasks in a project's folder.";
  printError(
    `Usage: new ADDRESS FOLDER, such as: new acme/notes notes.${where}`,
  );
  process.exit(2);
}

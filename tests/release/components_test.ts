import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  billOfMaterials,
  bundledPackages,
  notices,
  runtimeComponents,
} from "../../provider/framework/cli/release/components.ts";
import { project } from "../../tools/project.ts";

Deno.test("the bill and the notices name what the bundle holds, and nothing that it does not", async () => {
  const packages = await bundledPackages(project);
  const names = packages.map(({ name }) => name);
  for (const held of ["@grpc/grpc-js", "protobufjs", "yaml", "leven", "long"]) {
    assert(names.includes(held), `${held} is missing among ${names}`);
  }
  // Of the lock file, but used by tools and tests only, or by nothing.
  for (const other of ["fflate", "fast-check", "ajv", "yargs"]) {
    assert(!names.includes(other), other);
  }
  const all = [...await runtimeComponents(), ...packages];
  const text = notices(project, all);
  for (const component of all) {
    assert(component.text.length > 200, component.name);
    assertStringIncludes(text, component.text.trim());
    assert(/^[\w.-]+$/.test(component.license), component.license);
    assert(/^\d/.test(component.version), component.name);
  }
  assert(packages.every(({ sha512 }) => sha512?.length === 128));
  const bill = billOfMaterials(project, "1.2.3", all);
  assertEquals(bill, billOfMaterials(project, "1.2.3", all));
  const { components } = JSON.parse(bill);
  assertEquals(components.length, all.length);
});

import { assertEquals } from "@std/assert";
import { HuggingFace } from "../../mod.ts";
import { json, Script } from "./script.ts";

const group = { id: "g", name: "a", users: [], resources: [] };

Deno.test("names of organizations, groups and users are encoded, and bodies are what the document says", async () => {
  const script = new Script(
    json(group),
    json(group),
    json(group),
    json({ success: true }),
    json([]),
  );
  const { organizations } = new HuggingFace(script.options());
  const { resourceGroups } = organizations;
  await resourceGroups.setUserRole("a/b", "g?", "c d", "read");
  await resourceGroups.setAutoJoin("a", "g", { enabled: false });
  await resourceGroups.update("a", "g", { spendLimits: { jobs: null } });
  await organizations.setMemberRole("a", "ada", {
    role: "read",
    resourceGroups: [],
  });
  await organizations.listMembers("a", { search: "x" }).toArray();
  const base = "https://huggingface.co/api/organizations";
  assertEquals(
    script.seen.map(({ method, url, body }) => [method, url, body]),
    [
      [
        "PATCH",
        `${base}/a%2Fb/resource-groups/g%3F/users/c%20d`,
        '{"role":"read"}',
      ],
      [
        "POST",
        `${base}/a/resource-groups/g/settings`,
        '{"autoJoin":{"enabled":false}}',
      ],
      [
        "PATCH",
        `${base}/a/resource-groups/g`,
        '{"spendLimits":{"jobs":null}}',
      ],
      [
        "PUT",
        `${base}/a/members/ada/role`,
        '{"role":"read","resourceGroups":[]}',
      ],
      ["GET", `${base}/a/members?search=x`, ""],
    ],
  );
});

Deno.test("invitations are listed page by page", async () => {
  const one = (id: string) => ({ id, userName: id, active: true });
  const script = new Script(
    json({ totalResults: 3, Resources: [one("1"), one("2")] }),
    json({ totalResults: 3, Resources: [one("3")] }),
  );
  const { organizations: { invitations } } = new HuggingFace(script.options());
  const all = await invitations.list("a").toArray();
  assertEquals(all.map(({ id }) => id), ["1", "2", "3"]);
  assertEquals(
    script.seen.map(({ url }) => new URL(url).searchParams.get("startIndex")),
    ["1", "3"],
  );
});

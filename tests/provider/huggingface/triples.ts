import type { Value } from "../../../provider/framework/mod.ts";

const item = (note: string) => [{ type: "model", id: "acme/a", note }];
const role = (role: string) => [{ username: "alice", role }];
const roles = ["read", "write", "contributor"] as const;

/** Three values of attributes that are never without one, or not sent alone. */
export const triples: Readonly<Record<string, readonly [Value, Value, Value]>> =
  {
    "huggingface_bucket.name": ["x", "y", "z"],
    "huggingface_collection.items": [item("one"), item("two"), item("three")],
    "huggingface_collection.position": [1, 2, 3],
    "huggingface_collection.title": ["x", "y", "z"],
    "huggingface_model.name": ["x", "y", "z"],
    "huggingface_organization_member.role": roles,
    "huggingface_resource_group.name": ["x", "y", "z"],
    "huggingface_resource_group_member.role": roles,
    "huggingface_resource_group_members.members": [
      role("read"),
      role("write"),
      role("contributor"),
    ],
    "huggingface_scheduled_job.schedule": [
      "1 1 * * *",
      "2 2 * * *",
      "3 3 * * *",
    ],
    "huggingface_space.name": ["x", "y", "z"],
    "huggingface_space_secret.value": ["x", "y", "z"],
    "huggingface_space_variable.value": ["x", "y", "z"],
    "huggingface_webhook.url": [
      "https://example.com/x",
      "https://example.com/y",
      "https://example.com/z",
    ],
  };

/**
 * `huggingface_organization_audit_log`: what was done in an organization.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { AuditEvent } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { failedFor, organizationAttribute } from "../shared/organization.ts";

const b = bindingToAnswer<{ readonly events: readonly AuditEvent[] }>();

/** The data source `huggingface_organization_audit_log`. */
export const organizationAuditLogData: DataSource = dataSource(b, {
  typeName: "huggingface_organization_audit_log",
  permission: "org.auditLog.write",
  plan: "Team",
  schema: s.schema({
    description:
      "What was done in an organization. The service sends up to 100,000 " +
      "events at once, whatever `limit` says. The events hold names and " +
      "addresses, which come into the state.",
    attributes: {
      organization: organizationAttribute,
      query: s.string({
        optional: true,
        description: "Only events that fit this, such as `author:ada` or " +
          "`type:repo.create`.",
        validators: [v.lengthAtLeast(1)],
      }),
      limit: s.int({
        optional: true,
        description: "How many events, the newest, to return at most. " +
          "Default: 1000.",
        validators: [v.between(1, 100_000)],
      }),
      events: b.list("events", (event) => ({
        id: event.string("_id", "The id."),
        created_at: event.string(
          "createdAt",
          "When it was done, in the form of RFC 3339.",
        ),
        type: event.string("type", "What was done, such as `repo.create`."),
        message: event.string("message", "What was done, in words."),
        author: event.string("author.user", "Who did it."),
        ip: event.string("ip", "The address that it was done from."),
        user_agent: event.string("userAgent", "What it was done with."),
        token_id: event.string(
          "token.id",
          "The id of the token that it was done with.",
        ),
      }), "The events, the newest first."),
    },
  }),
  failed: failedFor("read the audit log of"),
  async read({ config, client: { organizations }, namespace, signal }) {
    const { query, limit } = config;
    const events = await organizations.listAuditLog(namespace, {
      query: query ?? undefined,
    }, { signal }).toArray();
    return {
      events: events
        .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
        .slice(0, limit ?? 1000),
    };
  },
});

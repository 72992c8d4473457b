/**
 * `huggingface_endpoint_audit_log`: what was done with the Inference Endpoints
 * of a namespace.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { AuditLogEntry } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { endpointPermission, namespaceAttribute } from "./endpoint_fields.ts";
import { endpointName } from "../shared/validators.ts";

const b = bindingToAnswer<{
  readonly namespace: string;
  readonly entries: readonly AuditLogEntry[];
}>();

/** The data source `huggingface_endpoint_audit_log`. */
export const endpointAuditLogData: DataSource = dataSource(b, {
  typeName: "huggingface_endpoint_audit_log",
  permission: endpointPermission,
  plan: "Team",
  schema: s.schema({
    description:
      "Who did what with the Inference Endpoints of a namespace. The service " +
      "documents no field of an entry, so that each is JSON here. The entries " +
      "name people, who come into the state.",
    attributes: {
      namespace: b.given(namespaceAttribute, "namespace"),
      endpoint: s.string({
        optional: true,
        description: "Only entries of the endpoint of this name.",
        validators: [endpointName()],
      }),
      username: s.string({
        optional: true,
        description: "Only entries of this user.",
        validators: [v.lengthAtLeast(1)],
      }),
      limit: s.int({
        optional: true,
        description: "How many entries to return at most. Default: 1000.",
        validators: [v.between(1, 100_000)],
      }),
      entries_json: b.strings(
        ({ entries }) => entries.map((entry) => JSON.stringify(entry)),
        "The entries in the order of the service, each as JSON: use " +
          "`jsondecode`.",
      ),
    },
  }),
  failed: (_config, namespace) => ({
    summary: `Cannot read the audit log of the endpoints of ${namespace}`,
    named: "namespace",
    namespace,
  }),
  async read({ config, client: { endpoints }, namespace, signal }) {
    const { endpoint, username, limit } = config;
    const entries = await endpoints.listAuditLog(namespace, {
      endpoint: endpoint ?? undefined,
      username: username ?? undefined,
      limit: limit ?? 1000,
    }, { signal }).toArray();
    return { namespace, entries };
  },
});

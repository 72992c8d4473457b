/**
 * A client that makes a call that takes for ever, says so, and waits to be
 * killed. Its argument is the path of the provider's socket.
 *
 * @module
 */
import { PluginConnection } from "../../../support/plugin_client.ts";

const [address = ""] = Deno.args;
const connection = new PluginConnection({ network: "unix", address });
const request = new TextEncoder().encode("lost");
const wait = connection.call("/tfplugin6.Provider/Wait", request);
await connection.call("/tfplugin6.Provider/Echo", request);
await Deno.stdout.write(new TextEncoder().encode("waiting\n"));
await wait;

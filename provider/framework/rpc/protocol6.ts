import { tfplugin6 } from "@hf-terraform/tfplugin/tfplugin6";
import type { ProviderServer } from "../engine/server.ts";
import type { RpcService } from "../plugin/call.ts";
import { serviceOf } from "./route.ts";
import { type EngineMethods, routes } from "./table.ts";

export function protocol6(
  server: ProviderServer,
  prebuilt?: Readonly<Record<string, string>>,
): RpcService {
  return serviceOf(server, 6, routes(methods), prebuilt);
}

/** The methods that have another name in protocol 5, by their name in 6. */
export const namesInProtocol5: Readonly<Record<string, string>> = {
  GetProviderSchema: "GetSchema",
  ValidateProviderConfig: "PrepareProviderConfig",
  ConfigureProvider: "Configure",
  StopProvider: "Stop",
  ValidateResourceConfig: "ValidateResourceTypeConfig",
  ValidateDataResourceConfig: "ValidateDataSourceConfig",
};

const { Provider } = tfplugin6;

const methods: EngineMethods = {
  ...Provider,
  GetSchema: Provider.GetProviderSchema,
  PrepareProviderConfig: Provider.ValidateProviderConfig,
  Configure: Provider.ConfigureProvider,
  Stop: Provider.StopProvider,
  ValidateResourceTypeConfig: Provider.ValidateResourceConfig,
  ValidateDataSourceConfig: Provider.ValidateDataResourceConfig,
};

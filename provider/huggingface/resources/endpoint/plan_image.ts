/**
 * The planned image of an endpoint.
 *
 * @module
 */

import { isUnknown, unknown } from "../../../framework/mod.ts";
import { isRecord } from "../../shared/json.ts";
import { defaultImage, type EngineName, engineNameOf } from "./images.ts";
import type { EndpointConfig, ImageState, PlannedEndpoint } from "./types.ts";

type ImageOf<T> = T extends { readonly image: infer I } ? I : never;
type ConfiguredImage = ImageOf<EndpointConfig["model"]>;
type PlannedImage = ImageOf<PlannedEndpoint["model"]>;

/**
 * Plans the image: the default one if none is configured; port and health
 * route as they are unless they are configured.
 *
 * @param prior The image of the state, null if its engine is not known to this
 * version, undefined for a new endpoint.
 */
export function planImage(
  config: ConfiguredImage,
  planned: PlannedImage,
  prior: ImageState | null | undefined,
): PlannedImage {
  // Nobody asked for another engine than the one that is not known here.
  if (config === null) return prior === null ? null : defaultImage();
  if (isUnknown(config) || isUnknown(planned) || planned === null) {
    return planned;
  }
  const image: Record<string, unknown> = { ...planned };
  for (const [name, fields] of Object.entries(planned)) {
    if (!isRecord(fields) || isUnknown(fields)) continue;
    const before: unknown = Reflect.get(prior ?? {}, name);
    image[name] = planFields(
      Reflect.get(config, name),
      fields,
      isRecord(before) ? before : undefined,
    );
  }
  // Every engine has the fields that it had.
  return image as PlannedImage;
}

function planFields(
  config: unknown,
  planned: Readonly<Record<string, unknown>>,
  prior: Readonly<Record<string, unknown>> | undefined,
): object {
  if (!isRecord(config) || isUnknown(config)) return planned;
  const fields = { ...planned };
  for (const name of ["port", "health_route"]) {
    if (!Object.hasOwn(planned, name) || config[name] !== null) continue;
    fields[name] = prior === undefined ? unknown : prior[name];
  }
  return fields;
}

/** The engine of a planned image; undefined if that is not known yet. */
export function plannedEngine(image: PlannedImage): EngineName | undefined {
  return isUnknown(image) || image === null ? undefined : engineNameOf(image);
}

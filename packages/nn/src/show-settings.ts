import { formatShape } from "@saccade/tensor/backend";

/** Settings as printed modules show them: "inFeatures=4, bias=true". */
export function showSettings(settings: Readonly<Record<string, unknown>>): string {
  const shown = (value: unknown): string => (Array.isArray(value) ? formatShape(value) : String(value));
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(", ");
}

import { ArgumentError } from "@saccade/tensor";
import { nearest } from "@saccade/tensor/backend";
import type { LoraTargets } from "./options.ts";
import { type Adaptable, OUTPUT_LAYER, type Site } from "./sites.ts";

/** A target names a module, or ends its name: "c_proj" and "attn.c_proj" both name "transformer.h.0.attn.c_proj". */
export function isTarget(target: string, name: string): boolean {
  return name === target || name.endsWith(`.${target}`);
}

/** The targets as a list. */
export function targetList(targets: LoraTargets | undefined, given: Adaptable): readonly string[] {
  if (targets === "all-linear") return lastNames(given).filter((name) => name !== OUTPUT_LAYER);
  return [...new Set(targets ?? given.architecture.loraDefaults.targets)];
}

/** The sites that a list of targets names. @throws ArgumentError for targets that match nothing, listing what there is. */
export function sitesFor(what: string, targets: readonly string[], given: Adaptable): Site[] {
  const unmatched = targets.filter((target) => !given.sites.some(({ name }) => isTarget(target, name)));
  if (unmatched.length > 0) {
    const names = lastNames(given);
    const near = nearest(unmatched[0]!, names);
    throw new ArgumentError(
      `${what}: no module of the model is named ${unmatched.map((name) => `"${name}"`).join(", ")}; a model of ` +
        `${given.architecture.label}'s shape has ${names.join(", ")}${near === null ? "." : `; did you mean "${near}"?`}`,
    );
  }
  return given.sites.filter(({ name }) => targets.some((target) => isTarget(target, name)));
}

// "c_attn" of "transformer.h.0.attn.c_attn", each once.
function lastNames({ sites }: Adaptable): string[] {
  return [...new Set(sites.map(({ name }) => name.slice(name.lastIndexOf(".") + 1)))];
}

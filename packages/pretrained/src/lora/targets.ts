import { ArgumentError } from "@saccade/tensor";
import { badArgument, nearest } from "@saccade/tensor/backend";
import type { Site } from "./site.ts";
import { type Adaptable, OUTPUT_LAYER } from "./sites.ts";

/** Names of modules, or "all-linear" for every linear map but the output layer. */
export type LoraTargets = readonly string[] | "all-linear";

/** A target names a module, or ends its name: "c_proj" and "attn.c_proj" both name "transformer.h.0.attn.c_proj". */
export function isTarget(target: string, name: string): boolean {
  return name === target || name.endsWith(`.${target}`);
}

/** The targets as a list. @throws ArgumentError for anything but a list of names or "all-linear". */
export function targetList(
  what: string,
  targets: LoraTargets | undefined,
  target: Adaptable,
): readonly string[] {
  const defaults = target.architecture.loraDefaults.targets;
  if (targets === undefined) return defaults;
  if (targets === "all-linear") return lastNames(target).filter((name) => name !== OUTPUT_LAYER);
  const example = `write targets: [${defaults.map((name) => `"${name}"`).join(", ")}]`;
  if (!Array.isArray(targets) || targets.length === 0)
    throw badArgument(what, "targets", 'a list of module names, or "all-linear"', targets, example);
  for (const name of targets)
    if (typeof name !== "string" || name === "")
      throw badArgument(what, "targets", "names of modules", name, example);
  return [...new Set(targets)];
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

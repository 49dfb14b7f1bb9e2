import { ArgumentError } from "@saccade/tensor";
import { badArgument, nearest } from "@saccade/tensor/backend";
import type { Site } from "./site.ts";
import { type Architecture, OUTPUT_LAYER } from "./sites.ts";

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
  architecture: Architecture,
): readonly string[] {
  if (targets === undefined) return architecture.defaults;
  if (targets === "all-linear") return lastNames(architecture).filter((name) => name !== OUTPUT_LAYER);
  const example = `write targets: [${architecture.defaults.map((name) => `"${name}"`).join(", ")}]`;
  if (!Array.isArray(targets) || targets.length === 0)
    throw badArgument(what, "targets", 'a list of module names, or "all-linear"', targets, example);
  for (const target of targets)
    if (typeof target !== "string" || target === "")
      throw badArgument(what, "targets", "names of modules", target, example);
  return [...new Set(targets)];
}

/** The sites that a list of targets names. @throws ArgumentError for targets that match nothing, listing what there is. */
export function sitesFor(what: string, targets: readonly string[], architecture: Architecture): Site[] {
  const unmatched = targets.filter(
    (target) => !architecture.sites.some(({ name }) => isTarget(target, name)),
  );
  if (unmatched.length > 0) {
    const names = lastNames(architecture);
    const near = nearest(unmatched[0]!, names);
    throw new ArgumentError(
      `${what}: no module of the model is named ${unmatched.map((name) => `"${name}"`).join(", ")}; a model of ` +
        `${architecture.label} has ${names.join(", ")}${near === null ? "." : `; did you mean "${near}"?`}`,
    );
  }
  return architecture.sites.filter(({ name }) => targets.some((target) => isTarget(target, name)));
}

// "c_attn" of "transformer.h.0.attn.c_attn", each once.
function lastNames({ sites }: Architecture): string[] {
  return [...new Set(sites.map(({ name }) => name.slice(name.lastIndexOf(".") + 1)))];
}

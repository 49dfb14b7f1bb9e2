import type { Tensor } from "@saccade/tensor";
import { badArgument, isHeard, isPlainObject, visitSite } from "@saccade/tensor/backend";
import { listOf, type OptionsOf, options, rule } from "@saccade/tensor/contract";
import { join } from "./fields.ts";
import { Module } from "./module.ts";

export { isTapped, running, tap } from "@saccade/tensor/backend";

const isString = (value: unknown): value is string => typeof value === "string";
const isTable = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === "object" && value !== null && isPlainObject(value) && Object.values(value).every(isString);
const read = /* @__PURE__ */ options('nameSites(this, { sites: ["hook_q"], parts: { attention: "attn" } })', {
  /** The module's own sites, such as `hook_q`. Default none. */
  sites: /* @__PURE__ */ listOf(/* @__PURE__ */ rule("a name", isString)),
  /** Names of its fields in sites; an empty name omits the field. Defaults to the fields' names. */
  parts: /* @__PURE__ */ rule("names by field", isTable),
});

/** The names of a module's sites, and of its parts in the names of theirs. */
export interface SiteNames extends OptionsOf<typeof read> {}

/** The names that modules declared. */
interface Declared {
  readonly sites: readonly string[];
  readonly parts: Readonly<Record<string, string>>;
}

const declared = new WeakMap<Module, Declared>();

/**
 * Names a module's sites, the places whose values can be read and replaced, in its constructor. In a model, a site's name has
 * the path to its module in front, `blocks.0.attn.hook_q`. The names are TransformerLens's where it has them.
 * Its `forward` runs in {@link running}, and marks the places with {@link tap}.
 *
 * @throws ArgumentError for unknown options, and names that are not strings.
 * @example
 * class Net extends Module {
 *   out = new Linear(2, 1);
 *   constructor() { super(); nameSites(this, { sites: ["hook_hidden"] }); }
 *   forward = (x) => running(this, () => this.out.forward(tap("hook_hidden", x.tanh())));
 * }
 * Array.from(siteNames(new Net()).keys()) // ["hook_hidden"]
 */
export function nameSites(module: Module, given: SiteNames): void {
  if (!(module instanceof Module)) throw badArgument("nameSites", "module", "a Module", module);
  const { sites = [], parts = {} } = read(given);
  const before = declared.get(module) ?? { sites: [], parts: {} };
  declared.set(module, {
    sites: [...new Set([...before.sites, ...sites])],
    parts: { ...before.parts, ...parts },
  });
}

/**
 * Marks a site in a module's `forward`: returns `x`, or the value that a hook puts in its place. Without a listener it costs a
 * call.
 *
 * @example site(new Linear(2, 1), "hook_hidden", tensor([1])) // tensor([1])
 */
export function site(module: Module, name: string, x: Tensor): Tensor {
  return visitSite(module, name, x);
}

/**
 * Whether anything listens at one of a module's sites, so that a value must be computed that a fused kernel would skip, such
 * as scores.
 *
 * @example isWatched(new Linear(2, 1), "hook_scores") // false
 */
export function isWatched(module: Module, ...names: readonly string[]): boolean {
  return isHeard(module, ...names);
}

/** A site of a model. */
export interface Site {
  /** The module that has it. */
  readonly module: Module;
  /** Its name in the module, `hook_q`. */
  readonly name: string;
}

/**
 * The sites of all modules in a model, by name.
 *
 * @throws ArgumentError unless `model` is a Module.
 * @example Array.from(siteNames(new LayerNorm(2)).keys()) // ["hook_scale", "hook_normalized"]
 */
export function siteNames(model: Module): Map<string, Site> {
  if (!(model instanceof Module)) throw badArgument("siteNames", "model", "a Module", model);
  const found = new Map<string, Site>();
  for (const [module, path] of sitePaths(model))
    for (const name of declared.get(module)?.sites ?? []) found.set(join(path, name), { module, name });
  return found;
}

/** The paths of a model's modules in the names of sites: `blocks.0.attn` for `blocks.0.attention`. */
function sitePaths(model: Module): Map<Module, string> {
  const modules = model.namedModules();
  const paths = new Map<Module, string>();
  for (const [name, module] of modules) {
    const [outer, rest] = parentOf(name, modules);
    const [field = "", ...inner] = rest.split(".");
    const part =
      outer && Object.hasOwn(declared.get(outer)?.parts ?? {}, field)
        ? declared.get(outer)!.parts[field]!
        : field;
    paths.set(module, [outer && paths.get(outer)!, part, ...inner].filter((one) => one).join("."));
  }
  return paths;
}

// The module that has the one of this name in a field, and the rest of the name.
function parentOf(name: string, modules: ReadonlyMap<string, Module>): [outer: Module | null, rest: string] {
  for (let at = name.lastIndexOf("."); at > 0; at = name.lastIndexOf(".", at - 1)) {
    const outer = modules.get(name.slice(0, at));
    if (outer) return [outer, name.slice(at + 1)];
  }
  return [name === "" ? null : modules.get("")!, name];
}

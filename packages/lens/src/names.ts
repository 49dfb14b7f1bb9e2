import { type Module, siteNames } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import { badArgument, nearest } from "@saccade/tensor/backend";

/** Which sites: a name, several, or a function that is asked about each. */
export type SiteFilter = string | readonly string[] | ((name: string) => boolean);

/**
 * The names of a model's sites, in the order of its modules.
 *
 * @example hookNames(new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 })).length // 22
 */
export function hookNames(model: Module): string[] {
  return [...siteNames(model).keys()];
}

/** The names that a filter takes. @throws ArgumentError for a name that the model does not have, with the nearest one. */
export function namesThat(
  what: string,
  option: string,
  filter: SiteFilter,
  all: readonly string[],
): string[] {
  if (typeof filter === "function") return all.filter((name) => filter(name));
  const names = typeof filter === "string" ? [filter] : filter;
  if (!Array.isArray(names) || names.some((name) => typeof name !== "string"))
    throw badArgument(what, option, "a name, a list of names or a function of a name", filter);
  const known = new Set(all);
  for (const name of names) if (!known.has(name)) throw unknownSite(what, option, name, all);
  return [...names];
}

/** A head's name, as TransformerLens writes it. */
export const headName = (layer: number, head: number): string => `L${layer}H${head}`;

/** The numbers from 0 to before `count`: of layers, or of heads. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** The error of a name that no site has. */
export function unknownSite(
  what: string,
  option: string,
  name: string,
  all: readonly string[],
): ArgumentError {
  const near = nearest(name, all);
  const some =
    all.length === 0
      ? "it names none; see nameSites of @saccade/nn"
      : `it has ${all.length}, see hookNames(model)`;
  return new ArgumentError(
    `${what}: ${option}: the model has no site "${brief(name)}"; ${near === null ? some : `did you mean "${near}"?`}`,
  );
}

/**
 * The name of a site by TransformerLens's shorthand: `getActName("pattern", 0)` is "blocks.0.attn.hook_pattern".
 *
 * @param name such as "q", "z", "resid_pre", "mlp_out", "embed", "post", or a name with dots, which stays as it is
 * @param layer the layer, for names of layers
 * @param layerType "attn", "cross_attn", "mlp", "ln1", "ln2" or "ln_final", for names that several parts have
 * @throws ArgumentError for an empty name, and a name with dots that is of another layer.
 * @example getActName("resid_pre", 2) // "blocks.2.hook_resid_pre"
 */
export function getActName(name: string, layer?: number | null, layerType?: string): string {
  if (typeof name !== "string" || name === "")
    throw badArgument("getActName", "name", "the name of a site", name);
  if (name.includes(".")) {
    const own = layerOf(name);
    if (own === null || layer === undefined || layer === null || own === layer) return name;
    throw new ArgumentError(
      `getActName: "${brief(name)}" is of layer ${own}, and layer is ${layer}; write "${shorthandOf(name)}", or leave layer out.`,
    );
  }
  const bare = name.startsWith("hook_") ? name.slice(5) : (synonyms.get(name) ?? name);
  const part = layerType ?? (ofAttention.includes(bare) ? "attn" : ofMlp.includes(bare) ? "mlp" : undefined);
  const path = [...(layer === undefined || layer === null ? [] : ["blocks", layer]), ...(part ? [part] : [])];
  return [...path, `hook_${bare}`].join(".");
}

/** The shorthand of a site that each layer has. @throws ArgumentError for the name of one layer's site. */
export function ofEachLayer(what: string, name: string): string {
  if (!name.includes(".")) return name;
  throw new ArgumentError(
    `${what}: "${brief(name)}" is the site of one layer, and a site of each is wanted; write "${shorthandOf(name)}".`,
  );
}

// "z" of "blocks.0.attn.hook_z".
function shorthandOf(name: string): string {
  return brief(name.slice(name.lastIndexOf(".") + 1).replace(/^hook_/, ""));
}

function brief(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

const synonyms: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries({
    attn: "pattern",
    attn_logits: "attn_scores",
    mlp_pre: "pre",
    mlp_post: "post",
    key: "k",
    query: "q",
    value: "v",
  }),
);

/** The sites of an attention, and those of a feed-forward network, by their shorthands. */
export const ofAttention = ["q", "k", "v", "rot_q", "rot_k", "attn_scores", "pattern", "z", "result"];
const ofMlp = ["pre", "post", "pre_linear"];

/** The layer that a site's name has: 2 for "blocks.2.hook_resid_pre"; null for "hook_embed". */
export function layerOf(name: string): number | null {
  const found = /(?:^|\.)(\d+)\./.exec(name);
  return found ? Number(found[1]) : null;
}

import { fromSafetensors, type Module, SafetensorsError, toSafetensors } from "@saccade/nn";
import { type Backend, scope, Tensor } from "@saccade/tensor";
import { iterable, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { ActivationCache, cacheRule } from "../cache/activation-cache.ts";
import { hookNames, namesThat } from "../names.ts";
import { declare, modelRule } from "../run/calls.ts";
import { parseRun, type RunContents, RunFileError, writeRun } from "./run-json.ts";

const isTensors = (value: unknown): value is Readonly<Record<string, Tensor>> =>
  typeof value === "object" && value !== null && Object.values(value).every((x) => x instanceof Tensor);
const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(value).every(([name, text]) => typeof text === "string" && !name.startsWith("saccade."));
const encoded = declare("encodeRun(cache, { tokens: ids, readouts: { rollout: rollout(cache) } })", {
  given: { cache: cacheRule },
  options: {
    /** One safetensors file, which PyTorch and others read, or one JSON text in UTF-8. Default "safetensors". */
    format: c.oneOf(["safetensors", "json"], "safetensors"),
    /** The model's input. Default none. */
    tokens: c.tensorRule("int32"),
    /** Additional results, by name: `{ rollout: rollout(cache) }`. Default none. */
    readouts: c.rule("tensors by name", isTensors),
    /** Texts by name, such as the prompt. Default none. */
    metadata: c.rule('texts by name, none of which begins with "saccade."', isTexts),
  },
});
const decoded = declare("decodeRun(bytes, gpt)", {
  given: {
    bytes: c.required(c.instanceOf("the file's content, a Uint8Array", Uint8Array)),
    model: modelRule,
  },
  options: {
    /** Where the tensors are made. Default the current backend. */
    backend: c.unchecked<Backend>("a backend"),
  },
});

/** Options of {@link encodeRun}. */
export interface EncodeRunOptions extends c.OptionsOf<typeof encoded> {}

/** Options of {@link decodeRun}. */
export interface DecodeRunOptions extends c.OptionsOf<typeof decoded> {}

/** The contents of a run's file. It is a named tuple. */
export interface DecodedRun
  extends Iterable<ActivationCache | Tensor | null | Readonly<Record<string, Tensor | string>>> {
  /** The values at the sites of the model. */
  readonly cache: ActivationCache;
  /** The model's input, or null. */
  readonly tokens: Tensor | null;
  /** Results by name. */
  readonly readouts: Readonly<Record<string, Tensor>>;
  /** Texts by name. */
  readonly metadata: Readonly<Record<string, string>>;
}

const VERSION_KEY = "saccade.run";
// Version 2 has sites whose visits differ in shape, which a reader of version 1 would leave out.
const VERSIONS = ["1", "2"];
// The names of the sites in the order of the run, which a safetensors file does not keep.
const ORDER_KEY = "saccade.sites";
// The names of the sites whose first dim is visits.
const STACKS_KEY = "saccade.stacks";
const TOKENS = "tokens";
const SITES = "sites.";
// visits.0.blocks.0.attn.hook_pattern, visits.1.…
const VISITS = "visits.";
const READOUTS = "readouts.";

/**
 * Writes a run to one file: the values at its sites, the tokens, and readouts. In a safetensors file the tensors are named
 * `sites.blocks.0.attn.hook_pattern`, `tokens` and `readouts.rollout`; the values of a site that differ in shape from visit to
 * visit `visits.0.blocks.0.attn.hook_pattern`, `visits.1.…`. Write the bytes with `writeFileAtomic` of
 * `@saccade/nn/node`, or offer them for download.
 *
 * @param cache the sites that the file has
 * @throws ArgumentError for readouts that are not tensors, and metadata that is not text; BackendError if the host cannot read the
 * tensors.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const tokens = tensor([[1, 2, 3]], { dtype: "int32" });
 * const { cache } = runWithCache(gpt, tokens);
 * const file = encodeRun(cache, { tokens, readouts: { rollout: rollout(cache) } });
 * decodeRun(file, gpt).readouts.rollout.shape // [1, 3, 3]
 */
export function encodeRun(cache: ActivationCache, options: EncodeRunOptions = {}): Uint8Array<ArrayBuffer> {
  const { format, tokens, readouts = {}, metadata = {} } = encoded([cache, options]);
  return scope(() => {
    const sites = cache.names.map((name) => [name, cache.visits(name)] as const);
    const isUneven = ([, visits]: (typeof sites)[number]): boolean =>
      visits.some(({ shape }) => !sameShape(shape, visits[0]!.shape));
    const [uneven, even] = [sites.filter(isUneven), sites.filter((site) => !isUneven(site))];
    const stacks = even.filter(([name, [visit]]) => cache.get(name).ndim > visit!.ndim).map(([name]) => name);
    const tensors: Record<string, Tensor> = Object.fromEntries([
      ...(tokens ? [[TOKENS, tokens] as const] : []),
      ...even.map(([name]) => [SITES + name, cache.get(name)] as const),
      ...uneven.flatMap(([name, visits]) => visits.map((x, i) => [`${VISITS}${i}.${name}`, x] as const)),
      ...Object.entries(readouts).map(([name, x]) => [READOUTS + name, x] as const),
    ]);
    const texts = {
      ...metadata,
      [VERSION_KEY]: VERSIONS[uneven.length > 0 ? 1 : 0]!,
      [ORDER_KEY]: cache.names.join("\n"),
      ...(stacks.length > 0 && { [STACKS_KEY]: stacks.join("\n") }),
    };
    return format === "safetensors" ? toSafetensors(tensors, texts) : writeRun({ tensors, metadata: texts });
  });
}

/**
 * Reads a file that {@link encodeRun} wrote, in either format.
 *
 * @param model the model that ran, or one of its architecture
 * @throws RunFileError for a damaged file, or one of another kind or version; ArgumentError for a model without one of its sites.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }), { names: "hook_embed" });
 * decodeRun(encodeRun(cache, { format: "json" }), gpt).cache.names // ["hook_embed"]
 */
export function decodeRun(bytes: Uint8Array, model: Module, options: DecodeRunOptions = {}): DecodedRun {
  const { what, backend } = decoded([bytes, model, options]);
  return scope(() => {
    const { tensors, metadata } = readFile(bytes, backend);
    const { [VERSION_KEY]: version, [ORDER_KEY]: order = "", [STACKS_KEY]: stacks = "", ...texts } = metadata;
    const other = `its version is ${version?.slice(0, 40)}, known are ${VERSIONS.join(" and ")}`;
    if (version === undefined || !VERSIONS.includes(version))
      throw new RunFileError(
        `${version === undefined ? "it is of another kind" : other}; give a file that encodeRun wrote.`,
      );
    const under = (prefix: string): [string, Tensor][] =>
      Object.entries(tensors)
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, x]) => [name.slice(prefix.length), x]);
    const found = new Map<string, Tensor | Tensor[]>(under(SITES));
    for (const name of stacks.split("\n")) {
      const stacked = found.get(name);
      if (stacked instanceof Tensor && stacked.ndim > 0) found.set(name, stacked.unbind(0));
    }
    for (const [name, visits] of visitsIn(under(VISITS))) found.set(name, visits);
    const names = namesThat(what, "bytes", [...found.keys()], hookNames(model));
    const ordered = [...new Set([...order.split("\n"), ...names])].filter((name) => found.has(name));
    const values = new Map(ordered.map((name) => [name, found.get(name)!]));
    return iterable({
      cache: new ActivationCache(model, values),
      tokens: tensors[TOKENS] ?? null,
      readouts: Object.fromEntries(under(READOUTS)),
      metadata: texts,
    });
  });
}

// From "0.NAME", "1.NAME", … in any order.
function visitsIn(numbered: readonly (readonly [string, Tensor])[]): Map<string, Tensor[]> {
  const all = new Map<string, Tensor[]>();
  for (const [key, x] of numbered) {
    const [, number, name] = /^(\d+)\.(.+)$/.exec(key) ?? [];
    if (name === undefined || Number(number) >= numbered.length) throw damagedVisits(key);
    const visits = all.get(name) ?? [];
    visits[Number(number)] = x;
    all.set(name, visits);
  }
  // Holes are skipped by forEach and the like, and not by Array.from.
  for (const [name, visits] of all) {
    if (!Array.from(visits).every((x) => x instanceof Tensor)) throw damagedVisits(name);
  }
  return all;
}

function damagedVisits(name: string): RunFileError {
  return new RunFileError(`its visits of "${name}" are not numbered 0, 1, 2, ….`);
}

function readFile(bytes: Uint8Array, backend: Backend | undefined): RunContents {
  const json = parseRun(bytes, backend);
  if (json !== null) return json;
  try {
    return fromSafetensors(bytes, backend ? { backend } : {});
  } catch (error) {
    if (!(error instanceof SafetensorsError)) throw error;
    throw new RunFileError(`it is cut short, damaged or of another kind: ${error.message}`, error);
  }
}

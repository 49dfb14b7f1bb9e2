import { KeyValueCache } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { GPT, type GPTAttention } from "@saccade/models";
import { Tensor, zeros } from "@saccade/tensor";
import { badArgument, checkInteger } from "@saccade/tensor/backend";
import { flag, type OptionsOf, options } from "@saccade/tensor/contract";
import { exportOnnx } from "./export.ts";
import type { Inputs } from "./inputs.ts";
import { inEvalMode } from "./trace/trace.ts";

const cachedOptions = options(
  "exportCachedOnnx",
  {
    /** Whether the attention weights of each layer become outputs. Default false. */
    needWeights: flag(false),
  },
  { example: "exportCachedOnnx(gpt)" },
);

/** Options of {@link exportCachedOnnx}. */
export interface CachedOnnxOptions extends OptionsOf<typeof cachedOptions> {}

/** The keys and values of one layer, (b, heads, length, width) each. */
export interface PastLayer {
  /** (b, heads, length, width). */
  readonly key: Tensor;
  /** (b, heads, length, width). */
  readonly value: Tensor;
}

/**
 * A cache that holds `past` and has room for `count` more positions, for the function that {@link exportOnnx} traces. Read its
 * content afterwards with `cache.layers[i].self.read()`.
 *
 * @param past one a layer
 * @throws ArgumentError unless each layer has a key and a value, and count is a whole number ≥ 0.
 * @example cacheOf([{ key: zeros([1, 2, 3, 4]), value: zeros([1, 2, 3, 4]) }], 1).length // 3
 */
export function cacheOf(past: readonly PastLayer[], count: number): KeyValueCache {
  const rule = "a key and a value (b, heads, length, width) for each layer";
  const fix = "write cacheOf([{ key, value }], 1)";
  if (!Array.isArray(past) || past.length === 0 || !past.every(isLayer))
    throw badArgument("cacheOf", "past", rule, past, fix);
  checkInteger("cacheOf", "count", count, 0, Number.MAX_SAFE_INTEGER, fix);
  return filledCache(past, count);
}

function isLayer(layer: unknown): boolean {
  const { key, value }: { key?: unknown; value?: unknown } = Object(layer);
  return key instanceof Tensor && value instanceof Tensor && key.ndim === 4 && value.ndim === 4;
}

function filledCache(past: readonly PastLayer[], count: number): KeyValueCache {
  const capacity = (past[0]?.key.size(2) ?? 0) + count;
  const cache = new KeyValueCache(past.length, { capacity });
  past.forEach(({ key, value }, i) => {
    cache.layers[i]!.self.append(key, value);
  });
  return cache;
}

/** Zeros in the shapes of a cache's content after some tokens. A custom attention may have other heads and widths. */
function pastOf(gpt: GPT<GPTAttention>, ids: Tensor): PastLayer[] {
  const cache = gpt.newCache({ capacity: ids.size(1) });
  inEvalMode({ "": gpt }, () => noGrad(() => void gpt.forward(ids, { cache })));
  const past = cache.layers.map(({ self }) => {
    const [key, value] = self.read().map(({ shape, backend }) => zeros(shape, { backend }));
    return { key: key!, value: value! };
  });
  for (const { self } of cache.layers) self.dispose();
  return past;
}

/**
 * The bytes of an ONNX file that computes a step of a language model with a cache. Inputs: `ids` (batch, length) int32 and, for each
 * layer, `past.0.key` and `past.0.value` (batch, heads, past, width), of length 0 at first. Outputs: `logits` (batch, length,
 * vocabulary), and `present.0.key` and `present.0.value`, the past of the next step.
 *
 * @throws ArgumentError for anything but a GPT, and for a GPT whose attentions take no cache.
 * @example exportCachedOnnx(new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 })) instanceof Uint8Array // true
 */
export function exportCachedOnnx(gpt: GPT<GPTAttention>, given?: CachedOnnxOptions): Uint8Array {
  if (!(gpt instanceof GPT))
    throw badArgument(cachedOptions.what, "gpt", "a GPT", gpt, "write exportOnnx(model, inputs) for others");
  const { needWeights } = cachedOptions(given);
  const ids = zeros([2, 2], { dtype: "int32", backend: gpt.embedding.weight.backend });
  const past = Object.fromEntries(
    pastOf(gpt, ids).flatMap(({ key, value }, i) => [
      [`past.${i}.key`, key],
      [`past.${i}.value`, value],
    ]),
  );
  const inputs: Inputs = { ids, ...past };
  const layers = Array.from({ length: gpt.settings.numLayers }, (_, i) => i);
  const dynamicAxes = {
    ids: { 0: "batch", 1: "length" },
    ...Object.fromEntries(Object.keys(past).map((name) => [name, { 0: "batch", 2: "past" }])),
  };
  const step = (named: Inputs): object => {
    const ids = named["ids"]!;
    const past = layers.map((i) => ({ key: named[`past.${i}.key`]!, value: named[`past.${i}.value`]! }));
    const cache = filledCache(past, ids.size(1));
    const result = gpt.forward(ids, { cache, needWeights });
    const [logits, weights] = "output" in result ? [result.output, result.weights] : [result, []];
    const present = cache.layers.map(({ self }) => {
      const [key, value] = self.read();
      return { key, value };
    });
    return { logits, present, weights };
  };
  return exportOnnx(step, inputs, { dynamicAxes, model: gpt });
}

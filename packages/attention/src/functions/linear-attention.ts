import { cat, ones, scope, type Tensor, where } from "@saccade/tensor";
import { longest } from "@saccade/tensor/backend";
import { callable, flag, type OptionsOf, options, withFix } from "@saccade/tensor/contract";
import { call } from "../contract/method.ts";
import { checkResult, keyMaskRules, longRenames } from "../contract/rules.ts";
import { eluPlusOne } from "../definitions/attention.ts";
import { causalMask, products, weightedSum } from "../definitions/masks.ts";
import { attendableKeys, scoresOf } from "../masks/align.ts";

const name = "linearAttention";
const inputs = call(
  options(
    name,
    {
      /** Query i attends to keys 0 to i only. Default false. */
      causal: flag(false),
      /** φ, from (…, n, d) to features (…, n, m) that are not negative. Default elu(x) + 1. */
      featureMap: withFix(callable<(x: Tensor) => Tensor>(), "write featureMap: (x) => x.relu()"),
      ...keyMaskRules,
    },
    { example: `${name}(q, k, v, { causal: true })`, renamed: longRenames },
  ),
  "q float (…, lq, d)  k float (…, lk, d)  v float (…, lk, dv)",
);

/** Options of {@link linearAttention}. */
export interface LinearAttentionOptions extends OptionsOf<typeof inputs, typeof keyMaskRules> {}

// Keys in a chunk of causal attention: products within a chunk are a matrix, the chunks before it one sum.
const chunk = 64;

/**
 * Attention with the weight φ(q)·φ(k) / Σ φ(q)·φ(k) instead of a softmax, in time and memory linear in the length
 * (Katharopoulos et al. 2020, equations 5 and 9): Σ φ(k) vᵀ and Σ φ(k) are computed once for all queries, with `causal`
 * once a chunk of keys. Masked keys are ignored, whatever they hold; a query without allowed keys gets zeros.
 *
 * @param q floats (…, lq, d)
 * @param k floats (…, lk, d)
 * @param v floats (…, lk, dv)
 * @returns (…, lq, dv)
 * @throws ShapeError when q, k, v or a mask do not fit each other.
 * @example linearAttention(randn([1, 6, 4]), randn([1, 6, 4]), randn([1, 6, 3]), { causal: true }).shape // [1, 6, 3]
 */
export function linearAttention(q: Tensor, k: Tensor, v: Tensor, given: LinearAttentionOptions = {}): Tensor {
  const { causal, featureMap = eluPlusOne, ...masks } = inputs([q, k, v, given]);
  return scope(() => {
    const attendable = attendableKeys(scoresOf(name, q, k), masks, q.backend)?.unsqueeze(-1);
    // Before φ too: the gradient of φ at a masked NaN would be NaN.
    const only = (x: Tensor): Tensor => (attendable ? where(attendable, x, 0) : x); // (…, lk, d)
    const features = (x: Tensor): Tensor => {
      const found = featureMap(x);
      checkResult(name, "featureMap", found);
      return found;
    };
    const [queries, keys, values] = [features(q), only(features(only(k))), only(v)];
    // A column of ones next to the values sums the weights.
    const column = ones([...values.shape.slice(0, -1), 1], { dtype: values.dtype, backend: q.backend });
    const more = cat([values, column], -1); // (…, lk, dv + 1)
    const sums = causal
      ? causalSums(queries, keys, more)
      : queries.matmul(keys.transpose(-2, -1).matmul(more));
    const total = sums.narrow(-1, v.size(-1), 1);
    return sums.narrow(-1, 0, v.size(-1)).div(where(total.eq(0), 1, total));
  });
}

// Row i: Σ over j ≤ i of (queries_i · keys_j) values_j.
function causalSums(queries: Tensor, keys: Tensor, values: Tensor): Tensor {
  const lq = queries.size(-2);
  // The graph of an export serves longer sequences than this one.
  const size = Math.min(chunk, Math.max(longest(lq), 1));
  const chunks = Math.ceil(lq / size);
  // Keys after the last query are in no sum; missing ones count as zeros.
  const inChunks = (x: Tensor): Tensor =>
    x.pad([0, 0, 0, chunks * size - x.size(-2)]).reshape([...x.shape.slice(0, -2), chunks, size, x.size(-1)]);
  const [q, k, v] = [inChunks(queries), inChunks(keys), inChunks(values)];
  const own = k.transpose(-2, -1).matmul(v); // (…, chunks, d, dv)
  const before = own.pad([0, 0, 0, 0, 1, -1]).cumsum(-3); // of the chunks before
  const allowed = causalMask(size, size, 0, q.backend);
  const within = weightedSum(products(q, k, allowed), v, allowed);
  const sums = q.matmul(before).add(within);
  return sums.reshape([...sums.shape.slice(0, -3), chunks * size, v.size(-1)]).narrow(-2, 0, lq);
}

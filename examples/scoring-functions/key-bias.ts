import { scaledDotProductAttention } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { Linear } from "@saccade/nn";
import { randn, scope, type Tensor } from "@saccade/tensor";

/** The effect of the biases in the projections of queries and keys. */
export interface BiasEffects {
  /** The largest change of a weight when a random vector is added to the bias. */
  readonly change: { readonly query: number; readonly key: number };
  /** The norm of the loss's gradient with respect to the bias. */
  readonly gradient: { readonly query: number; readonly key: number };
}

/**
 * q·(W_k x + b) = q·W_k x + q·b: a key bias adds the same number to all scores of a query, and softmax does not change
 * when all scores are shifted. A query bias adds b·k, which differs from key to key.
 */
export function biasEffects(width: number): BiasEffects {
  return scope(() => {
    const x = randn([4, 12, width]);
    const target = randn([4, 12, width]);
    const [query, key, value] = [
      new Linear(width, width),
      new Linear(width, width),
      new Linear(width, width),
    ];
    const attend = (shift: { query?: Tensor; key?: Tensor }) => {
      const [q, k] = [query.forward(x), key.forward(x)];
      return scaledDotProductAttention(
        shift.query ? q.add(shift.query) : q,
        shift.key ? k.add(shift.key) : k,
        value.forward(x),
      );
    };
    const { weights } = attend({});
    const changed = (shift: { query?: Tensor; key?: Tensor }): number =>
      attend(shift).weights.sub(weights).abs().amax().item();
    const vector = randn([width]);
    const { grads } = valueAndGrad(
      () => attend({}).output.sub(target).square().sum(),
      [query.bias!, key.bias!],
    );
    return {
      change: { query: changed({ query: vector }), key: changed({ key: vector }) },
      gradient: { query: grads[0]!.norm().item(), key: grads[1]!.norm().item() },
    };
  });
}

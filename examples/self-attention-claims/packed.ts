import { compile, valueAndGrad } from "@saccade/autograd";
import { PackedSelfAttention, ProjectedSelfAttention } from "@saccade/models/seeds";
import { cat, eye, randn, scope, type Tensor, zeros } from "@saccade/tensor";
import { leastTimes } from "../time.ts";

/** Three projections (V1) beside one that is their stack (V2). */
export interface PackedComparison {
  /** The largest difference of outputs, and of the gradients of the inputs. */
  readonly outputs: number;
  readonly gradients: number;
  /** Milliseconds of a forward and a backward pass, compiled. */
  readonly milliseconds: { readonly v1: number; readonly v2: number };
}

/** V2 with V1's weights stacked and an identity as its output projection. */
function packed(v1: ProjectedSelfAttention, width: number): PackedSelfAttention {
  const v2 = new PackedSelfAttention(width);
  const parts = [v1.query_proj, v1.key_proj, v1.value_proj];
  v2.loadStateDict({
    "proj.weight": cat(parts.map(({ weight }) => weight)),
    "proj.bias": cat(parts.map(({ bias }) => bias!)),
    "output_proj.weight": eye(width),
    "output_proj.bias": zeros([width]),
  });
  return v2;
}

export function comparePacked(width: number, rounds: number): PackedComparison {
  return scope(() => {
    const v1 = new ProjectedSelfAttention(width);
    const v2 = packed(v1, width);
    const x = randn([16, 64, width]);
    const cotangent = randn([16, 64, width]);
    const step = (net: ProjectedSelfAttention | PackedSelfAttention) => (y: Tensor) =>
      valueAndGrad(() => {
        const { output } = net.forward(y, { needWeights: false });
        return { loss: output.mul(cotangent).sum(), output };
      }, [y, ...net.parameters()]);
    const [one, two] = [step(v1)(x), step(v2)(x)];
    const farthest = (a: Tensor, b: Tensor): number => a.sub(b).abs().amax().item();
    const [first, second] = [compile(step(v1)), compile(step(v2))];
    const [v1Time, v2Time] = leastTimes(rounds, [() => void first(x), () => void second(x)]);
    return {
      outputs: farthest(one.value.output, two.value.output),
      gradients: farthest(one.grads[0]!, two.grads[0]!),
      milliseconds: { v1: v1Time!, v2: v2Time! },
    };
  });
}

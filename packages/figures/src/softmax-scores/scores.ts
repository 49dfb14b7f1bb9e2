import { valueAndGrad } from "@saccade/autograd";
import { crossEntropy } from "@saccade/nn";
import { scope, tensor } from "@saccade/tensor";

export interface Measured {
  readonly probabilities: readonly number[];
  /** The surprise at the right answer, in nats. */
  readonly loss: number;
  /** Of the loss by each score. */
  readonly gradient: readonly number[];
  /** Of the probabilities, in bits. */
  readonly entropy: number;
}

/** Softmax of (scores + shift) / temperature, and the loss if one answer is right. */
export function measure(
  scores: readonly number[],
  right: number,
  temperature: number,
  shift: number,
): Measured {
  return scope(() => {
    const given = tensor([[...scores]], { dtype: "float64" }); // (1, answers)
    const target = tensor([right], { dtype: "int32" });
    const { value, grads } = valueAndGrad(() => {
      const logits = given.add(shift).div(temperature);
      return { loss: crossEntropy(logits, target), p: logits.softmax(-1) };
    }, given);
    const probabilities = value.p.toArray(2)[0]!;
    const terms = probabilities.map((p) => (p > 0 ? p * Math.log2(p) : 0));
    return {
      probabilities,
      loss: value.loss.item(),
      gradient: grads.toArray(2)[0]!,
      entropy: Math.max(0, -terms.reduce((sum, term) => sum + term, 0)),
    };
  });
}

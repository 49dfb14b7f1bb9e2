import { noGrad } from "@saccade/autograd";
import {
  checkLogProb,
  checkMaxSteps,
  type DecodingOptions,
  type Hypothesis,
  type TokenStep,
} from "./step.ts";

/**
 * Takes the most probable token at every step, until `eos` or for `maxSteps`. Each step is read back.
 *
 * @throws RangeError for fewer than one step.
 */
export function greedyDecode<S>(
  step: TokenStep<S>,
  initial: S,
  { bos, eos, maxSteps }: DecodingOptions,
): Hypothesis {
  checkMaxSteps("greedyDecode", maxSteps);
  return noGrad(() => {
    const tokens: number[] = [];
    const weights: number[][] = [];
    let logProb = 0;
    let state = initial;
    let token = bos;
    while (tokens.length < maxSteps && token !== eos) {
      const next = step(token, state);
      token = next.logProbs.argmax().item();
      logProb += checkLogProb("greedyDecode", next.logProbs.select(0, token).item());
      tokens.push(token);
      weights.push([...next.weights.dataSync()]);
      state = next.state;
    }
    return { tokens, logProb, weights };
  });
}

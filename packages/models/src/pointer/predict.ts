import { noGrad } from "@saccade/autograd";
import { stack, type Tensor, tensor, where, zeros } from "@saccade/tensor";
import { within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { checkSets } from "../contract/checks.ts";
import { beamSearch } from "../decoding/decode.ts";
import { beamRules, inEvalMode, type RankedHypothesis } from "../decoding/search.ts";
import { PointerNetwork, type PointerState } from "./pointer-network.ts";

const rules = {
  net: c.required(c.instanceOf("a PointerNetwork", PointerNetwork)),
  inputs: c.required(c.tensorRule("float")),
};
const greedyCall = c.signature(
  "pointGreedily",
  rules,
  {
    /** The number of elements of each set, (b) int32. Default: all. */
    validLens: c.tensorRule("int32"),
    /** The number of steps. Default: as many as there are positions. */
    steps: c.size(),
  },
  { example: "pointGreedily(net, inputs, { validLens })" },
);
const sets = c.tensors("pointGreedily", "inputs (b, n, inputSize)  validLens? (b)");

/** Options of {@link pointGreedily}. */
export interface PointGreedilyOptions extends c.OptionsOf<typeof greedyCall> {}

/**
 * The most probable position at each step, for a whole batch: inputs (b, n, inputSize) → (b, steps) int32, −1 after an
 * output's end. Reads nothing back.
 *
 * @throws DTypeError, ArgumentError if the arguments do not fit.
 * @example pointGreedily(new PointerNetwork(2, 16), randn([1, 5, 2])).shape // [1, 5]
 */
export function pointGreedily(net: PointerNetwork, inputs: Tensor, given: PointGreedilyOptions = {}): Tensor {
  const { validLens, steps: most } = greedyCall([net, inputs, given]);
  const { b, n } = sets([inputs, validLens], { inputSize: net.inputSize });
  checkSets("pointGreedily", inputs, validLens);
  const positions = net.end === null ? n : n + 1;
  const steps = most ?? positions;
  const run = (): Tensor =>
    noGrad(() => {
      let state = net.initState(inputs, validLens);
      let pointed: Tensor | null = null;
      // Steps of the output that are left, for sets without an end.
      let ended = zeros([b], { dtype: "bool", backend: inputs.backend });
      const found: Tensor[] = [];
      for (let t = 0; t < steps; t++) {
        const next = net.step(pointed, state);
        pointed = next.logProbs.argmax(-1);
        if (net.end === null && net.once && validLens !== undefined) ended = validLens.le(t);
        found.push(where(ended, -1, pointed));
        if (net.end !== null) ended = ended.logicalOr(pointed.eq(positions - 1));
        state = next.state;
      }
      return stack(found, 1);
    });
  return within("pointGreedily", () => inEvalMode(net, run));
}

const beamCall = c.signature(
  "pointByBeam",
  rules,
  {
    ...beamRules,
    /** The maximum number of steps. Default: as many as there are positions. */
    maxSteps: c.size(),
  },
  { example: "pointByBeam(net, inputs, { beamSize: 4 })" },
);
const oneSet = c.tensors("pointByBeam", "inputs (n, inputSize) | (1, n, inputSize)");

/** Options of {@link pointByBeam}. */
export interface PointByBeamOptions extends c.OptionsOf<typeof beamCall, typeof beamRules> {}

/**
 * The most probable outputs for one set that a beam search finds, best first: inputs (n, inputSize). `tokens` are
 * positions, the end's (n) included; `weights` the distribution at each step, (steps, positions).
 *
 * @throws DTypeError, ArgumentError if the arguments do not fit.
 * @example pointByBeam(new PointerNetwork(2, 16), randn([1, 5, 2]), { beamSize: 2 })[0].tokens.length // 5
 */
export function pointByBeam(
  net: PointerNetwork,
  inputs: Tensor,
  given: PointByBeamOptions = {},
): RankedHypothesis[] {
  const { beamSize, lengthPenalty, maxSteps: most } = beamCall([net, inputs, given]);
  const { n } = oneSet([inputs], { inputSize: net.inputSize });
  const set = inputs.ndim === 2 ? inputs.unsqueeze(0) : inputs;
  checkSets("pointByBeam", set, undefined);
  const positions = net.end === null ? n : n + 1;
  const maxSteps = most ?? positions;
  // Tokens beyond the positions: the start of an output, and an end token that never occurs.
  const [bos, never] = [positions, positions + 1];
  const step = (token: number, state: PointerState) => {
    const pointed = token === bos ? null : tensor([token], { dtype: "int32", backend: set.backend });
    const next = net.step(pointed, state);
    const logProbs = next.logProbs.squeeze(0);
    return { logProbs, weights: logProbs.exp(), state: next.state };
  };
  const search = { bos, eos: net.end === null ? never : n, maxSteps, beamSize, lengthPenalty };
  const found = within("pointByBeam", () =>
    inEvalMode(net, () => noGrad(() => beamSearch(step, net.initState(set), search))),
  );
  // A beam wider than the choices left holds outputs that are not possible.
  return found.filter(({ logProb }) => logProb > Number.NEGATIVE_INFINITY);
}

import { noGrad } from "@saccade/autograd";
import { ShapeError, stack, type Tensor, tensor, where, zeros } from "@saccade/tensor";
import { badArgument, formatShape, refuseExtra } from "@saccade/tensor/backend";
import { type OptionsOf, options, size, unchecked } from "@saccade/tensor/contract";
import { beamRules, beamSearch, type RankedHypothesis } from "../decoding/beam-search.ts";
import { inEvalMode } from "../decoding/eval-mode.ts";
import { checkElementInputs } from "./check-pointer.ts";
import { PointerNetwork } from "./pointer-network.ts";
import type { PointerState } from "./pointer-state.ts";

const greedyOptions = options(
  "pointGreedily",
  {
    /** The number of elements of each set, (b) int32. Default: all. */
    validLens: unchecked<Tensor>("a tensor"),
    /** The number of steps. Default: as many as there are positions. */
    steps: size(),
  },
  { example: "pointGreedily(net, inputs, { validLens })" },
);

/** Options of {@link pointGreedily}. */
export interface PointGreedilyOptions extends OptionsOf<typeof greedyOptions> {}

/**
 * The most probable position at each step, for a whole batch: inputs (b, n, inputSize) → (b, steps) int32, −1 after an
 * output's end. Reads nothing back.
 *
 * @throws ShapeError, DTypeError, ArgumentError if the arguments do not fit.
 * @example pointGreedily(new PointerNetwork(2, 16), randn([1, 5, 2])).shape // [1, 5]
 */
export function pointGreedily(net: PointerNetwork, inputs: Tensor, given: PointGreedilyOptions = {}): Tensor {
  refuseExtra(greedyOptions, arguments, 3);
  const what = "pointGreedily";
  checkNet(what, net);
  const settings = greedyOptions(given);
  const { validLens } = settings;
  checkElementInputs(what, inputs, net.inputSize, validLens);
  const positions = inputs.size(1) + (net.end === null ? 0 : 1);
  const { steps = positions } = settings;
  return inEvalMode(net, () =>
    noGrad(() => {
      let state = net.initState(inputs, validLens);
      let pointed: Tensor | null = null;
      // Steps of the output that are left, for sets without an end.
      let ended = zeros([inputs.size(0)], { dtype: "bool", backend: inputs.backend });
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
    }),
  );
}

const beamOptions = options(
  "pointByBeam",
  {
    ...beamRules,
    /** The maximum number of steps. Default: as many as there are positions. */
    maxSteps: size(),
  },
  { example: "pointByBeam(net, inputs, { beamSize: 4 })" },
);

/** Options of {@link pointByBeam}. */
export interface PointByBeamOptions extends OptionsOf<typeof beamOptions> {}

/**
 * The most probable outputs for one set that a beam search finds, best first: inputs (n, inputSize). `tokens` are
 * positions, the end's (n) included; `weights` the distribution at each step, (steps, positions).
 *
 * @throws ShapeError, DTypeError, ArgumentError if the arguments do not fit.
 * @example pointByBeam(new PointerNetwork(2, 16), randn([1, 5, 2]), { beamSize: 2 })[0].tokens.length // 5
 */
export function pointByBeam(
  net: PointerNetwork,
  inputs: Tensor,
  given: PointByBeamOptions = {},
): RankedHypothesis[] {
  refuseExtra(beamOptions, arguments, 3);
  const what = "pointByBeam";
  checkNet(what, net);
  const settings = beamOptions(given);
  const set = inputs?.ndim === 2 ? inputs.unsqueeze(0) : inputs;
  checkElementInputs(what, set, net.inputSize, undefined);
  if (set.size(0) !== 1) {
    throw new ShapeError(`${what}: inputs ${formatShape(inputs.shape)} must be one set, (n, inputSize).`);
  }
  const n = set.size(1);
  const positions = net.end === null ? n : n + 1;
  const { beamSize, lengthPenalty, maxSteps = positions } = settings;
  // Tokens beyond the positions: what starts an output, and what ends one that has no end.
  const [bos, never] = [positions, positions + 1];
  const step = (token: number, state: PointerState) => {
    const pointed = token === bos ? null : tensor([token], { dtype: "int32", backend: set.backend });
    const next = net.step(pointed, state);
    const logProbs = next.logProbs.squeeze(0);
    return { logProbs, weights: logProbs.exp(), state: next.state };
  };
  const search = { bos, eos: net.end === null ? never : n, maxSteps, beamSize, lengthPenalty };
  const found = inEvalMode(net, () => noGrad(() => beamSearch(step, net.initState(set), search)));
  // A beam wider than the choices left holds outputs that are not possible.
  return found.filter(({ logProb }) => logProb > Number.NEGATIVE_INFINITY);
}

function checkNet(what: string, net: unknown): asserts net is PointerNetwork {
  if (!(net instanceof PointerNetwork)) throw badArgument(what, "net", "a PointerNetwork", net);
}

import type { Transformer } from "@saccade/models";
import { encodeSafetensors, fromSafetensors, halfBits, type SafetensorsInput } from "@saccade/nn";
import { type Facts, guided, type Start } from "./calls.ts";
import { Inspector } from "./inspector.ts";
import { makeNet, withoutPositions } from "./network.ts";
import { firstSentence } from "./settings.ts";
import { accuracyOf, heldOutPairs, train } from "./training.ts";

const seed = 0;
const steps = 2500;
const measured = 500;

/** The files that come with the page. */
interface Made {
  /** The first settings. */
  readonly start: Start;
  /** Safetensors files of the model, and of the one that never had positions. */
  readonly weights: Uint8Array;
  readonly unplacedWeights: Uint8Array;
}

/** Trains the two models that come with the page, in 16 bits, and measures them. */
export function makeStart(report: (line: string) => void): Made {
  const plan = {
    seed,
    steps,
    report: (step: number, loss: number) => report(`step ${step}: ${loss.toFixed(4)}`),
  };
  const weights = halved(train({ ...plan, positions: true }));
  const net = netOf(weights);
  const pairs = heldOutPairs(measured);
  const { exact, pronouns } = accuracyOf(net, pairs);
  report(`held out: ${exact} without a fault, ${pronouns} of pronouns`);
  const inspector = new Inspector(stateOf(weights));
  const looked = pairs
    .filter(({ meant }) => meant !== null)
    .map(({ source, meant }) => {
      const { look } = inspector.look({ sentence: source, positions: "on" });
      const n = look.source.length;
      return look.weights["e2.self"][(guided.head * n + source.indexOf("it")) * n + meant!]!;
    });
  const unplaced = accuracyOf(withoutPositions(net), pairs).exact;
  report("and without positions, from the start:");
  const unplacedWeights = halved(train({ ...plan, positions: false }));
  const facts: Facts = {
    seed,
    steps,
    parameters: net.numParameters(),
    measured,
    exact,
    pronouns,
    looked: looked.reduce((a, b) => a + b, 0) / looked.length,
    exactUnplaced: unplaced,
    exactTrainedUnplaced: accuracyOf(withoutPositions(netOf(unplacedWeights)), pairs).exact,
  };
  const { look } = inspector.look({ sentence: firstSentence, positions: "on" });
  const written = Object.entries(look.weights).map(([name, values]) => [name, [...values]]);
  const first = { ...look, weights: Object.fromEntries(written) };
  return { start: { facts, look: first }, weights, unplacedWeights };
}

function stateOf(weights: Uint8Array): ReturnType<typeof fromSafetensors>["tensors"] {
  return fromSafetensors(weights).tensors;
}

function netOf(weights: Uint8Array): Transformer {
  const net = makeNet();
  net.loadStateDict(stateOf(weights));
  return net.eval();
}

function halved(net: Transformer): Uint8Array {
  const entries = Object.entries(net.stateDict()).map(([name, tensor]): [string, SafetensorsInput] => [
    name,
    { dtype: "F16", shape: tensor.shape, data: halfBits(tensor.dataSync(), "float16") },
  ]);
  return encodeSafetensors(entries);
}

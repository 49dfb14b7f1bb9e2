import type { Transformer } from "@saccade/attention";
import { encodeSafetensors, fromSafetensors, halfBits, type SafetensorsInput } from "@saccade/nn";
import { guided } from "./guided.ts";
import { Inspector } from "./inspector.ts";
import { accuracyOf, heldOutPairs } from "./measure.ts";
import { makeNet, withoutPositions } from "./network.ts";
import { firstSentence } from "./settings.ts";
import type { Facts, Start } from "./start.ts";
import { train } from "./training.ts";

const seed = 0;
const steps = 2500;
const measured = 500;

/** Trains the weights that come with the page, in 16 bits, and measures them: what is shown first. */
export function makeStart(report: (line: string) => void): { start: Start; weights: Uint8Array } {
  const plan = {
    seed,
    steps,
    report: (step: number, loss: number) => report(`step ${step}: ${loss.toFixed(4)}`),
  };
  const weights = halved(train({ ...plan, positions: true }));
  const { tensors } = fromSafetensors(weights);
  const net = makeNet();
  net.loadStateDict(tensors);
  net.eval();
  const pairs = heldOutPairs(measured);
  const { exact, pronouns } = accuracyOf(net, pairs);
  report(`held out: ${exact} without a fault, ${pronouns} of pronouns`);
  const inspector = new Inspector(tensors);
  const looked = pairs
    .filter(({ meant }) => meant !== null)
    .map(({ source, meant }) => {
      const { look } = inspector.look({ sentence: source, positions: true });
      const n = look.source.length;
      return look.weights["e2.self"][(guided.head * n + source.indexOf("it")) * n + meant!]!;
    });
  const unplaced = accuracyOf(withoutPositions(net), pairs).exact;
  report("and without positions, from the start:");
  const other = train({ ...plan, positions: false });
  const facts: Facts = {
    seed,
    steps,
    parameters: net.numParameters(),
    measured,
    exact,
    pronouns,
    looked: looked.reduce((a, b) => a + b, 0) / looked.length,
    exactUnplaced: unplaced,
    exactTrainedUnplaced: accuracyOf(other, pairs).exact,
  };
  const { look } = inspector.look({ sentence: firstSentence, positions: true });
  const written = Object.entries(look.weights).map(([name, values]) => [name, [...values]]);
  return { start: { facts, look: { ...look, weights: Object.fromEntries(written) } }, weights };
}

function halved(net: Transformer): Uint8Array {
  const entries = Object.entries(net.stateDict()).map(([name, tensor]): [string, SafetensorsInput] => [
    name,
    { dtype: "F16", shape: tensor.shape, data: halfBits(tensor.dataSync(), "float16") },
  ]);
  return encodeSafetensors(entries);
}

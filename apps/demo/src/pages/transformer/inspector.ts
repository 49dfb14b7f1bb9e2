import { noGrad } from "@saccade/autograd";
import { rowsOf } from "@saccade/figures/rows";
import { attentions, isCausal } from "@saccade/figures/transformer-places";
import { traceOf } from "@saccade/figures/transformer-trace";
import { predictSeq2Seq, type Transformer } from "@saccade/models";
import { type Tensor, tensor } from "@saccade/tensor";
import {
  type Choice,
  heads,
  headWidth,
  type Look,
  type LookAsk,
  type Positioning,
  type Score,
  type ScoreAsk,
  type Vectors,
} from "./calls.ts";
import { matrixOf } from "./focus.ts";
import { makeNet } from "./network.ts";
import { longestSource, longestTarget, source, target } from "./vocabulary.ts";

type State = Parameters<Transformer["loadStateDict"]>[0];
type Found = { readonly look: Look; readonly vectors: Vectors };
const choicesShown = 5;

/** Runs a model on sentences, and keeps all that is computed inside. */
export class Inspector {
  readonly #nets: ReadonlyMap<Positioning, Transformer>;
  #last: Found | null = null;

  /** @param positionings what the weights can show: those of the second model were trained without positions */
  constructor(state: State, positionings: readonly Positioning[] = ["on", "off"]) {
    this.#nets = new Map(
      positionings.map((positions) => {
        const net = makeNet(0, positions === "on");
        net.loadStateDict(state);
        return [positions, net.eval()];
      }),
    );
  }

  /** @throws RangeError for a sentence that is empty or too long, or a word that is not in the vocabulary. */
  look(ask: LookAsk): Found {
    if (this.#last !== null && isSame(this.#last.look.ask, ask)) return this.#last;
    checkSentence(ask.sentence);
    const net = this.#nets.get(ask.positions);
    if (net === undefined) throw new Error(`These weights have no positions “${ask.positions}”.`);
    this.#last = lookInto(net, ask);
    return this.#last;
  }

  /** From the projections and the weights of the attention itself, by the ops that it uses. */
  score(ask: ScoreAsk): Score {
    const { look, vectors } = this.look({ sentence: ask.sentence, positions: ask.positions });
    const { attention, head, query, key } = ask;
    const [queries, keys] = (["q", "k"] as const).map((part) => {
      const own = rowsOf(vectors.projections[attention][part], heads)[head]!;
      return rowsOf(own, own.length / headWidth);
    }) as [Float32Array[], Float32Array[]];
    return noGrad(() => {
      const q = tensor([...queries[query]!]);
      const k = tensor([...keys[key]!]);
      const seen = isCausal(attention) ? query + 1 : keys.length;
      const scores = tensor(keys.slice(0, seen).map((row) => [...row])) // (seen, headWidth)
        .matmul(q.mul(1 / Math.sqrt(headWidth)).unsqueeze(1))
        .flatten();
      const exps = scores.sub(scores.max()).exp();
      const hidden = new Array<number>(keys.length - seen).fill(0);
      return {
        ask,
        q: [...q.dataSync()],
        k: [...k.dataSync()],
        products: [...q.mul(k).dataSync()],
        dot: q.mul(k).sum().item(),
        scores: [...scores.dataSync(), ...hidden.map(() => null)],
        exps: [...exps.dataSync(), ...hidden],
        total: exps.sum().item(),
        weights: [...matrixOf(look, attention, head)[query]!],
      };
    });
  }
}

/** Translates a sentence, then runs the model once on both sentences for all that is inside. */
function lookInto(net: Transformer, ask: LookAsk): Found {
  const text = ask.sentence.join(" ");
  const options = { numSteps: longestTarget, suppressTokens: ["<pad>", "<bos>"] };
  const { tokens } = predictSeq2Seq(net, text, source, target, options);
  const words = [...ask.sentence, "<eos>"];
  const fed = ["<bos>", ...tokens.slice(0, -1)];
  return noGrad(() => {
    const ids = (all: readonly number[]): Tensor => tensor([[...all]], { dtype: "int32" });
    const trace = traceOf(net, ids(source.ids(words)), ids(target.ids(fed)));
    const blocks = Object.entries(trace.blocks).map(([name, x]) => [name, copied(x)]);
    const inside = attentions.map((name) => [name, trace.attentions[name]!] as const);
    const weights = inside.map(([name, attended]) => [name, copied(attended.weights)]);
    const projections = inside.map(([name, { q, k, v }]) => [
      name,
      { q: copied(q), k: copied(k), v: copied(v) },
    ]);
    return {
      look: {
        ask,
        source: words,
        target: tokens,
        fed,
        weights: Object.fromEntries(weights) as Look["weights"],
        choices: rowsOf(copied(trace.blocks.softmax!), tokens.length).map(likeliest),
      },
      vectors: {
        ask,
        blocks: Object.fromEntries(blocks) as Vectors["blocks"],
        projections: Object.fromEntries(projections) as Vectors["projections"],
      },
    };
  });
}

function copied(x: Tensor): Float32Array {
  return Float32Array.from(x.contiguous().dataSync());
}

function likeliest(probabilities: ArrayLike<number>): Choice[] {
  return Array.from(probabilities, (probability, id) => ({ word: target.words[id]!, probability }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, choicesShown);
}

function isSame(a: LookAsk, b: LookAsk): boolean {
  return a.positions === b.positions && a.sentence.join(" ") === b.sentence.join(" ");
}

function checkSentence(words: readonly string[]): void {
  if (words.length === 0) throw new RangeError("The sentence is empty; choose a word.");
  if (words.length >= longestSource) {
    throw new RangeError(
      `The sentence has ${words.length} words; the model reads ${longestSource - 1} at most.`,
    );
  }
}

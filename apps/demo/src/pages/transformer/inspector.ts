import { noGrad } from "@saccade/autograd";
import { predictSeq2Seq, type Transformer } from "@saccade/models";
import { linear } from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";
import type { Choice, Look, LookAsk, Positioning, Projections, Score, ScoreAsk, Vectors } from "./calls.ts";
import { hearOutput, hearProjections } from "./listening.ts";
import { makeNet, withoutPositions } from "./network.ts";
import { type AttentionName, attentions, type BlockName, isCausal } from "./places.ts";
import { heads, headWidth, width } from "./sizes.ts";
import { longestSource, longestTarget, source, target } from "./vocabulary.ts";

type State = Parameters<Transformer["loadStateDict"]>[0];
type Found = { readonly look: Look; readonly vectors: Vectors };
const choicesShown = 5;

/** Runs a model on sentences, and keeps all that is computed inside. */
export class Inspector {
  readonly #nets: ReadonlyMap<Positioning, HeardNet>;
  #last: Found | null = null;

  /** @param positionings what the weights can show: those of the second model were trained without positions */
  constructor(state: State, positionings: readonly Positioning[] = ["on", "off"]) {
    this.#nets = new Map(
      positionings.map((positions) => [positions, new HeardNet(state, positions === "on")]),
    );
  }

  /** @throws RangeError for a sentence that is empty or too long, or a word that is not in the vocabulary. */
  look(ask: LookAsk): Found {
    if (this.#last !== null && isSame(this.#last.look.ask, ask)) return this.#last;
    checkSentence(ask.sentence);
    const net = this.#nets.get(ask.positions);
    if (net === undefined) throw new Error(`These weights have no positions “${ask.positions}”.`);
    this.#last = net.look(ask);
    return this.#last;
  }

  /** From the projections and the weights of the attention itself, by the ops that it uses. */
  score(ask: ScoreAsk): Score {
    const { look, vectors } = this.look({ sentence: ask.sentence, positions: ask.positions });
    const { attention, head, query, key } = ask;
    const { q: queries, k: keys } = vectors.projections[attention];
    const weights = look.weights[attention];
    const lq = queries.length / (heads * headWidth);
    const lk = keys.length / (heads * headWidth);
    const row = (x: Float32Array, l: number, i: number, size: number): Float32Array =>
      x.subarray((head * l + i) * size, (head * l + i + 1) * size);
    return noGrad(() => {
      const q = tensor([...row(queries, lq, query, headWidth)]);
      const k = tensor([...row(keys, lk, key, headWidth)]);
      const all = tensor([...keys.subarray(head * lk * headWidth, (head + 1) * lk * headWidth)]).reshape([
        lk,
        headWidth,
      ]);
      const seen = isCausal(attention) ? query + 1 : lk;
      const scores = all
        .slice(0, { stop: seen })
        .matmul(q.mul(1 / Math.sqrt(headWidth)).reshape([headWidth, 1]))
        .flatten();
      const exps = scores.sub(scores.max()).exp();
      const hidden = new Array<number>(lk - seen);
      return {
        ask,
        q: [...q.dataSync()],
        k: [...k.dataSync()],
        products: [...q.mul(k).dataSync()],
        dot: q.mul(k).sum().item(),
        scores: [...scores.dataSync(), ...hidden.fill(0).map(() => null)],
        exps: [...exps.dataSync(), ...hidden],
        total: exps.sum().item(),
        weights: [...row(weights, lq, query, lk)],
      };
    });
  }
}

/** A network that keeps what its blocks give. */
class HeardNet {
  readonly net: Transformer;
  readonly #blocks: Partial<Record<BlockName, Float32Array>> = {};
  readonly #projected: Map<AttentionName, Float32Array[]> = new Map();

  constructor(state: State, positions: boolean) {
    this.net = makeNet();
    this.net.loadStateDict(state);
    this.net.eval();
    if (!positions) withoutPositions(this.net);
    this.#hear();
  }

  look(ask: LookAsk): Found {
    const text = ask.sentence.join(" ");
    const options = { numSteps: longestTarget, suppressTokens: ["<pad>", "<bos>"] };
    const { tokens } = predictSeq2Seq(this.net, text, source, target, options);
    const words = [...ask.sentence, "<eos>"];
    const fed = ["<bos>", ...tokens.slice(0, -1)];
    return noGrad(() => {
      const { encoder, decoder } = this.net;
      this.#projected.clear();
      const read = encoder.stack.forward(this.#placed(encoder, source.ids(words)), { needWeights: true });
      const written = decoder.stack.forward(this.#placed(decoder, target.ids(fed)), read.output, {
        causal: true,
        needWeights: true,
      });
      const [e1, e2] = read.weights;
      const [d1, d2] = written.weights;
      const probabilities = linear(written.output, decoder.embedding.weight).softmax(-1).squeeze(0);
      return {
        look: {
          ask,
          source: words,
          target: tokens,
          fed,
          weights: {
            "e1.self": copied(e1!),
            "e2.self": copied(e2!),
            "d1.self": copied(d1!.self),
            "d1.cross": copied(d1!.cross),
            "d2.self": copied(d2!.self),
            "d2.cross": copied(d2!.cross),
          },
          choices: tokens.map((_, i) => likeliest(probabilities.select(0, i).dataSync())),
        },
        vectors: { ask, blocks: { ...this.#blocks }, projections: this.#projections() },
      };
    });
  }

  // As the library's Transformer does it, which does not return the weights of its encoder.
  #placed({ embedding, positions }: Transformer["encoder" | "decoder"], ids: readonly number[]): Tensor {
    const embedded = embedding.forward(tensor([[...ids]], { dtype: "int32" })).mul(Math.sqrt(width));
    const placed = positions?.forward(embedded) ?? embedded;
    const side = embedding === this.net.encoder.embedding ? "src" : "tgt";
    this.#blocks[`${side}.embedding`] = copied(embedded);
    this.#blocks[`${side}.positions`] = copied(placed);
    return placed;
  }

  #hear(): void {
    const { encoder, decoder } = this.net;
    const keep = (block: BlockName) => (output: Tensor) => {
      this.#blocks[block] = copied(output);
    };
    const project = (name: AttentionName) => (output: Tensor) => {
      this.#projected.set(name, [...(this.#projected.get(name) ?? []), copied(output)]);
    };
    encoder.stack.layers.forEach((layer, i) => {
      const name = i === 0 ? "e1" : "e2";
      hearProjections(layer.self_attn, project(`${name}.self`));
      hearOutput(layer.self_attn.out_proj, keep(`${name}.self`));
      hearOutput(layer.norm1, keep(`${name}.norm1`));
      hearOutput(layer.linear2, keep(`${name}.ff`));
      hearOutput(layer.norm2, keep(`${name}.norm2`));
    });
    decoder.stack.layers.forEach((layer, i) => {
      const name = i === 0 ? "d1" : "d2";
      hearProjections(layer.self_attn, project(`${name}.self`));
      hearProjections(layer.multihead_attn, project(`${name}.cross`));
      hearOutput(layer.self_attn.out_proj, keep(`${name}.self`));
      hearOutput(layer.norm1, keep(`${name}.norm1`));
      hearOutput(layer.multihead_attn.out_proj, keep(`${name}.cross`));
      hearOutput(layer.norm2, keep(`${name}.norm2`));
      hearOutput(layer.linear2, keep(`${name}.ff`));
      hearOutput(layer.norm3, keep(`${name}.norm3`));
    });
  }

  #projections(): Readonly<Record<AttentionName, Projections>> {
    const found = attentions.map((name): [AttentionName, Projections] => {
      const all = this.#projected.get(name) ?? [];
      const [q, k, v] = [0, 1, 2].map((part) => headsOf(all[all.length === 1 ? 0 : part]!, part));
      return [name, { q: q!, k: k!, v: v! }];
    });
    return Object.fromEntries(found) as Record<AttentionName, Projections>;
  }
}

/** One part, q, k or v, of projections (n, 3 width) as (heads, n, headWidth). */
function headsOf(projected: Float32Array, part: number): Float32Array {
  const n = projected.length / (3 * width);
  const split = new Float32Array(n * width);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < n; i++) {
      const from = i * 3 * width + part * width + head * headWidth;
      split.set(projected.subarray(from, from + headWidth), (head * n + i) * headWidth);
    }
  }
  return split;
}

function copied(x: Tensor): Float32Array {
  return Float32Array.from(x.dataSync());
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

import type { Bert } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { scope, type Tensor, tensor } from "@saccade/tensor";
import type { HeadMaps } from "../calls.ts";
import { choicesOf, distributionOf } from "../distribution.ts";
import type { MaskAsk, MaskReading } from "./calls.ts";
import type { LineCoder } from "./coders.ts";
import type { MaskedHead } from "./masked-head.ts";

const plainly = { temperature: 1, topK: null, topP: 1 } as const;

/** A BERT that guesses one masked token of a text. */
export class MaskLens {
  readonly #bert: Bert;
  readonly #coder: LineCoder;
  readonly #head: MaskedHead;
  readonly #mask: number;
  readonly #maxLen: number;
  #last: readonly number[] = [];

  constructor(bert: Bert, coder: LineCoder, head: MaskedHead, mask: number, most: number) {
    this.#bert = bert;
    this.#coder = coder;
    this.#head = head;
    this.#mask = mask;
    this.#maxLen = Math.min(bert.settings.maxLen, most);
  }

  read({ text, position, count }: MaskAsk): MaskReading {
    const { ids: all, unknown } = this.#coder.encode(text);
    const ids = all.length === 0 ? [this.#coder.start] : all.slice(0, this.#maxLen);
    const at = Math.min(position ?? this.#place(ids), ids.length - 1);
    const masked = ids.with(at, this.#mask);
    this.#last = masked;
    const began = performance.now();
    const shares = scope(() => {
      const scores = this.logits([masked]).select(0, 0).select(0, at);
      return distributionOf(scores, plainly);
    });
    const ms = performance.now() - began;
    const show = (id: number): string => this.#coder.show(id);
    const truth = ids[at]!;
    return {
      tokens: ids.map(show),
      ids,
      position: at,
      choices: choicesOf(shares, show, count),
      hidden: truth === this.#mask ? null : { text: show(truth), probability: shares.plain[truth]! },
      unread: all.length - ids.length,
      unknown,
      maxLen: this.#maxLen,
      ms,
    };
  }

  /** (b, n, vocabulary), without recording gradients. */
  logits(ids: readonly (readonly number[])[]): Tensor {
    return noGrad(() =>
      this.#head(
        this.#bert.forward(
          tensor(
            ids.map((row) => [...row]),
            { dtype: "int32" },
          ),
        ).lastHiddenState,
      ),
    );
  }

  /** All heads' weights on the text that was read last, with its mask. */
  heads(): HeadMaps {
    const ids = this.#last;
    const { numLayers: layers, numHeads: heads } = this.#bert.settings;
    const n = ids.length;
    const weights = new Float32Array(layers * heads * n * n);
    const began = performance.now();
    if (n > 0) {
      noGrad(() => {
        const all = this.#bert.forward(tensor([[...ids]], { dtype: "int32" }), { needWeights: true }).weights;
        all.forEach((x, layer) => {
          weights.set(Float32Array.from(x.dataSync()), layer * heads * n * n);
        });
      });
    }
    const ms = performance.now() - began;
    return { tokens: ids.map((id) => this.#coder.show(id)), layers, heads, weights, ms };
  }

  // The first mask of the text, or the last token that is a word: the one before the last, which is [SEP].
  #place(ids: readonly number[]): number {
    const mask = ids.indexOf(this.#mask);
    if (mask >= 0) return mask;
    return this.#coder.kind === "tokenizer" ? Math.max(0, ids.length - 2) : ids.length - 1;
  }
}

import { noGrad } from "@saccade/autograd";
import { type LayerGuesses, layerGuesses } from "@saccade/figures/language-model/layer-guesses";
import { type HeadMaps, headMaps, type Inputs, inputsOf } from "@saccade/figures/language-model/lens";
import { choicesOf, distributionOf } from "@saccade/figures/language-model/sampling";
import { attentionSummaries } from "@saccade/lens";
import type { Bert } from "@saccade/models";
import { scope, type Tensor, tensor } from "@saccade/tensor";
import type { LineCoder } from "../coders.ts";
import type { MaskAsk, MaskReading, OpenCalls } from "./calls.ts";

const plainly = { temperature: 1, topK: null, topP: 1 } as const;

/** Hidden states (…, dModel) to scores (…, vocabulary). */
export type MaskedHead = (hidden: Tensor) => Tensor;

/** The model's own head for masked tokens; without one, a hidden state is compared with each embedding. */
export function maskedHeadOf(bert: Bert): MaskedHead {
  return bert.maskedHead === null
    ? (hidden) => bert.embedding.scores(hidden)
    : (hidden) => bert.logits(hidden);
}

/** A BERT that guesses one masked token of a text. */
export class MaskLens {
  readonly #bert: Bert;
  readonly #coder: LineCoder;
  readonly #head: MaskedHead;
  /** The token that masks. */
  readonly #mask: number;
  readonly #maxLen: number;
  #last: readonly number[] = [];
  /** The place of the mask in it, and the token that is hidden there; null where the reader wrote the mask. */
  #maskedAt = -1;
  #truth: number | null = null;

  constructor(bert: Bert, coder: LineCoder, head: MaskedHead, mask: number, most: number) {
    this.#bert = bert;
    this.#coder = coder;
    this.#head = head;
    this.#mask = mask;
    this.#maxLen = Math.min(bert.settings.maxLen, most);
  }

  read({ text, position, count }: MaskAsk): MaskReading {
    const { ids: all, unknown } = this.#coder.encode(text);
    const ids = this.#cut(all);
    const at = Math.min(position ?? this.#place(ids), ids.length - 1);
    return {
      tokens: ids.map((id) => this.#coder.show(id)),
      position: at,
      ...this.#guess(ids, at, count),
      unread: all.length - ids.length,
      unknown,
      unknownAs: this.#coder.unknownAs,
      maxLen: this.#maxLen,
    };
  }

  #guess(ids: readonly number[], at: number, count: number): Pick<MaskReading, "choices" | "hidden"> {
    this.#last = ids.with(at, this.#mask);
    this.#maskedAt = at;
    const truth = ids[at]!;
    this.#truth = truth === this.#mask ? null : truth;
    const shares = scope(() => {
      const input = tensor([[...this.#last]], { dtype: "int32" });
      const scores = noGrad(() => this.#head(this.#bert.forward(input).lastHiddenState)); // (1, n, vocabulary)
      return distributionOf(scores.select(0, 0).select(0, at), plainly);
    });
    const show = (id: number): string => this.#coder.show(id);
    const hidden = this.#truth === null ? null : { text: show(truth), probability: shares.plain[truth]! };
    return { choices: choicesOf(shares, show, count), hidden };
  }

  /** The vectors of the text that was read last, with its mask. */
  inputs(): Inputs {
    return inputsOf(this.#bert, this.#last, (id) => this.#coder.show(id));
  }

  /** All heads' weights on the text that was read last, with its mask. */
  heads(): HeadMaps {
    return headMaps(this.#bert, this.#last, (id) => this.#coder.show(id), attentionSummaries);
  }

  /** Each layer's prediction at each position of the last text, and the token under the mask. */
  layers(): LayerGuesses {
    const right = this.#last.map((id, i) => (i === this.#maskedAt ? this.#truth : id));
    return layerGuesses(
      this.#last,
      right,
      (id) => this.#coder.show(id),
      (input) => ({
        states: this.#bert.forward(input, { needHiddenStates: true }).hiddenStates,
        scores: (state) => this.#head(state),
      }),
    );
  }

  /** A text with a token in the place of a masked one. As far as a mask is written in the text, the rest stays as it was typed. */
  fill({ text, position, token }: OpenCalls["fill"]["ask"]): string {
    const { ids: all } = this.#coder.encode(text);
    const [mask, word] = [this.#coder.show(this.#mask), this.#coder.show(token)];
    const before = all.slice(0, position).filter((id) => id === this.#mask).length;
    const parts = text.split(mask);
    if (all[position] === this.#mask && before + 1 < parts.length) {
      const joined = word.startsWith("##") ? word.slice(2) : word;
      const start = parts.slice(0, before + 1).join(mask);
      const glued = word.startsWith("##") ? start.trimEnd() : start;
      return glued + joined + parts.slice(before + 1).join(mask);
    }
    return this.#coder.decode(all.with(position, token));
  }

  // The tokens that end every text, such as [SEP], also end a truncated one.
  #cut(all: readonly number[]): readonly number[] {
    if (all.length === 0) return [this.#coder.start];
    if (all.length <= this.#maxLen) return all;
    const around = this.#coder.kind === "tokenizer" ? this.#coder.encode(" ").ids : [];
    let end = 0;
    while (end < around.length - 1 && around.at(-1 - end) === all.at(-1 - end)) end++;
    return [...all.slice(0, this.#maxLen - end), ...all.slice(all.length - end)];
  }

  // The first mask of the text, or the last token that is a word, or the last one.
  #place(ids: readonly number[]): number {
    const mask = ids.indexOf(this.#mask);
    if (mask >= 0) return mask;
    const isWord = (id: number): boolean => /^[\p{L}\p{N}#]+$/u.test(this.#coder.show(id));
    return Math.max(ids.findLastIndex(isWord), this.#coder.kind === "tokenizer" ? 0 : ids.length - 1);
  }
}

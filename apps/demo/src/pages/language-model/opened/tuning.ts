import { noGrad } from "@saccade/autograd";
import { seededRandom } from "@saccade/figures/ui";
import type { Bert, GPT } from "@saccade/models";
import { AdamW, crossEntropy } from "@saccade/nn";
import type { Lora } from "@saccade/pretrained";
import { scope, type Tensor, tensor, zerosLike } from "@saccade/tensor";
import type { LineCoder } from "../coders.ts";
import type { OpenCalls } from "./calls.ts";
import type { MaskedHead } from "./mask-lens.ts";

/** Lines that are trained on at most; the rest is left out. */
const mostLines = 200;
/** Tokens of a line that are trained on. */
const mostTokens = 96;

/** A loss over lines of tokens, and of how many tokens it is the mean. */
interface LineLoss {
  readonly loss: Tensor;
  readonly tokens: number;
}

/** The loss of some lines. `pick` selects the tokens that a BERT masks, by line and place. */
export type LossOf = (
  lines: readonly (readonly number[])[],
  pick: (line: number, i: number) => boolean,
) => LineLoss;

/**
 * The lines of a text as tokens.
 *
 * @throws RangeError where no line has two tokens
 */
export function tokenLines(text: string, coder: LineCoder, maxLen: number): number[][] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, mostLines)
    .map((line) => coder.line(line).slice(0, Math.min(mostTokens, maxLen)))
    .filter((ids) => ids.length >= 2);
  if (lines.length > 0) return lines;
  throw new RangeError(
    "The lines hold no text that the model has two tokens for; paste at least one line of it.",
  );
}

const ignored = -100; // the class that crossEntropy leaves out

/** Rows of one length, padded at the end with `filler`. */
function padded(rows: readonly (readonly number[])[], filler: number): Tensor {
  const width = Math.max(...rows.map(({ length }) => length));
  return tensor(
    rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => filler)]),
    { dtype: "int32" },
  );
}

/** The loss of the next token. Nothing attends to the padding after a line's end. */
export function nextTokenLoss(gpt: GPT): LossOf {
  return (lines) => {
    const [read, next] = [lines.map((ids) => ids.slice(0, -1)), lines.map((ids) => ids.slice(1))];
    const logits = gpt.forward(padded(read, 0));
    return {
      loss: crossEntropy(logits.flatten(0, 1), padded(next, ignored).flatten()),
      tokens: lines.reduce((sum, { length }) => sum + length - 1, 0),
    };
  };
}

/** The loss of masked tokens, at least one a line. */
export function maskedLoss(bert: Bert, head: MaskedHead, mask: number): LossOf {
  return (lines, pick) => {
    const picked = lines.map((ids, line) => {
      const places = new Set(ids.map((_, i) => i).filter((i) => pick(line, i)));
      return places.size > 0 ? places : new Set([Math.floor(ids.length / 2)]);
    });
    const masked = lines.map((ids, line) => ids.map((id, i) => (picked[line]!.has(i) ? mask : id)));
    const wanted = lines.map((ids, line) => ids.map((id, i) => (picked[line]!.has(i) ? id : ignored)));
    const ones = lines.map((ids) => ids.map(() => 1));
    const keyMask = padded(ones, 0).gt(0);
    const scores = head(bert.forward(padded(masked, mask), { keyMask }).lastHiddenState);
    return {
      loss: crossEntropy(scores.flatten(0, 1), padded(wanted, ignored).flatten()),
      tokens: picked.reduce((sum, { size }) => sum + size, 0),
    };
  };
}

/** Lines in a step. */
const batch = 4;
/** The share of tokens that a BERT masks (Devlin et al. 2019). */
const maskedShare = 0.15;
/** For the loss that is shown, always the same tokens: every seventh. */
const seventh = (_line: number, i: number): boolean => i % 7 === 3;

/** An adapter and the lines that it learns. */
export class Tuning {
  readonly lora: Lora;
  readonly lines: readonly (readonly number[])[];
  readonly #lossOf: LossOf;
  readonly #optimizer: AdamW;
  readonly #random: () => number;
  #step = 0;

  constructor(
    lora: Lora,
    lines: readonly (readonly number[])[],
    lossOf: LossOf,
    learningRate: number,
    seed: number,
  ) {
    this.lora = lora;
    this.lines = lines;
    this.#lossOf = lossOf;
    this.#optimizer = new AdamW(lora.parameters(), { lr: learningRate, weightDecay: 0, clipGradNorm: 1 });
    this.#random = seededRandom(seed);
  }

  run({ ms, most }: OpenCalls["steps"]["ask"]): OpenCalls["steps"]["answer"] {
    const losses: number[] = [];
    const end = performance.now() + ms;
    do {
      const lines = Array.from(
        { length: Math.min(batch, this.lines.length) },
        () => this.lines[Math.floor(this.#random() * this.lines.length)]!,
      );
      const pick = (): boolean => this.#random() < maskedShare;
      losses.push(this.#optimizer.step(() => this.#lossOf(lines, pick).loss).item());
      this.#step++;
    } while (performance.now() < end && losses.length < most);
    return { step: this.#step, losses };
  }

  /** The mean loss of a token of all lines. */
  loss(): number {
    let [sum, tokens] = [0, 0];
    for (let i = 0; i < this.lines.length; i += batch) {
      const part = noGrad(() => {
        const { loss, tokens: count } = this.#lossOf(this.lines.slice(i, i + batch), seventh);
        return { loss: loss.item(), count };
      });
      sum += part.loss * part.count;
      tokens += part.count;
    }
    return sum / tokens;
  }
}

/** Calls `f` while the adapters change nothing: B, the second factor of each change, is 0 for that long. */
export function withoutChange<T>({ adapters }: Lora, f: () => T): T {
  return scope(() => {
    const kept = [...adapters.values()].map((adapter) => ({ adapter, state: adapter.stateDict() }));
    try {
      for (const { adapter, state } of kept) {
        adapter.loadStateDict({ loraA: state["loraA"]!, loraB: zerosLike(state["loraB"]!) });
      }
      return f();
    } finally {
      for (const { adapter, state } of kept) adapter.loadStateDict(state);
    }
  });
}

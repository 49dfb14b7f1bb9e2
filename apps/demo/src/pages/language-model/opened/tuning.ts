import { noGrad } from "@saccade/autograd";
import { seededRandom } from "@saccade/figures/ui";
import { AdamW } from "@saccade/nn";
import type { Lora } from "@saccade/pretrained";
import { scope, zerosLike } from "@saccade/tensor";
import type { StepsAsk, TuneSteps } from "./calls.ts";
import type { LossOf } from "./lines.ts";

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

  run({ ms, most }: StepsAsk): TuneSteps {
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

import { noGrad } from "@saccade/autograd";
import type { LayerGuesses } from "@saccade/figures/language-model/layer-guesses";
import { type HeadMaps, type Inputs, Lens } from "@saccade/figures/language-model/lens";
import { seededRandom } from "@saccade/figures/seeded-random";
import { attentionSummaries, repeatedScores, runWithCache } from "@saccade/lens";
import { Bert, GPT, generate } from "@saccade/models";
import { addLora, type Lora, loadLora } from "@saccade/pretrained";
import { Generator, scope, tensor } from "@saccade/tensor";
import type { LineCoder } from "../coders.ts";
import type {
  AdapterFacts,
  AdapterFiles,
  CompareAsk,
  Comparison,
  HeadRoles,
  OpenCalls,
  OpenedFacts,
  TuneAsk,
} from "./calls.ts";
import { type MaskedHead, MaskLens } from "./mask-lens.ts";
import { type LossOf, maskedLoss, nextTokenLoss, Tuning, tokenLines, withoutChange } from "./tuning.ts";

/** The modules that an adapter stands beside, by Hugging Face's names. */
const targets: Readonly<Record<OpenedFacts["modelType"], readonly string[]>> = {
  gpt2: ["c_attn"],
  llama: ["q_proj", "v_proj"],
  bert: ["query", "value"],
};

/** The parts of {@link OpenedModel}. */
export interface OpenedParts {
  readonly model: GPT | Bert;
  readonly coder: LineCoder;
  readonly facts: Omit<OpenedFacts, "adapter">;
  /** Scores of masked tokens; a BERT's only. */
  readonly head: MaskedHead | null;
  /** The name that the files of an adapter give its base model. */
  readonly name: string | null;
}

/** An opened model, its requests, and its adapter. */
export class OpenedModel {
  readonly parts: OpenedParts;
  readonly #lens: Lens | null;
  readonly #maskLens: MaskLens | null;
  readonly #lossOf: LossOf;
  #lora: Lora | null = null;
  #tuning: Tuning | null = null;
  #lossBefore: number | null = null;

  constructor(parts: OpenedParts) {
    this.parts = parts;
    const { model, coder, facts, head } = parts;
    if (model instanceof GPT) {
      this.#lens = new Lens(model, coder, facts.readLen, attentionSummaries);
      this.#maskLens = null;
      this.#lossOf = nextTokenLoss(model);
      return;
    }
    const { mask } = facts.masked!;
    this.#lens = null;
    this.#maskLens = new MaskLens(model, coder, head!, mask, facts.readLen);
    this.#lossOf = maskedLoss(model, head!, mask);
  }

  get facts(): OpenedFacts {
    return { ...this.parts.facts, adapter: this.#adapterFacts() };
  }

  /** @throws Error for a BERT, which writes nothing */
  get lens(): Lens {
    if (this.#lens !== null) return this.#lens;
    throw new Error("A BERT writes no text; it guesses masked tokens.");
  }

  /** @throws Error for a GPT, which only guesses the next token */
  get masks(): MaskLens {
    if (this.#maskLens !== null) return this.#maskLens;
    throw new Error("A GPT guesses no masked tokens.");
  }

  inputs(): Inputs {
    return (this.#lens ?? this.masks).inputs();
  }

  heads(): HeadMaps {
    return (this.#lens ?? this.masks).heads();
  }

  layers(): LayerGuesses {
    return (this.#lens ?? this.masks).layers();
  }

  /**
   * Adds a new adapter, to learn lines; an existing one is removed.
   *
   * @throws ArgumentError for a rank that is too large; RangeError for lines without text. Nothing has changed then.
   */
  tune({ lines: text, rank, learningRate, seed }: TuneAsk): OpenCalls["tune"]["answer"] {
    const { model, coder, facts } = this.parts;
    const lines = tokenLines(text, coder, facts.readLen);
    this.#replace(() => addLora(model, { rank, alpha: 2 * rank, targets: targets[facts.modelType] }));
    this.#tuning = new Tuning(this.#adapter(), lines, this.#lossOf, learningRate, seed);
    this.#lossBefore = this.#tuning.loss();
    return { ...this.#adapterFacts()!, lossBefore: this.#lossBefore };
  }

  /** @throws Error where nothing is tuned */
  steps(ask: OpenCalls["steps"]["ask"]): OpenCalls["steps"]["answer"] {
    if (this.#tuning === null) throw new Error("There is no adapter to train.");
    const done = this.#tuning.run(ask);
    this.#lens?.forget();
    return done;
  }

  /** @throws Error without an adapter */
  compare(ask: CompareAsk): Comparison {
    const write = (): string => (this.#maskLens === null ? this.#written(ask) : this.#guessed(ask));
    const after = write();
    const before = withoutChange(this.#adapter(), write);
    const lossAfter = this.#tuning?.loss() ?? null;
    return { prompt: ask.prompt, before, after, lossBefore: this.#lossBefore, lossAfter };
  }

  /** Adds an adapter from files. @throws PretrainedError for files that do not fit */
  attach(files: AdapterFiles): AdapterFacts {
    this.#replace(() =>
      loadLora(this.parts.model, {
        "adapter_config.json": files["adapter_config.json"]!,
        "adapter_model.safetensors": files["adapter_model.safetensors"]!,
      }),
    );
    return this.#adapterFacts()!;
  }

  detach(): void {
    this.#replace(() => null);
  }

  save(): AdapterFiles {
    const { name } = this.parts;
    return { ...this.#adapter().save(name === null ? {} : { baseModel: name }) };
  }

  /** Replaces the adapter; restores the previous one on failure. */
  #replace(make: () => Lora | null): void {
    const before = this.#lora?.save();
    this.#lora?.remove();
    try {
      this.#lora = make();
    } catch (error) {
      this.#lora = before === undefined ? null : loadLora(this.parts.model, before);
      throw error;
    }
    this.#tuning = null;
    this.#lossBefore = null;
    this.#lens?.forget();
  }

  #adapter(): Lora {
    if (this.#lora !== null) return this.#lora;
    throw new Error("There is no adapter.");
  }

  #adapterFacts(): AdapterFacts | null {
    if (this.#lora === null) return null;
    const { settings, targets } = this.#lora;
    return { rank: settings.rank, targets, trained: this.#lora.numParameters() };
  }

  // The same random numbers each time: what differs was learned.
  #written({ prompt, sampling, seed, count }: CompareAsk): string {
    const { model, coder, facts } = this.parts;
    if (model instanceof Bert) return "";
    const { temperature, topK, topP } = sampling;
    const room = facts.readLen;
    const typed = coder.encode(prompt).ids;
    const ids = typed.length === 0 ? [coder.start] : typed.slice(-Math.max(1, room - count));
    const tokens = generate(model, ids, {
      maxNewTokens: Math.max(1, Math.min(count, room - ids.length)),
      temperature,
      topP,
      ...(topK !== null && { topK }),
      generator: new Generator(seed),
      ...(coder.end !== null && { eos: coder.end }),
    });
    return coder.decode(tokens).trimEnd();
  }

  #guessed({ prompt, position }: CompareAsk): string {
    const { choices } = this.masks.read({ text: prompt, position, count: 5 });
    return choices.map(({ text, plain }) => `${text} ${(100 * plain).toFixed(1)} %`).join("\n");
  }
}

/** Sequences, and tokens of each before it repeats. */
const [count, period] = [4, 24];

/** The behavior of each head on repeated random tokens (Olsson et al. 2022). */
export function headRoles(model: GPT | Bert): HeadRoles {
  const { vocabSize, maxLen, numLayers: layers, numHeads: heads } = model.settings;
  const random = seededRandom(0);
  const half = Math.min(period, Math.floor(maxLen / 2));
  const rows = Array.from({ length: count }, () => {
    const first = Array.from({ length: half }, () => Math.floor(random() * vocabSize));
    return [...first, ...first];
  });
  return noGrad(() =>
    scope(() => {
      const ids = tensor(rows, { dtype: "int32" });
      // Of either class: one call for both has no type.
      const run = (): unknown => model.forward(ids);
      const { cache } = runWithCache(model, run, { names: (name) => name.endsWith("attn.hook_pattern") });
      const { previousToken, duplicateToken, induction } = repeatedScores(cache);
      return {
        layers,
        heads,
        previousToken: [...previousToken.dataSync()],
        duplicateToken: [...duplicateToken.dataSync()],
        induction: [...induction.dataSync()],
      };
    }),
  );
}

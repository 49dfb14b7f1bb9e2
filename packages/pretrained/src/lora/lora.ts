import { HalfLinear, Linear, type LinearMap, type Parameter, toSafetensors } from "@saccade/nn";
import { ArgumentError, keep, scope, type Tensor } from "@saccade/tensor";
import { shareInto, withoutTapes } from "@saccade/tensor/backend";
import { type LoraAdapter, type LoraLinear, type MergeTarget, mergedWeight } from "./adapter.ts";
import type { LoraSettings } from "./options.ts";
import * as peft from "./peft.ts";
import { type Adaptable, adaptable } from "./sites.ts";

/** A linear map of the model and its adapters. */
export interface Place {
  readonly names: readonly string[];
  readonly adapted: LoraLinear;
  put(map: LinearMap): void;
}

/** Files of an adapter by name, as PEFT names them. */
export interface LoraFiles {
  /** JSON: the rank, alpha, the targets. */
  readonly "adapter_config.json": Uint8Array<ArrayBuffer>;
  /** The adapters' tensors. */
  readonly "adapter_model.safetensors": Uint8Array<ArrayBuffer>;
}

/**
 * The adapters that {@link addLora} or {@link loadLora} added to a model.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const lora = addLora(gpt, { rank: 2 });
 * [lora.numParameters(), Object.keys(lora.namedParameters())] // [64, ["base_model.model.transformer.h.0.attn.c_attn.lora_A.weight", "base_model.model.transformer.h.0.attn.c_attn.lora_B.weight"]]
 */
export class Lora {
  readonly settings: LoraSettings;
  /** The targets, as given. */
  readonly targets: readonly string[];
  /** By the names of their modules in Hugging Face's model, such as "transformer.h.0.attn.c_attn". */
  readonly adapters: ReadonlyMap<string, LoraAdapter>;
  readonly #target: Adaptable;
  readonly #places: readonly Place[];
  // The weights before merge(), one a place.
  #originals: readonly Tensor[] | null = null;
  #removed: boolean = false;

  /** The arguments are those of {@link addLora}, which has checked them. */
  constructor(
    target: Adaptable,
    settings: LoraSettings,
    targets: readonly string[],
    places: readonly Place[],
  ) {
    this.#target = target;
    this.#places = places;
    this.settings = settings;
    this.targets = targets;
    this.adapters = new Map(
      places.flatMap(({ names, adapted }) =>
        names.map((name, i): [string, LoraAdapter] => [name, adapted.adapters[i]!]),
      ),
    );
  }

  /** True after `merge()`, until `unmerge()` or `remove()`. */
  get merged(): boolean {
    return this.#originals !== null;
  }

  /** The adapters' parameters, for an optimizer: parameters that it does not get do not change. */
  parameters(): Parameter[] {
    return Object.values(this.namedParameters());
  }

  /** The adapters' parameters under PEFT's names, in the order of the model's layers. */
  namedParameters(): Record<string, Parameter> {
    const named = [...this.adapters].flatMap(([name, { loraA, loraB }]): [string, Parameter][] => [
      [peft.tensorName(name, "A"), loraA],
      [peft.tensorName(name, "B"), loraB],
    ]);
    return Object.fromEntries(named);
  }

  /** The total number of elements of the adapters' parameters. */
  numParameters(): number {
    return this.parameters().reduce((sum, { numel }) => sum + numel, 0);
  }

  /**
   * Adds the changes to the model's weights, W + scale · B A, and takes the adapters out of its forward pass: the model is
   * as fast as before {@link addLora}, and its state has the names it had. The weights are kept for `unmerge()`, which doubles
   * their memory. Dropout does not act while merged. Returns this.
   *
   * The sum is computed in double precision and rounded once. Weights in 16 bits stay so, as in PEFT: outputs differ from the
   * unmerged ones by that rounding, and a change far below a weight's last bit is lost.
   *
   * @throws ArgumentError if the adapters are merged or removed, the model's layers were replaced, or a weight has another form
   * than those of `Linear` and `HalfLinear`.
   */
  merge(): this {
    this.#checkPlace("merge");
    if (this.merged) throw new ArgumentError("Lora.merge: the adapters are merged; call unmerge() first.");
    const bases = this.#places.map(targetOf);
    const weights = bases.map(({ weight }) => weight);
    // Everything that takes memory comes first: if it runs out, nothing has changed.
    const merged = scope(() =>
      withoutTapes(() => bases.map((base, i) => mergedWeight(base, this.#places[i]!.adapted.adapters))),
    );
    const originals = keep(withoutTapes(() => weights.map((weight) => weight.detach())));
    shareInto("Lora.merge", weights, merged);
    bases.forEach((base, i) => {
      base.train(this.#places[i]!.adapted.training);
      this.#places[i]!.put(base);
    });
    for (const tensor of merged) tensor.dispose();
    this.#originals = originals;
    return this;
  }

  /**
   * Undoes `merge()`: restores the kept weights, bit for bit, and adds the adapters again. Returns this.
   *
   * @throws ArgumentError unless the adapters are merged, or if the model's layers were replaced.
   */
  unmerge(): this {
    this.#checkPlace("unmerge");
    if (this.#originals === null) throw new ArgumentError("Lora.unmerge: the adapters are not merged.");
    this.#restore();
    for (const { adapted, put } of this.#places) {
      adapted.train(adapted.base.training);
      put(adapted);
    }
    return this;
  }

  /**
   * Takes the adapters out of the model, whose weights are again those before {@link addLora}. To leave the changes in, call
   * `merge()` and forget the adapters.
   *
   * @throws ArgumentError if the adapters are removed, or the model's layers were replaced.
   */
  remove(): void {
    this.#checkPlace("remove");
    if (this.merged) this.#restore();
    else
      for (const { adapted, put } of this.#places) {
        adapted.base.train(adapted.training);
        put(adapted.base);
      }
    this.#removed = true;
  }

  /**
   * Only the adapters, as PEFT's two files: `PeftModel.from_pretrained` adds them to the base model, and so does
   * {@link loadLora}. In Node, `saveLora` of "@saccade/pretrained/node" writes them to a folder.
   *
   * @throws ArgumentError for an unknown option; BackendError if the host cannot read the parameters.
   * @example
   * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
   * Object.keys(addLora(gpt).save()) // ["adapter_config.json", "adapter_model.safetensors"]
   */
  save(options: peft.SaveLoraOptions = {}): LoraFiles {
    const config = peft.configText(this.settings, this.targets, this.#target, peft.saveLoraOptions(options));
    return {
      [peft.CONFIG_FILE]: new TextEncoder().encode(config),
      [peft.TENSORS_FILE]: toSafetensors(this.namedParameters(), { format: "pt" }),
    };
  }

  /** The class, its rank and the number of its parameters. */
  toString(): string {
    const { rank, alpha } = this.settings;
    return `Lora(rank=${rank}, alpha=${alpha}, targets=${this.targets.join("|")}, parameters=${this.numParameters()})`;
  }

  #restore(): void {
    const originals = this.#originals ?? [];
    this.#places.forEach((place, i) => {
      const base = targetOf(place);
      const weight = originals[i]!;
      // A parameter may have moved to another backend meanwhile.
      if (base instanceof Linear) base.loadStateDict({ weight }, { strict: false });
      else shareInto("Lora.unmerge", [base.weight], [weight]);
      weight.dispose();
    });
    this.#originals = null;
  }

  // The model must hold what this object put there: the adapted maps, or while merged their bases.
  #checkPlace(method: string): void {
    const what = `Lora.${method}`;
    if (this.#removed)
      throw new ArgumentError(`${what}: the adapters were removed; call addLora or loadLora again.`);
    const maps = new Map(adaptable(what, this.#target.model).sites.map(({ name, map }) => [name, map]));
    for (const { names, adapted } of this.#places) {
      const expected = this.merged ? adapted.base : adapted;
      if (maps.get(names[0]!) === expected) continue;
      throw new ArgumentError(
        `${what}: ${names[0]} of the model was replaced, as by another addLora after merge(); remove what replaced it first.`,
      );
    }
  }
}

function targetOf({ names, adapted: { base } }: Place): MergeTarget {
  if (base instanceof Linear || base instanceof HalfLinear) return base;
  throw new ArgumentError(
    `Lora.merge: ${names[0]} is a ${base.constructor.name}, whose weight is not that of a Linear or HalfLinear. Keep its ` +
      "adapters separate.",
  );
}

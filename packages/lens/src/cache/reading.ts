import { LayerNorm } from "@saccade/nn";
import { ArgumentError, ShapeError, type Tensor, tensor } from "@saccade/tensor";
import { checkInteger, sameShape } from "@saccade/tensor/backend";
import { getActName, hookNames } from "../names.ts";
import { type Anatomy, anatomyOf, memberOf, type PosSlice, type SiteValues } from "./anatomy.ts";

/** Where a stack is normalized. */
export interface NormPlace {
  /** numLayers, or −1, for the last norm. */
  readonly layer: number;
  readonly mlpInput: boolean;
  readonly posSlice?: PosSlice | undefined;
}

/** A cache as a readout reads it: by the anatomy of its model, with the readout's name in messages. */
export class Reading {
  readonly what: string;
  readonly cache: SiteValues;
  readonly anatomy: Anatomy;

  /** @throws ArgumentError for a model of an unknown class without an anatomy. */
  constructor(what: string, cache: SiteValues, anatomy: Anatomy | undefined) {
    this.what = what;
    this.cache = cache;
    this.anatomy = anatomyOf(what, cache.model, anatomy);
  }

  /** A site's name, by the shorthand of {@link getActName}, in a model that may call it otherwise. */
  nameOf(name: string, layer?: number, part?: string): string {
    const full = getActName(name, layer, part);
    return this.anatomy.siteName?.(full) ?? full;
  }

  /** The value of a site. */
  value(name: string, layer?: number, part?: string): Tensor {
    return this.cache.get(this.nameOf(name, layer, part));
  }

  /** Whether the model has a site, in the cache or not. */
  modelHas(name: string, layer?: number): boolean {
    return hookNames(this.cache.model).includes(this.nameOf(name, layer));
  }

  /** The stream after the last layer. */
  streamAtEnd(): Tensor {
    const { normFirst, numLayers } = this.anatomy;
    return this.value(normFirst === false ? "normalized_resid_post" : "resid_post", numLayers - 1);
  }

  /** A layer by its number, numLayers for −1. @throws ArgumentError for a layer that the model does not have. */
  layerAt(layer: number): number {
    const { numLayers } = this.anatomy;
    checkInteger(this.what, "layer", layer, -1, numLayers);
    return layer === -1 ? numLayers : layer;
  }

  /** A member of the anatomy. @throws ArgumentError where the model has none. */
  member<K extends Parameters<typeof memberOf>[3]>(name: K): NonNullable<Anatomy[K]> {
    return memberOf<K>(this.what, this.cache.model, this.anatomy, name);
  }

  /** The positions of `x` along a dim. @throws IndexError for a position outside of it. */
  take(x: Tensor, dim: number, slice: PosSlice | undefined): Tensor {
    if (slice === undefined) return x;
    const length = x.size(dim);
    const at = (i: number): number => {
      checkInteger(this.what, "posSlice", i, -length, length - 1);
      return i < 0 ? i + length : i;
    };
    if (typeof slice === "number") return x.select(dim, at(slice));
    if ("length" in slice)
      return x.indexSelect(dim, tensor(slice.map(at), { dtype: "int32", backend: x.backend }));
    return x.slice(dim, { start: slice.start ?? 0, stop: slice.stop });
  }

  /** (x − mean) / scale, or x / scale for RMS norms: x (parts, b, positions, dModel), with the scale that the run had. */
  normalize(x: Tensor, { layer, mlpInput, posSlice }: NormPlace): Tensor {
    const { numLayers, finalNorm } = this.anatomy;
    if (finalNorm === null) return x;
    const isLast = layer === -1 || layer === numLayers;
    const beforeMlp = this.modelHas("cross_attn_out", layer) ? "ln3" : "ln2";
    const scale = isLast
      ? this.value("scale", undefined, "ln_final")
      : this.value("scale", layer, mlpInput ? beforeMlp : "ln1"); // (b, positions, 1)
    const taken = this.take(scale, -2, posSlice);
    this.#checkStack(x, [...taken.shape.slice(0, -1), finalNorm.normalizedShape.at(-1)!], posSlice);
    const centred = finalNorm instanceof LayerNorm ? x.sub(x.mean(-1, { keepdim: true })) : x;
    return centred.div(taken);
  }

  /** @throws ShapeError for a stack of other rows, positions or width, which would broadcast. */
  #checkStack(x: Tensor, place: readonly number[], at: PosSlice | undefined): void {
    if (x.ndim === place.length + 1 && sameShape(x.shape.slice(-place.length), place)) return;
    const fix =
      at === undefined && x.ndim === place.length && x.size(-1) === place.at(-1)
        ? "; a stack of one position needs the option posSlice that it was made with, such as posSlice: -1"
        : "";
    throw new ShapeError(
      `${this.what}: stack is ${x.describe()}, expected (parts, ${place.join(", ")}) by the run and posSlice${fix}.`,
    );
  }

  /** @throws ArgumentError for a model whose stream is not the sum of its layers' outputs. */
  checkSum(): void {
    if (this.anatomy.normFirst ?? true) return;
    throw new ArgumentError(
      `${this.what}: the layers of ${this.cache.model.constructor.name} normalize the residual stream itself, so it is not the sum of ` +
        "their outputs; this needs a model with norms before the sublayers, such as GPT or normFirst: true. " +
        "accumulatedResid and logitLens work with all models.",
    );
  }
}

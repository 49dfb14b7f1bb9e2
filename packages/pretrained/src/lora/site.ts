import type { LinearMap } from "@saccade/nn";

/** A weight of a model that can have an adapter, under its name in Hugging Face's model. */
export interface Site {
  /** Such as "transformer.h.0.attn.c_attn". */
  readonly name: string;
  /** The linear map that holds it: whole, or with others. */
  readonly map: LinearMap;
  /** Its first row in the map's output. */
  readonly start: number;
  /** How many rows it has. */
  readonly rows: number;
  /** Puts another map in the model in place of `map`. */
  put(map: LinearMap): void;
}

import type { HeadAsk } from "../language-model/lens.ts";

/** A head's name, as the book, `@saccade/lens` and TransformerLens write it: layers and heads count from 0. */
export function headName({ layer, head }: HeadAsk): string {
  return `L${layer}H${head}`;
}

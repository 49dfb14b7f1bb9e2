import {
  argsort,
  embedding,
  gather,
  index,
  indexAdd,
  indexPut,
  indexSelect,
  maskedScatter,
  maskedSelect,
  narrow,
  nonzero,
  oneHot,
  scatter,
  scatterAdd,
  select,
  slice,
  sort,
  type Tensor,
  takeAlongDim,
  topk,
} from "@saccade/tensor";
import { type Adapters, type Inputs, op } from "../adapter.ts";
import { asFlag, asNumber, asTexts, type Fields, given } from "../case.ts";

const dimOr = (attrs: Fields, fallback: number): number => attrs.maybe("dim", asNumber) ?? fallback;

// ["i0", ":", "i2"]: the index tensors of the named inputs, ":" a whole dim.
function pattern(inputs: Inputs, attrs: Fields): (Tensor | null)[] {
  return attrs.get("pattern", asTexts).map((part) => (part === ":" ? null : inputs.get(part)));
}

/** Ops that pick, place and order elements. */
export const indexing: Adapters = {
  gather: op((inputs, attrs) => gather(inputs.get("x"), attrs.number("dim"), inputs.get("index"))),
  scatter: op((inputs, attrs) =>
    scatter(inputs.get("x"), attrs.number("dim"), inputs.get("index"), inputs.get("src")),
  ),
  scatter_value: op((inputs, attrs) =>
    scatter(inputs.get("x"), attrs.number("dim"), inputs.get("index"), attrs.number("value")),
  ),
  scatter_add: op((inputs, attrs) =>
    scatterAdd(inputs.get("x"), attrs.number("dim"), inputs.get("index"), inputs.get("src")),
  ),
  index_select: op((inputs, attrs) => indexSelect(inputs.get("x"), attrs.number("dim"), inputs.get("index"))),
  index_add: op((inputs, attrs) =>
    indexAdd(inputs.get("x"), attrs.number("dim"), inputs.get("index"), inputs.get("source")),
  ),
  index: op((inputs, attrs) => index(inputs.get("x"), pattern(inputs, attrs))),
  index_bool: op((inputs) => index(inputs.get("x"), [inputs.get("mask")])),
  index_put: op((inputs) => indexPut(inputs.get("x"), inputs.numbered("i"), inputs.get("v"))),
  index_put_accumulate: op((inputs) =>
    indexPut(inputs.get("x"), inputs.numbered("i"), inputs.get("v"), { accumulate: true }),
  ),
  masked_select: op((inputs) => maskedSelect(inputs.get("x"), inputs.get("mask"))),
  masked_scatter: op((inputs) => maskedScatter(inputs.get("x"), inputs.get("mask"), inputs.get("source"))),
  slice: op((inputs, attrs) =>
    slice(
      inputs.get("x"),
      attrs.number("dim"),
      given({
        start: attrs.maybe("start", asNumber),
        stop: attrs.maybe("stop", asNumber),
        step: attrs.maybe("step", asNumber),
      }),
    ),
  ),
  select: op((inputs, attrs) => select(inputs.get("x"), attrs.number("dim"), attrs.number("index"))),
  narrow: op((inputs, attrs) =>
    narrow(inputs.get("x"), attrs.number("dim"), attrs.number("start"), attrs.number("length")),
  ),
  take_along_dim: op((inputs, attrs) =>
    takeAlongDim(inputs.get("x"), inputs.get("index"), attrs.maybe("dim", asNumber)),
  ),
  one_hot: op((inputs, attrs) => oneHot(inputs.get("idx"), attrs.number("num_classes"))),
  nonzero: op((inputs) => nonzero(inputs.get("x"))),
  embedding: op((inputs) => embedding(inputs.get("weight"), inputs.get("idx"))),
  sort: op((inputs, attrs) => {
    const options = given({ descending: attrs.maybe("descending", asFlag) });
    const { values, indices } = sort(inputs.get("x"), dimOr(attrs, -1), options);
    return { values, indices };
  }),
  argsort: op((inputs, attrs) =>
    argsort(inputs.get("x"), dimOr(attrs, -1), given({ descending: attrs.maybe("descending", asFlag) })),
  ),
  topk: op((inputs, attrs) => {
    const options = given({ largest: attrs.maybe("largest", asFlag) });
    const { values, indices } = topk(inputs.get("x"), attrs.number("k"), dimOr(attrs, -1), options);
    return { values, indices };
  }),
};

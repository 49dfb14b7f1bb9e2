import {
  arange,
  cat,
  chunk,
  clone,
  contiguous,
  diagEmbed,
  diagonal,
  expand,
  eye,
  flatten,
  flip,
  full,
  linspace,
  movedim,
  pad,
  permute,
  repeat,
  repeatInterleave,
  reshape,
  roll,
  split,
  squeeze,
  stack,
  type Tensor,
  tile,
  transpose,
  tril,
  triu,
  unbind,
  unsqueeze,
  view,
} from "@saccade/tensor";
import { type Adapters, type Inputs, numberedOutputs, type OpAdapter, op } from "../adapter.ts";
import { asDims, asNumber, asOneOf, asScalar, type Fields, given } from "../case.ts";
import { libraryDType } from "../decode.ts";

const dimOr = (attrs: Fields, fallback: number): number => attrs.maybe("dim", asNumber) ?? fallback;

const triangle = (f: (x: Tensor, diagonal?: number) => Tensor): OpAdapter =>
  op((inputs, attrs) => f(inputs.get("x"), attrs.maybe("diagonal", asNumber) ?? 0));

const reshaped = (f: (x: Tensor, shape: number[]) => Tensor): OpAdapter =>
  op((inputs, attrs) => f(inputs.get("x"), attrs.numbers("shape")));

const repeated = (f: (x: Tensor, repeats: number[]) => Tensor): OpAdapter =>
  op((inputs, attrs) => f(inputs.get("x"), attrs.numbers("repeats")));

// PyTorch takes the dtype from the literals (0.0 is a float), which JSON does not keep; here it is an option.
function dtypeOption(inputs: Inputs): { dtype?: "float32" | "float64" | "int32" | "bool" } {
  const dtype = inputs.expectedDType("out");
  return dtype === undefined ? {} : { dtype: libraryDType(dtype) };
}

/** Ops that move, join, repeat or make elements. */
export const shape: Adapters = {
  cat: op((inputs, attrs) => cat(inputs.numbered("x"), dimOr(attrs, 0))),
  cat_same: op((inputs, attrs) => cat([inputs.get("x"), inputs.get("x")], dimOr(attrs, 0))),
  stack: op((inputs, attrs) => stack(inputs.numbered("x"), dimOr(attrs, 0))),
  split: op((inputs, attrs) =>
    numberedOutputs(split(inputs.get("x"), attrs.get("size", asDims), dimOr(attrs, 0))),
  ),
  chunk: op((inputs, attrs) =>
    numberedOutputs(chunk(inputs.get("x"), attrs.number("chunks"), dimOr(attrs, 0))),
  ),
  unbind: op((inputs, attrs) => numberedOutputs(unbind(inputs.get("x"), dimOr(attrs, 0)))),
  pad: op((inputs, attrs) =>
    pad(
      inputs.get("x"),
      attrs.numbers("pad"),
      given({
        mode: attrs.maybe("mode", asOneOf("constant", "reflect", "replicate")),
        value: attrs.maybe("value", asNumber),
      }),
    ),
  ),
  repeat_interleave: op((inputs, attrs) =>
    repeatInterleave(inputs.get("x"), attrs.number("repeats"), attrs.maybe("dim", asNumber)),
  ),
  repeat_interleave_tensor: op((inputs, attrs) =>
    repeatInterleave(inputs.get("x"), inputs.get("repeats"), attrs.maybe("dim", asNumber)),
  ),
  repeat: repeated(repeat),
  tile: repeated(tile),
  permute: op((inputs, attrs) => permute(inputs.get("x"), attrs.numbers("dims"))),
  transpose: op((inputs, attrs) => transpose(inputs.get("x"), attrs.number("dim0"), attrs.number("dim1"))),
  movedim: op((inputs, attrs) =>
    movedim(inputs.get("x"), attrs.number("source"), attrs.number("destination")),
  ),
  reshape: reshaped(reshape),
  view: reshaped(view),
  expand: reshaped(expand),
  flatten: op((inputs, attrs) =>
    flatten(inputs.get("x"), attrs.maybe("start_dim", asNumber) ?? 0, attrs.maybe("end_dim", asNumber) ?? -1),
  ),
  unsqueeze: op((inputs, attrs) => unsqueeze(inputs.get("x"), attrs.number("dim"))),
  squeeze: op((inputs, attrs) => squeeze(inputs.get("x"), attrs.maybe("dim", asDims))),
  flip: op((inputs, attrs) => flip(inputs.get("x"), attrs.get("dims", asDims))),
  roll: op((inputs, attrs) => roll(inputs.get("x"), attrs.get("shifts", asDims), attrs.maybe("dim", asDims))),
  tril: triangle(tril),
  triu: triangle(triu),
  diagonal: op((inputs, attrs) =>
    diagonal(
      inputs.get("x"),
      given({
        offset: attrs.maybe("offset", asNumber),
        dim1: attrs.maybe("dim1", asNumber),
        dim2: attrs.maybe("dim2", asNumber),
      }),
    ),
  ),
  diag_embed: op((inputs) => diagEmbed(inputs.get("x"))),
  contiguous: op((inputs) => contiguous(inputs.get("x"))),
  clone: op((inputs) => clone(inputs.get("x"))),
  // (b, n, h · d) → (b, h, n, d): as a multi-head module does with its projections.
  split_heads: op((inputs, attrs) => {
    const x = inputs.get("x");
    const heads = attrs.number("heads");
    return x.reshape([x.size(0), x.size(1), heads, x.size(2) / heads]).transpose(1, 2);
  }),

  arange: op((inputs, attrs) => {
    const step = attrs.maybe("step", asNumber) ?? 1;
    return arange(attrs.maybe("start", asNumber) ?? 0, attrs.number("end"), step, dtypeOption(inputs));
  }),
  linspace: op((inputs, attrs) =>
    linspace(attrs.number("start"), attrs.number("end"), attrs.number("steps"), dtypeOption(inputs)),
  ),
  eye: op((inputs, attrs) => {
    const n = attrs.number("n");
    return eye(n, attrs.maybe("m", asNumber) ?? n, dtypeOption(inputs));
  }),
  full: op((inputs, attrs) =>
    full(attrs.numbers("shape"), attrs.get("value", asScalar), dtypeOption(inputs)),
  ),
};

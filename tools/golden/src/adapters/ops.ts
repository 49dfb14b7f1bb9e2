import { positionalEncoding, sequenceMask } from "@saccade/attention";
import { valueAndGrad, vjp } from "@saccade/autograd";
import { sinTruth } from "@saccade/datasets";
import * as nn from "@saccade/nn";
import * as tensors from "@saccade/tensor";
import { type Adapters, type Inputs, type OpAdapter, op } from "../adapter.ts";
import { asDims, asFlag, asNumber, asScalar, asTexts, type Fields } from "../case.ts";
import { libraryDType } from "../decode.ts";
import { calls } from "./calls.ts";

const { add, arange, bmm, detach, einsum, eye, full, index, indexPut, linspace, mul, onesLike, sqrt, where } =
  tensors;
type Tensor = tensors.Tensor;

const unary = (f: (x: Tensor) => Tensor): OpAdapter => op((inputs) => f(inputs.get("x")));

const spread = (f: typeof tensors.variance): OpAdapter =>
  op((inputs, attrs) => {
    const unbiased = attrs.maybe("unbiased", asFlag);
    const correction = unbiased === undefined ? {} : { correction: Number(unbiased) };
    return f(inputs.get("x"), attrs.maybe("dim", asDims), {
      ...attrs.options({ keepdim: asFlag }),
      ...correction,
    });
  });

// ["i0", ":", "i2"]: the index tensors of the named inputs, ":" a whole dim.
function pattern(inputs: Inputs, attrs: Fields): (Tensor | null)[] {
  return attrs.get("pattern", asTexts).map((part) => (part === ":" ? null : inputs.get(part)));
}

// PyTorch takes the dtype from the literals (0.0 is a float), which JSON does not keep; here it is an option.
function dtypeOption(inputs: Inputs): { dtype?: "float32" | "float64" | "int32" | "bool" } {
  const dtype = inputs.expectedDType("out");
  return dtype === undefined ? {} : { dtype: libraryDType(dtype) };
}

/** Ops of tensors: element by element, reductions, shapes, indices and products. */
export const ops: Adapters = {
  ...calls(
    tensors,
    `
    neg(x)
    abs(x)
    exp(x)
    expm1(x)
    log(x)
    log1p(x)
    log2(x)
    sqrt(x)
    rsqrt(x)
    reciprocal(x)
    square(x)
    sin(x)
    cos(x)
    tan(x)
    tanh(x)
    sigmoid(x)
    relu(x)
    silu(x)
    softplus(x)
    erf(x)
    sign(x)
    floor(x)
    ceil(x)
    trunc(x)
    round(x)
    logsigmoid: logSigmoid(x)
    isnan(x)
    isinf(x)
    isfinite(x)
    logical_not(x)
    gelu(x, { approximate })
    elu(x, { alpha })
    leaky_relu(x, { negative_slope })
    clamp(x, { min, max })
    pow_scalar: pow(x, exponent)
    add_scalar: add(x, scalar)
    sub_scalar: sub(x, scalar)
    mul_scalar: mul(x, scalar)
    div_scalar: div(x, scalar)
    rsub_scalar: rsub(x, scalar)
    rdiv_scalar: div(scalar, x)
    add(input, other)
    sub(input, other)
    mul(input, other)
    div(input, other)
    pow(input, other)
    maximum(input, other)
    minimum(input, other)
    remainder(input, other)
    fmod(input, other)
    floor_divide(input, other)
    eq(input, other)
    ne(input, other)
    lt(input, other)
    le(input, other)
    gt(input, other)
    ge(input, other)
    logical_and(input, other)
    logical_or(input, other)
    logical_xor(input, other)
    masked_fill(x, mask, value)

    sum(x, dim?, { keepdim })
    mean(x, dim?, { keepdim })
    amax(x, dim?, { keepdim })
    amin(x, dim?, { keepdim })
    logsumexp(x, dim?, { keepdim })
    prod(x, dim?, { keepdim })
    all(x, dim?, { keepdim })
    any(x, dim?, { keepdim })
    argmax(x, dim?, { keepdim })
    argmin(x, dim?, { keepdim })
    max(x, dim?, { keepdim })
    min(x, dim?, { keepdim })
    norm(x, { p, dim, keepdim })
    softmax(x, dim)
    log_softmax(x, dim)
    cumsum(x, dim)
    cumprod(x, dim)

    cat(x*, dim=0)
    stack(x*, dim=0)
    split(x, size, dim=0)
    chunk(x, chunks, dim=0)
    unbind(x, dim=0)
    pad(x, pad, { mode, value })
    repeat_interleave(x, repeats, dim?)
    repeat_interleave_tensor: repeat_interleave(x, repeats, dim?)
    repeat(x, repeats)
    tile(x, repeats)
    permute(x, dims)
    transpose(x, dim0, dim1)
    movedim(x, source, destination)
    reshape(x, shape)
    view(x, shape)
    expand(x, shape)
    flatten(x, start_dim=0, end_dim=-1)
    unsqueeze(x, dim)
    squeeze(x, dim?)
    flip(x, dims)
    roll(x, shifts, dim?)
    tril(x, diagonal=0)
    triu(x, diagonal=0)
    diagonal(x, { offset, dim1, dim2 })
    diag_embed(x)
    contiguous(x)
    clone(x)

    gather(x, dim, index)
    scatter(x, dim, index, src)
    scatter_value: scatter(x, dim, index, value)
    scatter_add(x, dim, index, src)
    index_select(x, dim, index)
    index_add(x, dim, index, source)
    index_put(x, i*, v)
    masked_select(x, mask)
    masked_scatter(x, mask, source)
    slice(x, dim, { start, stop, step })
    select(x, dim, index)
    narrow(x, dim, start, length)
    take_along_dim(x, index, dim?)
    one_hot(idx, num_classes)
    nonzero(x)
    embedding(weight, idx)
    sort(x, dim=-1, { descending })
    argsort(x, dim=-1, { descending })
    topk(x, k, dim=-1, { largest })

    matmul(input, other)
    bmm(input, mat2)
    mv(input, vec)
    outer(input, vec2)
    dot(input, tensor)
    addmm(input, mat1, mat2, { beta, alpha })

    seed004.x_test: arange(start, end, step)`,
  ),
  to_int64: unary((x) => x.to("int32")),
  to_bool: unary((x) => x.to("bool")),
  to_float32: unary((x) => x.to("float32")),
  // With the one input x it is PyTorch's known trap: where(cond, sqrt(x), 0).
  where: op((inputs) =>
    inputs.has("x")
      ? where(inputs.get("cond"), sqrt(inputs.get("x")), 0)
      : where(inputs.get("cond"), inputs.get("input"), inputs.get("other")),
  ),
  // One tensor used three times, and one that is a constant on one of its ways.
  reuse: unary((x) => add(mul(x, x), x)),
  detach: unary((x) => mul(x, detach(x))),
  var: spread(tensors.variance),
  std: spread(tensors.std),
  index: op((inputs, attrs) => index(inputs.get("x"), pattern(inputs, attrs))),
  index_bool: op((inputs) => index(inputs.get("x"), [inputs.get("mask")])),
  index_put_accumulate: op((inputs) =>
    indexPut(inputs.get("x"), inputs.numbered("i"), inputs.get("v"), { accumulate: true }),
  ),
  einsum: op((inputs, attrs) => einsum(attrs.text("equation"), ...inputs.numbered("x"))),
  cat_same: op((inputs, attrs) =>
    tensors.cat([inputs.get("x"), inputs.get("x")], attrs.maybe("dim", asNumber) ?? 0),
  ),
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
  // Dropout's arithmetic, its mask being given: no two libraries draw the same one.
  dropout_given_mask: op((inputs, attrs) =>
    where(inputs.get("keep").ne(0), inputs.get("x").mul(1 / (1 - attrs.number("p"))), 0),
  ),
  "seed004.weights_bmm_values": op((inputs) =>
    bmm(inputs.get("weights").unsqueeze(1), inputs.get("values").unsqueeze(-1)),
  ),
  // Only a single number has a gradient without cotangents.
  backward: unary((x) => valueAndGrad(() => x.mul(2), x).grads),
  // A pull-back frees its saved tensors, so it works once.
  backward_twice: unary((x) => {
    const { value, pullBack } = vjp(() => x.mul(x).sum(), [x]);
    pullBack(onesLike(value));
    return pullBack(onesLike(value))[0]!;
  }),
};

/** Losses, and the functions of layers. */
export const functions: Adapters = calls(
  { ...nn, positionalEncoding, sequenceMask, sinTruth },
  `
  cross_entropy(input, target, { reduction, ignore_index, weight, label_smoothing })
  nll_loss(input, target, { reduction, ignore_index, weight })
  mse_loss(input, target, { reduction })
  l1_loss(input, target, { reduction })
  smooth_l1_loss(input, target, { reduction, beta })
  bce_with_logits(input, target, { reduction, weight, pos_weight })
  seed004.MaskedSoftmaxCELoss: maskedSoftmaxCELoss(pred, label, valid_len)
  linear(x, weight, bias?)
  positional_encoding(max_len, num_hiddens)
  seed004.sequence_mask: sequenceMask(X, valid_len, value=0)
  seed004.f: sinTruth(x)`,
);

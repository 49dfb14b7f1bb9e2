// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
import type { Operandish } from "./create.ts";
import type { Backend } from "./kernel.ts";
import type { DType } from "./memory/dtype.ts";
import type { Shape } from "./memory/shape.ts";
import type { EluOptions, GeluOptions, LeakyReluOptions } from "./ops/elementwise/activation.ts";
import type { ClampOptions } from "./ops/elementwise/pointwise.ts";
import type { EmbeddingLookupOptions } from "./ops/indexing/embedding.ts";
import type { IndexPutOptions, Indices } from "./ops/indexing/indexing.ts";
import type { PadOptions } from "./ops/indexing/pad.ts";
import type { AddmmOptions } from "./ops/linear/matmul.ts";
import type { MultinomialOptions } from "./ops/random/multinomial.ts";
import type { ValuesAndIndices } from "./ops/reduce/along.ts";
import type { NormOptions } from "./ops/reduce/norm.ts";
import type { SortOptions, TopkOptions } from "./ops/reduce/sort.ts";
import type { Dims, ReduceOptions } from "./ops/reduce/sum.ts";
import type { VarianceOptions } from "./ops/reduce/variance.ts";
import type { DiagonalOptions, SliceOptions } from "./ops/views/slice.ts";

declare module "./tensor.ts" {
  interface Tensor {
    /**
     * x where x > 0, else alpha (eˣ − 1), elementwise (Clevert et al. 2016). `alpha` is 1 by default.
     * As a function: `elu(x, options?)`.
     *
     * @example x.elu({ alpha: 0.5 })
     */
    elu(options?: EluOptions): Tensor;
    /**
     * The error function, elementwise.
     * As a function: `erf(x)`.
     * @example x.erf()
     */
    erf(): Tensor;
    /**
     * x Φ(x) elementwise (Hendrycks & Gimpel 2016), or its tanh approximation.
     * As a function: `gelu(x, options?)`.
     * @example x.gelu({ approximate: "tanh" })
     */
    gelu(options?: GeluOptions): Tensor;
    /**
     * x where x > 0, else negativeSlope · x, elementwise. The slope is 0.01 by default.
     * As a function: `leakyRelu(x, options?)`.
     *
     * @example x.leakyRelu({ negativeSlope: 0.2 })
     */
    leakyRelu(options?: LeakyReluOptions): Tensor;
    /**
     * ln sigmoid(x), elementwise.
     * As a function: `logSigmoid(x)`.
     * @example x.logSigmoid()
     */
    logSigmoid(): Tensor;
    /**
     * max(x, 0), elementwise. The gradient at 0 is 0.
     * As a function: `relu(x)`.
     * @example x.relu()
     */
    relu(): Tensor;
    /**
     * The logistic function 1 / (1 + e⁻ˣ), elementwise.
     * As a function: `sigmoid(x)`.
     * @example x.sigmoid()
     */
    sigmoid(): Tensor;
    /**
     * x · sigmoid(x) elementwise, also called swish (Ramachandran et al. 2017).
     * As a function: `silu(x)`.
     * @example x.silu()
     */
    silu(): Tensor;
    /**
     * ln(1 + eˣ) elementwise, and x itself above 20.
     * As a function: `softplus(x)`.
     * @example x.softplus()
     */
    softplus(): Tensor;
    /**
     * a + b elementwise. The shapes broadcast.
     * As a function: `add(a, b)`.
     * @example a.add(b)
     */
    add(b: Operandish): Tensor;
    /**
     * a / b elementwise. The shapes broadcast. Integers give float32, as in PyTorch.
     * As a function: `div(a, b)`.
     * @example a.div(b)
     */
    div(b: Operandish): Tensor;
    /**
     * ⌊a / b⌋ elementwise, Python's `//`. The shapes broadcast. 3 // 0.1 is 29, since the float 0.1 is slightly above 1/10.
     * As a function: `floorDivide(a, b)`.
     *
     * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
     */
    floorDivide(b: Operandish): Tensor;
    /**
     * The elementwise remainder with the dividend's sign, C's `fmod`. The shapes broadcast.
     * As a function: `fmod(a, b)`.
     *
     * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
     */
    fmod(b: Operandish): Tensor;
    /**
     * The larger of a and b elementwise; NaN where either is NaN. The shapes broadcast. Equal elements share the gradient.
     * As a function: `maximum(a, b)`.
     *
     * @example a.maximum(b)
     */
    maximum(b: Operandish): Tensor;
    /**
     * The smaller of a and b elementwise; NaN where either is NaN. The shapes broadcast. Equal elements share the gradient.
     * As a function: `minimum(a, b)`.
     *
     * @example a.minimum(b)
     */
    minimum(b: Operandish): Tensor;
    /**
     * a · b elementwise. The shapes broadcast.
     * As a function: `mul(a, b)`.
     * @example a.mul(b)
     */
    mul(b: Operandish): Tensor;
    /**
     * a to the power of b, elementwise. The shapes broadcast. int32 wraps.
     * As a function: `pow(a, b)`.
     *
     * @throws ArgumentError for an integer tensor to a negative whole number. (A tensor of negative exponents gives 0, 1 or
     * −1.)
     */
    pow(b: Operandish): Tensor;
    /**
     * a − b ⌊a/b⌋ elementwise: the remainder with the divisor's sign, Python's `%`. The shapes broadcast.
     * As a function: `remainder(a, b)`.
     *
     * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
     */
    remainder(b: Operandish): Tensor;
    /**
     * b − a elementwise, PyTorch's `rsub`. The shapes broadcast.
     * As a function: `rsub(a, b)`.
     * @example x.rsub(1) // 1 − x
     */
    rsub(b: Operandish): Tensor;
    /**
     * a − b elementwise. The shapes broadcast.
     * As a function: `sub(a, b)`.
     *
     * @throws DTypeError if an operand is bool, as in PyTorch.
     * @example a.sub(b)
     */
    sub(b: Operandish): Tensor;
    /**
     * a = b elementwise, as bool. The shapes broadcast.
     * As a function: `eq(a, b)`.
     * @example a.eq(b)
     */
    eq(b: Operandish): Tensor;
    /**
     * a ≥ b elementwise, as bool. The shapes broadcast.
     * As a function: `ge(a, b)`.
     * @example a.ge(b)
     */
    ge(b: Operandish): Tensor;
    /**
     * a > b elementwise, as bool. The shapes broadcast.
     * As a function: `gt(a, b)`.
     * @example a.gt(0)
     */
    gt(b: Operandish): Tensor;
    /**
     * True where x is neither NaN nor infinite.
     * As a function: `isfinite(x)`.
     * @example x.isfinite()
     */
    isfinite(): Tensor;
    /**
     * True where x is ±Infinity.
     * As a function: `isinf(x)`.
     * @example x.isinf()
     */
    isinf(): Tensor;
    /**
     * True where x is NaN.
     * As a function: `isnan(x)`.
     * @example x.isnan()
     */
    isnan(): Tensor;
    /**
     * a ≤ b elementwise, as bool. The shapes broadcast.
     * As a function: `le(a, b)`.
     * @example a.le(b)
     */
    le(b: Operandish): Tensor;
    /**
     * True where a and b are both nonzero. The shapes broadcast.
     * As a function: `logicalAnd(a, b)`.
     * @example a.logicalAnd(b)
     */
    logicalAnd(b: Operandish): Tensor;
    /**
     * True where x is zero or false.
     * As a function: `logicalNot(x)`.
     * @example mask.logicalNot()
     */
    logicalNot(): Tensor;
    /**
     * True where a or b is nonzero. The shapes broadcast.
     * As a function: `logicalOr(a, b)`.
     * @example a.logicalOr(b)
     */
    logicalOr(b: Operandish): Tensor;
    /**
     * True where exactly one of a and b is nonzero. The shapes broadcast.
     * As a function: `logicalXor(a, b)`.
     * @example a.logicalXor(b)
     */
    logicalXor(b: Operandish): Tensor;
    /**
     * a < b elementwise, as bool. The shapes broadcast.
     * As a function: `lt(a, b)`.
     * @example a.lt(b)
     */
    lt(b: Operandish): Tensor;
    /**
     * a ≠ b elementwise, as bool. The shapes broadcast.
     * As a function: `ne(a, b)`.
     * @example a.ne(b)
     */
    ne(b: Operandish): Tensor;
    /**
     * x in another dtype or on another backend; x itself if nothing changes. No gradient flows through a change of backend.
     * As a function: `to(x, target)`.
     *
     * @throws DTypeError for an unknown dtype; BackendError for a value that is neither a dtype nor a backend.
     * @example x.to("int32")
     */
    to(target: DType | Backend): Tensor;
    /**
     * The absolute value, elementwise. The gradient at 0 is 0.
     * As a function: `abs(x)`.
     * @example x.abs()
     */
    abs(): Tensor;
    /**
     * The smallest whole number ≥ x, elementwise.
     * As a function: `ceil(x)`.
     * @example x.ceil()
     */
    ceil(): Tensor;
    /**
     * x limited to [min, max], elementwise; max if min > max. The gradient flows where min ≤ x ≤ max.
     * As a function: `clamp(x, options)`.
     *
     * @throws ArgumentError if neither is given.
     * @example x.clamp({ min: 0, max: 1 })
     */
    clamp(options: ClampOptions): Tensor;
    /**
     * The cosine of x in radians, elementwise.
     * As a function: `cos(x)`.
     * @example x.cos()
     */
    cos(): Tensor;
    /**
     * eˣ, elementwise.
     * As a function: `exp(x)`.
     * @example x.exp()
     */
    exp(): Tensor;
    /**
     * eˣ − 1, elementwise, accurate near 0.
     * As a function: `expm1(x)`.
     * @example x.expm1()
     */
    expm1(): Tensor;
    /**
     * The largest whole number ≤ x, elementwise.
     * As a function: `floor(x)`.
     * @example x.floor()
     */
    floor(): Tensor;
    /**
     * The natural logarithm, elementwise: NaN below 0.
     * As a function: `log(x)`.
     * @example x.log()
     */
    log(): Tensor;
    /**
     * ln(1 + x), elementwise, accurate near 0.
     * As a function: `log1p(x)`.
     * @example x.log1p()
     */
    log1p(): Tensor;
    /**
     * The base-2 logarithm, elementwise: NaN below 0.
     * As a function: `log2(x)`.
     * @example x.log2()
     */
    log2(): Tensor;
    /**
     * −x, elementwise.
     * As a function: `neg(x)`.
     * @example x.neg()
     */
    neg(): Tensor;
    /**
     * x to a constant power, elementwise: `pow` for a number as the exponent.
     * As a function: `powScalar(x, exponent)`.
     * @example x.powScalar(3)
     */
    powScalar(exponent: number): Tensor;
    /**
     * 1 / x, elementwise.
     * As a function: `reciprocal(x)`.
     * @example x.reciprocal()
     */
    reciprocal(): Tensor;
    /**
     * The nearest whole number, elementwise. Ties round to even.
     * As a function: `round(x)`.
     * @example x.round()
     */
    round(): Tensor;
    /**
     * 1 / √x, elementwise: NaN below 0.
     * As a function: `rsqrt(x)`.
     * @example x.rsqrt()
     */
    rsqrt(): Tensor;
    /**
     * The sign of x, elementwise: −1, 0 or 1.
     * As a function: `sign(x)`.
     * @example x.sign()
     */
    sign(): Tensor;
    /**
     * The sine of x in radians, elementwise.
     * As a function: `sin(x)`.
     * @example x.sin()
     */
    sin(): Tensor;
    /**
     * √x, elementwise: NaN below 0.
     * As a function: `sqrt(x)`.
     * @example x.sqrt()
     */
    sqrt(): Tensor;
    /**
     * x², elementwise. int32 wraps; bool gives int32.
     * As a function: `square(x)`.
     * @example x.square()
     */
    square(): Tensor;
    /**
     * The tangent of x in radians, elementwise.
     * As a function: `tan(x)`.
     * @example x.tan()
     */
    tan(): Tensor;
    /**
     * The hyperbolic tangent, elementwise.
     * As a function: `tanh(x)`.
     * @example x.tanh()
     */
    tanh(): Tensor;
    /**
     * x rounded towards 0, elementwise.
     * As a function: `trunc(x)`.
     * @example x.trunc()
     */
    trunc(): Tensor;
    /**
     * x with `value` where the mask is true. The mask broadcasts to x.
     * As a function: `maskedFill(x, mask, value)`.
     *
     * @throws DTypeError unless the mask is bool; ShapeError if they do not broadcast.
     * @example scores.maskedFill(mask.logicalNot(), -Infinity)
     */
    maskedFill(mask: Tensor, value: Operandish): Tensor;
    /**
     * Elements of a where the condition is true, else of b. The three shapes broadcast. Two numbers give float32.
     * As a function: `where(condition, a, b)`.
     *
     * @throws DTypeError unless the condition is bool; ShapeError if the three do not broadcast.
     * @example where(x.gt(0), x, 0)
     */
    where(a: Operandish, b: Operandish): Tensor;
    /**
     * Looks up rows of `weight` (n, width) by an int32 tensor of any shape: (...idx.shape, width).
     * As a function: `embedding(weight, idx, options?)`.
     *
     * @throws IndexError for an index outside of 0 to n - 1, or a paddingIdx outside of -n to n - 1.
     * @throws ShapeError unless the weight is a matrix; DTypeError unless idx is int32.
     */
    embedding(idx: Tensor, options?: EmbeddingLookupOptions): Tensor;
    /**
     * Picks elements along `dim`: `out[i][j] = x[index[i][j]][j]` for dim 0. The index has as many dims as x and may be
     * smaller in the other dims; out has the shape of the index.
     * As a function: `gather(x, dim, index)`.
     *
     * @throws ShapeError when the index does not fit; DTypeError when it is not int32.
     */
    gather(dim: number, index: Tensor): Tensor;
    /**
     * Adds each element of `src` to x at its index: `out[index[i][j]][j] += src[i][j]` for dim 0. Repeated indices add up.
     * The adjoint of `gather`. src may be larger than the index; the rest of it is ignored.
     * As a function: `scatterAdd(x, dim, index, src)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
     * @throws ShapeError when index or src do not fit; DTypeError when their dtypes do not.
     */
    scatterAdd(dim: number, index: Tensor, src: Tensor): Tensor;
    /**
     * Like `gather`, but x and the index broadcast in the other dims. Without `dim`, both are flattened. Applies
     * argsort: `x.takeAlongDim(x.argsort(dim), dim)` is x sorted.
     * As a function: `takeAlongDim(x, index, dim?)`.
     *
     * @throws IndexError for an index out of range; ShapeError when the other dims do not broadcast.
     */
    takeAlongDim(index: Tensor, dim?: number): Tensor;
    /**
     * Adds slice i of `source` to slice `index[i]` of x along `dim`. Repeated indices add up. The adjoint of
     * `indexSelect`.
     * As a function: `indexAdd(x, dim, index, source)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
     * @throws ShapeError when index or source do not fit; DTypeError when their dtypes do not.
     */
    indexAdd(dim: number, index: Tensor, source: Tensor): Tensor;
    /**
     * Picks slices along `dim` by a vector (or scalar) of indices, in that order. The result has x's shape, but size
     * `index.numel` in `dim`.
     * As a function: `indexSelect(x, dim, index)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1; index() also accepts negative ones. @throws
     * ShapeError for an index with more dims; DTypeError unless it is int32.
     */
    indexSelect(dim: number, index: Tensor): Tensor;
    /**
     * Advanced indexing as in PyTorch and NumPy: `x[i0, :, i2]` is `x.index([i0, null, i2])`. int32 tensors broadcast
     * together; negative indices count from the end. The broadcast shape replaces the indexed dims, or comes first if a
     * null separates them. A 0-dim index removes its dim first. A bool mask is equivalent to the indices of its true
     * elements, and covers as many dims as it has. Masks are read on the host, which waits for the backend.
     * As a function: `index(x, indices)`.
     *
     * @throws IndexError for an index out of range, a mask of another shape, or more entries than dims.
     * @throws ShapeError when the tensors do not broadcast; DTypeError for float indices.
     */
    index(indices: Indices): Tensor;
    /**
     * Writes `values`, broadcast, to the elements that `index` would read: PyTorch's `x[i0, :, i2] = values` as a new
     * tensor. For repeated indices the last value wins, unless `accumulate` is set.
     * As a function: `indexPut(x, indices, values, options?)`.
     *
     * @throws ShapeError if the values do not broadcast to the indexed shape, or no dim is indexed.
     * @throws IndexError,
     * DTypeError as in index(); DTypeError also if the dtypes of x and the values differ.
     */
    indexPut(indices: Indices, values: Tensor | number, options?: IndexPutOptions): Tensor;
    /**
     * Replaces the elements of x where the mask is true by the elements of `source`, in order. x and the mask broadcast
     * together. The mask is read on the host, which waits for the backend.
     * As a function: `maskedScatter(x, mask, source)`.
     *
     * @throws ShapeError if the source has fewer elements than the mask has true ones.
     * @throws DTypeError unless the mask
     * is bool and x and the source have the same dtype.
     */
    maskedScatter(mask: Tensor, source: Tensor): Tensor;
    /**
     * The elements of x where the mask is true, as a vector. x and the mask broadcast together. The mask is read on the
     * host, which waits for the backend.
     * As a function: `maskedSelect(x, mask)`.
     *
     * @throws DTypeError when the mask is not bool; ShapeError when the two do not broadcast.
     */
    maskedSelect(mask: Tensor): Tensor;
    /**
     * The indices of the elements that are not zero (or true), in row-major order: int32 (n, x.ndim).
     * x is read on the host, which waits for the backend.
     * As a function: `nonzero(x)`.
     */
    nonzero(): Tensor;
    /**
     * One-hot encoding: int32 (...idx.shape, numClasses), 1 at each class and 0 elsewhere. `numClasses` is one more than
     * the largest class by default; idx is then read on the host, which waits for the backend.
     * As a function: `oneHot(idx, numClasses?)`.
     *
     * @throws IndexError for a class outside of 0 to numClasses - 1, or if numClasses is missing and idx is empty. @throws
     * DTypeError unless idx is int32.
     */
    oneHot(numClasses?: number): Tensor;
    /**
     * Pads x: `[left, right]` for the last dim, then `[top, bottom]` for the one before it, and so on, as in PyTorch.
     * Negative numbers crop.
     * As a function: `pad(x, pads, options?)`.
     *
     * @throws ShapeError for an odd or too large count of numbers, for cropping more than the size, or for reflecting at
     * least the size.
     */
    pad(pads: readonly number[], options?: PadOptions): Tensor;
    /**
     * Repeats x `repeats[i]` times along dim i. Extra repeats add dims in front. PyTorch's `repeat`, NumPy's `tile`.
     * As a function: `repeat(x, repeats)`.
     *
     * @throws ShapeError for fewer repeats than dims, or a repeat that is not a whole number ≥ 0.
     */
    repeat(repeats: readonly number[]): Tensor;
    /**
     * Repeats each element (slice) along a dim: [a, a, b, b]. Without `dim`, x is flattened. `repeats` is one number, or an
     * int32 vector with one number per element; a vector is read on the host, which waits for the backend.
     * As a function: `repeatInterleave(x, repeats, dim?)`.
     *
     * @throws ShapeError unless a vector has one element or x.size(dim) elements, and for negative repeats.
     */
    repeatInterleave(repeats: number | Tensor, dim?: number): Tensor;
    /**
     * Like `repeat`, but accepts fewer repeats than dims: missing ones in front are 1.
     * As a function: `tile(x, repeats)`.
     * @example x.tile([2])
     */
    tile(repeats: readonly number[]): Tensor;
    /**
     * Writes the elements of `src`, or one number, to x at their indices: `out[index[i][j]][j] = src[i][j]` for dim 0. For
     * repeated indices the last element wins; as in PyTorch, all of them receive the gradient. src may be larger than the
     * index; the rest of it is ignored.
     * As a function: `scatter(x, dim, index, src)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
     * @throws ShapeError when index or src do not fit; DTypeError when their dtypes do not.
     */
    scatter(dim: number, index: Tensor, src: Tensor | number): Tensor;
    /**
     * beta · x + alpha · (a · b) for matrices a (n, k) and b (k, m); x broadcasts to (n, m).
     * As a function: `addmm(x, a, b, options?)`.
     *
     * @throws ShapeError if the shapes do not match.
     * @example bias.addmm(x, weight)
     */
    addmm(a: Tensor, b: Tensor, options?: AddmmOptions): Tensor;
    /**
     * The batched matrix product of (b, n, k) and (b, k, m), without broadcasting.
     * As a function: `bmm(a, b)`.
     * @example a.bmm(b)
     */
    bmm(b: Tensor): Tensor;
    /**
     * The dot product of two vectors.
     * As a function: `dot(a, b)`.
     * @example a.dot(b)
     */
    dot(b: Tensor): Tensor;
    /**
     * The matrix product, with PyTorch's rules: a vector counts as a row or column whose extra dim is removed from the
     * result; leading dims are batch dims and broadcast. int32 wraps.
     * As a function: `matmul(a, b)`.
     *
     * @throws DTypeError for two bools.
     * @throws ShapeError if the inner sizes differ or the batch dims do not broadcast.
     * @example x.matmul(w.t())
     */
    matmul(b: Tensor): Tensor;
    /**
     * The product of a matrix (n, m) and a vector (m).
     * As a function: `mv(a, v)`.
     * @example a.mv(v)
     */
    mv(v: Tensor): Tensor;
    /**
     * The outer product of two vectors, (n) and (m) → (n, m).
     * As a function: `outer(a, b)`.
     * @example a.outer(b)
     */
    outer(b: Tensor): Tensor;
    /**
     * Draws indices with probabilities in proportion to `probs`, as int32: (n) → (numSamples), (m, n) → (m, numSamples).
     * Rows need not sum to 1. Without replacement, an index is drawn at most once in a row, each time among the rest.
     * As a function: `multinomial(probs, numSamples, options?)`.
     *
     * @throws ArgumentError for a weight that is negative or not finite, a row without a positive weight, or with fewer
     * than `numSamples` of them if drawn without replacement; DTypeError for probs that are not floats; ShapeError unless
     * probs is (n) or (m, n).
     * @example multinomial(logits.softmax(-1), 1) // (m, n) → (m, 1)
     */
    multinomial(numSamples: number, options?: MultinomialOptions): Tensor;
    /**
     * The cumulative product along a dim. bool gives int32. The gradient is correct at zeros too.
     * As a function: `cumprod(x, dim)`.
     *
     * @throws OverflowError if an int32 product does not fit int32 and the host can read the elements.
     * @example * x.cumprod(-1)
     */
    cumprod(dim: number): Tensor;
    /**
     * The cumulative sum along a dim. bool gives int32.
     * As a function: `cumsum(x, dim)`.
     *
     * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
     * @example x.cumsum(-1)
     */
    cumsum(dim: number): Tensor;
    /**
     * The largest element over dims (all dims by default); NaN if there is one. Equal largest elements share the gradient.
     * As a function: `amax(x, dim?, options?)`.
     *
     * @throws ShapeError where a reduced dim has size 0.
     */
    amax(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The smallest element over dims (all dims by default); NaN if there is one. Equal smallest elements share the
     * gradient.
     * As a function: `amin(x, dim?, options?)`.
     *
     * @throws ShapeError where a reduced dim has size 0.
     */
    amin(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The index (int32) of the first largest element along `dim`; without `dim`, of all elements in row-major order. NaN
     * counts as the largest.
     * As a function: `argmax(x, dim?, options?)`.
     *
     * @throws ShapeError where there are no elements to choose from.
     */
    argmax(dim?: number, options?: ReduceOptions): Tensor;
    /**
     * The index (int32) of the first smallest element along `dim`; without `dim`, of all elements in row-major order. NaN
     * counts as the smallest.
     * As a function: `argmin(x, dim?, options?)`.
     *
     * @throws ShapeError where there are no elements to choose from.
     */
    argmin(dim?: number, options?: ReduceOptions): Tensor;
    /**
     * The largest element; NaN if there is one. Equal largest elements share the gradient.
     * As a function: `max(x)`.
     *
     * @throws ShapeError when x has no elements.
     */
    max(): Tensor;
    /**
     * The largest elements along a dim and their indices. Of equal elements the first is taken and receives the whole
     * gradient; NaN counts as the largest. `maximum(a, b)` compares two tensors.
     * As a function: `max(x, dim, options?)`.
     *
     * @throws ShapeError where the dim has size 0.
     */
    max(dim: number, options?: ReduceOptions): ValuesAndIndices;
    /**
     * The smallest element; NaN if there is one. Equal smallest elements share the gradient.
     * As a function: `min(x)`.
     *
     * @throws ShapeError when x has no elements.
     */
    min(): Tensor;
    /**
     * The smallest elements along a dim and their indices. Of equal elements the first is taken and receives the whole
     * gradient; NaN counts as the smallest. `minimum(a, b)` compares two tensors.
     * As a function: `min(x, dim, options?)`.
     *
     * @throws ShapeError where the dim has size 0.
     */
    min(dim: number, options?: ReduceOptions): ValuesAndIndices;
    /**
     * Whether all elements are nonzero, over dims (all dims by default), as bool; true for no elements.
     * As a function: `all(x, dim?, options?)`.
     *
     * @example mask.all()
     */
    all(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * Whether any element is nonzero, over dims (all dims by default), as bool; false for no elements.
     * As a function: `any(x, dim?, options?)`.
     *
     * @example mask.any(-1)
     */
    any(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The mean over dims (all dims by default); NaN for no elements.
     * As a function: `mean(x, dim?, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     * @example x.mean(-1, { keepdim: true })
     */
    mean(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The p-norm (Σ |x|ᵖ)^(1/p) over dims (all dims by default; p = 2). The gradient at a zero vector is 0; for p =
     * Infinity, elements of equal magnitude share it.
     * As a function: `norm(x, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     * @throws ShapeError for p < 0 or Infinity where a reduced dim has size 0.
     */
    norm(options?: NormOptions): Tensor;
    /**
     * The product along `dim`, or of all elements without it; 1 for no elements. bool and int32 give int32. The gradient is
     * correct at zeros too.
     * As a function: `prod(x, dim?, options?)`.
     *
     * @throws OverflowError if an int32 product does not fit int32 and the host can read the elements.
     * @example x.prod(0)
     */
    prod(dim?: number, options?: ReduceOptions): Tensor;
    /**
     * The logarithm of `softmax` along a dim, accurate even where softmax underflows to 0.
     * As a function: `logSoftmax(x, dim)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    logSoftmax(dim: number): Tensor;
    /**
     * ln Σ exp(x) over dims (all dims by default), without overflow; −Infinity for no elements. int32 and bool give
     * float32.
     * As a function: `logsumexp(x, dim?, options?)`.
     */
    logsumexp(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * exp(x) / Σ exp(x) along a dim; each row sums to 1. Elements of −Infinity give 0; a row of only −Infinity gives NaN,
     * as in PyTorch.
     * As a function: `softmax(x, dim)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    softmax(dim: number): Tensor;
    /**
     * The indices (int32) that sort x along a dim (−1 by default), as returned by `sort`.
     * As a function: `argsort(x, dim?, options?)`.
     * @example x.argsort(0)
     */
    argsort(dim?: number, options?: SortOptions): Tensor;
    /**
     * Sorts along a dim (−1 by default). Returns the values and their indices in x. The sort is stable; NaN counts as the
     * largest.
     * As a function: `sort(x, dim?, options?)`.
     *
     * @example x.sort(-1, { descending: true })
     */
    sort(dim?: number, options?: SortOptions): ValuesAndIndices;
    /**
     * The k largest (or smallest) elements along a dim (−1 by default), in order, and their indices in x. Equal elements
     * keep their order; NaN counts as the largest.
     * As a function: `topk(x, k, dim?, options?)`.
     *
     * @throws IndexError unless k is in 0 to the dim's size.
     * @example x.topk(3)
     */
    topk(k: number, dim?: number, options?: TopkOptions): ValuesAndIndices;
    /**
     * The sum over dims (all dims by default). bool and int32 give int32.
     * As a function: `sum(x, dim?, options?)`.
     *
     * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
     * @example x.sum(-1, {
     * keepdim: true })
     */
    sum(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The standard deviation over dims (all dims by default): the square root of `variance`. The gradient is 0 where
     * all elements are equal.
     * As a function: `std(x, dim?, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    std(dim?: Dims, options?: VarianceOptions): Tensor;
    /**
     * The variance over dims (all dims by default), with divisor n − `correction` (1 by default); NaN for too few elements.
     * Also available as the method `var`, as in PyTorch.
     * As a function: `variance(x, dim?, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    variance(dim?: Dims, options?: VarianceOptions): Tensor;
    /**
     * The variance over dims (all dims by default), with divisor n − `correction` (1 by default); NaN for too few elements.
     * Also available as the method `var`, as in PyTorch.
     * As a function: `variance(x, dim?, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    var(dim?: Dims, options?: VarianceOptions): Tensor;
    /**
     * Reverses the order of the elements along each given dim. Makes a copy, as in PyTorch.
     * As a function: `flip(x, dims)`.
     * @example x.flip([0, 1])
     */
    flip(dims: number | readonly number[]): Tensor;
    /**
     * Shifts x by `shifts` positions along `dim`. Elements shifted past the end wrap around to the start. Lists give one
     * shift per dim. Without `dim`, x is shifted in row-major order.
     * As a function: `roll(x, shifts, dim?)`.
     *
     * @throws ShapeError unless there are as many shifts as dims.
     * @example x.roll(1, 0)
     */
    roll(shifts: number | readonly number[], dim?: number | readonly number[]): Tensor;
    /**
     * The diagonal of dims dim1 (0) and dim2 (1), as the last dim of a view.
     * As a function: `diagonal(x, options?)`.
     * @example x.diagonal({ offset: 1 })
     */
    diagonal(options?: DiagonalOptions): Tensor;
    /**
     * `length` elements of a dim from `start` on: a view.
     * As a function: `narrow(x, dim, start, length)`.
     * @example x.narrow(0, 1, 2)
     */
    narrow(dim: number, start: number, length: number): Tensor;
    /**
     * Selects one index of a dim, which is removed: a view.
     * As a function: `select(x, dim, index)`.
     * @example x.select(0, -1)
     */
    select(dim: number, index: number): Tensor;
    /**
     * Elements `start` to `stop` of a dim, every `step`-th: a view.
     * As a function: `slice(x, dim, options?)`.
     * @example x.slice(0, { start: 1, stop: 3 })
     */
    slice(dim: number, options?: SliceOptions): Tensor;
    /**
     * Splits a dim into at most `chunks` views of equal size (the last may be smaller). As in PyTorch, 7 elements in 5
     * chunks give sizes 2, 2, 2, 1.
     * As a function: `chunk(x, chunks, dim?)`.
     *
     * @param dim 0 by default.
     * @throws ArgumentError unless `chunks` is a whole number ≥ 1.
     * @example x.chunk(2)
     */
    chunk(chunks: number, dim?: number): Tensor[];
    /**
     * Splits a dim into views of `sizeOrSizes` elements each (the last may be smaller), or of the given sizes.
     * As a function: `split(x, sizeOrSizes, dim?)`.
     *
     * @param dim 0 by default.
     * @throws ShapeError unless the sizes sum to x.size(dim), or the size is ≥ 1.
     * @example x.split([1, 2])
     */
    split(sizeOrSizes: number | readonly number[], dim?: number): Tensor[];
    /**
     * Splits a dim (0 by default) into views of each index, without that dim.
     * As a function: `unbind(x, dim?)`.
     *
     * @example x.unbind(0)
     * @throws ShapeError for a scalar.
     */
    unbind(dim?: number): Tensor[];
    /**
     * Square matrices with the last dim of x on their `offset`-th diagonal and zeros elsewhere: (..., n) → (..., n +
     * |offset|, n + |offset|), or with the two new dims at dim1 and dim2. The adjoint of diagonal().
     * As a function: `diagEmbed(x, options?)`.
     *
     * @throws ShapeError if x is a scalar or dim1 equals dim2.
     */
    diagEmbed(options?: DiagonalOptions): Tensor;
    /**
     * The lower triangles of the matrices in the last two dims: zeros above the given diagonal (0, the default, is the main
     * one; > 0 above it).
     * As a function: `tril(x, diagonal?)`.
     *
     * @example x.tril()
     */
    tril(diagonal?: number): Tensor;
    /**
     * The upper triangles of the matrices in the last two dims: zeros below the given diagonal (0, the default, is the main
     * one; > 0 above it).
     * As a function: `triu(x, diagonal?)`.
     *
     * @example x.triu(1)
     */
    triu(diagonal?: number): Tensor;
    /**
     * A copy with its own memory. Gradients flow through it.
     * As a function: `clone(x)`.
     * @example x.clone()
     */
    clone(): Tensor;
    /**
     * x in row-major memory: x itself if it already is, otherwise a copy.
     * As a function: `contiguous(x)`.
     * @example x.t().contiguous()
     */
    contiguous(): Tensor;
    /**
     * A view of x through which no gradient flows. PyTorch's `detach`, JAX's `stop_gradient`.
     * As a function: `detach(x)`.
     * @example x.detach()
     */
    detach(): Tensor;
    /**
     * A view broadcast to `shape`. -1 keeps a size; new dims may be added in front.
     * As a function: `expand(x, shape)`.
     * @example x.expand([3, -1])
     */
    expand(shape: Shape): Tensor;
    /**
     * A view broadcast to the shape of another tensor.
     * As a function: `expandAs(x, other)`.
     * @example x.expandAs(y)
     */
    expandAs(other: Tensor): Tensor;
    /**
     * Joins the dims from startDim (0 by default) to endDim (−1 by default), both included, into one.
     * As a function: `flatten(x, startDim?, endDim?)`.
     *
     * @example x.flatten(1)
     */
    flatten(startDim?: number, endDim?: number): Tensor;
    /**
     * A view with dim `source` moved to `destination`. The other dims keep their order.
     * As a function: `movedim(x, source, destination)`.
     * @example x.movedim(0, -1)
     */
    movedim(source: number, destination: number): Tensor;
    /**
     * A view in which dim i is dim `dims[i]` of x.
     * As a function: `permute(x, dims)`.
     * @example x.permute([1, 0])
     */
    permute(dims: readonly number[]): Tensor;
    /**
     * The elements in another shape: a view if possible, otherwise a copy. One size may be -1 and is inferred.
     * As a function: `reshape(x, shape)`.
     *
     * @throws ShapeError unless the shape has x.numel elements.
     * @example x.reshape([2, -1])
     */
    reshape(shape: Shape): Tensor;
    /**
     * A view without dims of size 1: only the given dims, or all of them if none are given.
     * As a function: `squeeze(x, dim?)`.
     * @example x.squeeze(0)
     */
    squeeze(dim?: number | readonly number[]): Tensor;
    /**
     * Sums g over the dims in which `shape` was broadcast to g's shape.
     * As a function: `sumTo(g, shape)`.
     *
     * @throws ShapeError unless `shape` broadcasts to g's shape.
     * @example g.sumTo([1, 3])
     */
    sumTo(shape: Shape): Tensor;
    /**
     * A view of a matrix with rows and columns swapped.
     * As a function: `t(x)`.
     * @example w.t()
     */
    t(): Tensor;
    /**
     * A view with two dims swapped.
     * As a function: `transpose(x, dim0, dim1)`.
     * @example x.transpose(-2, -1)
     */
    transpose(dim0: number, dim1: number): Tensor;
    /**
     * A view with a dim of size 1 inserted.
     * As a function: `unsqueeze(x, dim)`.
     * @example x.unsqueeze(0)
     */
    unsqueeze(dim: number): Tensor;
    /**
     * Like `reshape`, but never copies.
     * As a function: `view(x, shape)`.
     * @throws ShapeError if a copy would be needed.
     */
    view(shape: Shape): Tensor;
  }
}

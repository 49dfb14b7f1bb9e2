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
import type { ValuesAndIndices } from "./ops/reduce/along.ts";
import type { NormOptions } from "./ops/reduce/norm.ts";
import type { SortOptions, TopkOptions } from "./ops/reduce/sort.ts";
import type { Dims, ReduceOptions } from "./ops/reduce/sum.ts";
import type { VarianceOptions } from "./ops/reduce/variance.ts";
import type { DiagonalOptions, SliceOptions } from "./ops/views/slice.ts";

declare module "./tensor.ts" {
  interface Tensor {
    /**
     * x above 0, else alpha (eˣ − 1). `alpha` is 1 by default. @example x.elu({ alpha: 0.5 })
     * As a function: `elu(x, options?)`.
     */
    elu(options?: EluOptions): Tensor;
    /** The error function. As a function: `erf(x)`. */
    erf(): Tensor;
    /**
     * x Φ(x) (Hendrycks & Gimpel 2016), or its tanh approximation. @example x.gelu({ approximate: "tanh" })
     * As a function: `gelu(x, options?)`.
     */
    gelu(options?: GeluOptions): Tensor;
    /**
     * x above 0, else negativeSlope · x. The slope is 0.01 by default. @example x.leakyRelu({ negativeSlope: 0.2 })
     * As a function: `leakyRelu(x, options?)`.
     */
    leakyRelu(options?: LeakyReluOptions): Tensor;
    /** ln sigmoid(x). As a function: `logSigmoid(x)`. */
    logSigmoid(): Tensor;
    /** max(x, 0); the gradient at 0 is 0. As a function: `relu(x)`. */
    relu(): Tensor;
    /** 1 / (1 + e⁻ˣ). As a function: `sigmoid(x)`. */
    sigmoid(): Tensor;
    /** x · sigmoid(x), also called swish. As a function: `silu(x)`. */
    silu(): Tensor;
    /** ln(1 + eˣ), x itself above 20. As a function: `softplus(x)`. */
    softplus(): Tensor;
    /** a + b, broadcast. As a function: `add(a, b)`. */
    add(b: Operandish): Tensor;
    /** a / b, broadcast; integers give float32, as in PyTorch's true division. As a function: `div(a, b)`. */
    div(b: Operandish): Tensor;
    /**
     * ⌊a / b⌋, Python's `//`: 3 // 0.1 is 29, since 0.1 is a little more than a tenth.
     * As a function: `floorDivide(a, b)`.
     *
     * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
     */
    floorDivide(b: Operandish): Tensor;
    /**
     * The remainder with the dividend's sign, C's `fmod`.
     * As a function: `fmod(a, b)`.
     *
     * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
     */
    fmod(b: Operandish): Tensor;
    /** The larger of a and b elementwise, NaN where either is; equal elements share the gradient. As a function: `maximum(a, b)`. */
    maximum(b: Operandish): Tensor;
    /** The smaller of a and b elementwise, NaN where either is; equal elements share the gradient. As a function: `minimum(a, b)`. */
    minimum(b: Operandish): Tensor;
    /** a · b elementwise, broadcast. As a function: `mul(a, b)`. */
    mul(b: Operandish): Tensor;
    /**
     * a to the power of b, broadcast. int32 wraps.
     * As a function: `pow(a, b)`.
     *
     * @throws ArgumentError for integers to a negative whole power that is a number; a tensor of them gives 0, 1 and −1.
     */
    pow(b: Operandish): Tensor;
    /**
     * a − b ⌊a/b⌋: the remainder with the divisor's sign, Python's `%`.
     * As a function: `remainder(a, b)`.
     *
     * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
     */
    remainder(b: Operandish): Tensor;
    /** b − a, broadcast: PyTorch's `rsub`. As a function: `rsub(a, b)`. */
    rsub(b: Operandish): Tensor;
    /**
     * a − b, broadcast.
     * As a function: `sub(a, b)`.
     *
     * @throws DTypeError for bools, also beside numbers, as in PyTorch.
     */
    sub(b: Operandish): Tensor;
    /** a = b elementwise, broadcast, as bool. As a function: `eq(a, b)`. */
    eq(b: Operandish): Tensor;
    /** a ≥ b elementwise. As a function: `ge(a, b)`. */
    ge(b: Operandish): Tensor;
    /** a > b elementwise. As a function: `gt(a, b)`. */
    gt(b: Operandish): Tensor;
    /** True where x is neither NaN nor infinite. As a function: `isfinite(x)`. */
    isfinite(): Tensor;
    /** True where x is infinite. As a function: `isinf(x)`. */
    isinf(): Tensor;
    /** True where x is NaN. As a function: `isnan(x)`. */
    isnan(): Tensor;
    /** a ≤ b elementwise. As a function: `le(a, b)`. */
    le(b: Operandish): Tensor;
    /** Both are not zero. As a function: `logicalAnd(a, b)`. */
    logicalAnd(b: Operandish): Tensor;
    /** True where x is zero. As a function: `logicalNot(x)`. */
    logicalNot(): Tensor;
    /** One at least is not zero. As a function: `logicalOr(a, b)`. */
    logicalOr(b: Operandish): Tensor;
    /** Just one is not zero. As a function: `logicalXor(a, b)`. */
    logicalXor(b: Operandish): Tensor;
    /** a < b elementwise. As a function: `lt(a, b)`. */
    lt(b: Operandish): Tensor;
    /** a ≠ b elementwise. As a function: `ne(a, b)`. */
    ne(b: Operandish): Tensor;
    /**
     * x in another dtype or on another backend; x itself where nothing changes. A change of backend is a constant to tapes.
     * As a function: `to(x, target)`.
     *
     * @throws DTypeError for a name that is no dtype; BackendError for anything else that is no backend.
     * @example x.to("int32")
     */
    to(target: DType | Backend): Tensor;
    /** |x|; the gradient at 0 is 0. As a function: `abs(x)`. */
    abs(): Tensor;
    /** The next whole number above. As a function: `ceil(x)`. */
    ceil(): Tensor;
    /**
     * x held between min and max (max wins where they cross). The gradient flows where min ≤ x ≤ max.
     * As a function: `clamp(x, options)`.
     *
     * @throws ArgumentError when neither is given.
     * @example x.clamp({ min: 0, max: 1 })
     */
    clamp(options: ClampOptions): Tensor;
    /** Cosine of x in radians. As a function: `cos(x)`. */
    cos(): Tensor;
    /** eˣ. As a function: `exp(x)`. */
    exp(): Tensor;
    /** eˣ − 1, exact near 0. As a function: `expm1(x)`. */
    expm1(): Tensor;
    /** The next whole number below. As a function: `floor(x)`. */
    floor(): Tensor;
    /** The natural logarithm. As a function: `log(x)`. */
    log(): Tensor;
    /** ln(1 + x), exact near 0. As a function: `log1p(x)`. */
    log1p(): Tensor;
    /** The logarithm to base 2. As a function: `log2(x)`. */
    log2(): Tensor;
    /** −x. As a function: `neg(x)`. */
    neg(): Tensor;
    /** x to a constant power: `pow` for an exponent that is a number, with a gradient for x alone. As a function: `powScalar(x, exponent)`. */
    powScalar(exponent: number): Tensor;
    /** 1 / x. As a function: `reciprocal(x)`. */
    reciprocal(): Tensor;
    /** The nearest whole number; halves go to the even one. As a function: `round(x)`. */
    round(): Tensor;
    /** 1 / √x. As a function: `rsqrt(x)`. */
    rsqrt(): Tensor;
    /** −1, 0 or 1. As a function: `sign(x)`. */
    sign(): Tensor;
    /** Sine of x in radians. As a function: `sin(x)`. */
    sin(): Tensor;
    /** √x. As a function: `sqrt(x)`. */
    sqrt(): Tensor;
    /** x²; int32 wraps, bool gives int32. As a function: `square(x)`. */
    square(): Tensor;
    /** Tangent of x in radians. As a function: `tan(x)`. */
    tan(): Tensor;
    /** The hyperbolic tangent. As a function: `tanh(x)`. */
    tanh(): Tensor;
    /** The whole part, towards 0. As a function: `trunc(x)`. */
    trunc(): Tensor;
    /**
     * x with `value` where the mask is true; the mask broadcasts to x.
     * As a function: `maskedFill(x, mask, value)`.
     *
     * @throws DTypeError when the mask is not bool; ShapeError when they do not broadcast.
     * @example scores.maskedFill(mask.logicalNot(), -Infinity)
     */
    maskedFill(mask: Tensor, value: Operandish): Tensor;
    /**
     * a where the condition is true, else b; all three broadcast. Two numbers become float32.
     * As a function: `where(condition, a, b)`.
     *
     * @throws DTypeError when the condition is not bool; ShapeError when the three do not broadcast.
     * @example where(x.gt(0), x, 0)
     */
    where(a: Operandish, b: Operandish): Tensor;
    /**
     * The rows of `weight` (n, width) that an int32 tensor of any shape names: (...idx.shape, width).
     * As a function: `embedding(weight, idx, options?)`.
     *
     * @throws IndexError for an index outside of 0 to n - 1, or a paddingIdx outside of -n to n - 1.
     * @throws ShapeError when the weight is no matrix; DTypeError when idx is not int32.
     */
    embedding(idx: Tensor, options?: EmbeddingLookupOptions): Tensor;
    /**
     * Along `dim`, the elements that `index` names: `out[i][j] = x[index[i][j]][j]` for dim 0. The index has as
     * many dims as x and may be smaller than it in the others; out has its shape.
     * As a function: `gather(x, dim, index)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1 (none counts from the end).
     * @throws ShapeError when the index does not fit; DTypeError when it is not int32.
     */
    gather(dim: number, index: Tensor): Tensor;
    /**
     * x with each element of `src` added where `index` says: `out[index[i][j]][j] += src[i][j]` for dim 0.
     * Places named more than once add up. The adjoint of `gather`; src may be larger than the index, and
     * only its part in front is read.
     * As a function: `scatterAdd(x, dim, index, src)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
     * @throws ShapeError when index or src do not fit; DTypeError when their dtypes do not.
     */
    scatterAdd(dim: number, index: Tensor, src: Tensor): Tensor;
    /**
     * `gather` whose index is broadcast with x in the other dims; without `dim`, both are flattened.
     * Undoes argsort: `x.takeAlongDim(x.argsort(dim), dim)` is x sorted.
     * As a function: `takeAlongDim(x, index, dim?)`.
     *
     * @throws IndexError for an index out of range; ShapeError when the other dims do not broadcast.
     */
    takeAlongDim(index: Tensor, dim?: number): Tensor;
    /**
     * x with slice i of `source` added to slice `index[i]` of `dim`; repeats add up. The adjoint of
     * `indexSelect`.
     * As a function: `indexAdd(x, dim, index, source)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
     * @throws ShapeError when index or source do not fit; DTypeError when their dtypes do not.
     */
    indexAdd(dim: number, index: Tensor, source: Tensor): Tensor;
    /**
     * The slices of `dim` that a vector (or scalar) of indices names, in its order: shape as x, but
     * `index.numel` along `dim`.
     * As a function: `indexSelect(x, dim, index)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1; index() also counts from the end.
     * @throws ShapeError for an index of more dims; DTypeError when it is not int32.
     */
    indexSelect(dim: number, index: Tensor): Tensor;
    /**
     * `x[i0, :, i2]`, PyTorch's and NumPy's advanced indexing: `x.index([i0, null, i2])`. int32 tensors are
     * broadcast together and may count from the end; their common shape stands where they stood, or in front
     * when a null separates them; a 0-dim index takes its dim away first. A bool mask stands for the indices of its true elements, and covers as many
     * dims as it has. Masks are read on the host, which waits for the backend.
     * As a function: `index(x, indices)`.
     *
     * @throws IndexError for an index out of range, a mask of another shape, or more entries than dims.
     * @throws ShapeError when the tensors do not broadcast; DTypeError for float indices.
     */
    index(indices: Indices): Tensor;
    /**
     * x with `values`, broadcast, where `index` would read: PyTorch's `x[i0, :, i2] = values` as a new
     * tensor. Of an element named more than once the last value wins, unless they accumulate.
     * As a function: `indexPut(x, indices, values, options?)`.
     *
     * @throws ShapeError when the values do not broadcast to what is indexed, or no dim is indexed.
     * @throws IndexError, DTypeError as index() does, and when the values' dtype is not x's.
     */
    indexPut(indices: Indices, values: Tensor | number, options?: IndexPutOptions): Tensor;
    /**
     * x with the elements of `source`, in their order, where the mask is true: x and the mask broadcast
     * together. The mask is read on the host, which waits for the backend.
     * As a function: `maskedScatter(x, mask, source)`.
     *
     * @throws ShapeError when the source has fewer elements than the mask has true ones.
     * @throws DTypeError when the mask is not bool, or the source's dtype not x's.
     */
    maskedScatter(mask: Tensor, source: Tensor): Tensor;
    /**
     * The elements of x where the mask is true, as a vector: x and the mask broadcast together. The mask is
     * read on the host, which waits for the backend.
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
     * 1 where the last dim's index is the class, else 0: int32 (...idx.shape, numClasses). Without `numClasses`
     * it is one more than the largest class, for which idx is read on the host, which waits for the backend.
     * As a function: `oneHot(idx, numClasses?)`.
     *
     * @throws IndexError for a class outside of 0 to numClasses - 1, or when there is none to infer from.
     * @throws DTypeError when idx is not int32.
     */
    oneHot(numClasses?: number): Tensor;
    /**
     * x with elements added around it: `[left, right]` of the last dim, then `[top, bottom]` of the one before
     * it, and so on inwards, as in PyTorch. Numbers less than 0 take elements away.
     * As a function: `pad(x, pads, options?)`.
     *
     * @throws ShapeError for an odd count of numbers or too many, for more taken away than there is, or more
     * mirrored than lies behind the border.
     */
    pad(pads: readonly number[], options?: PadOptions): Tensor;
    /**
     * x laid side by side `repeats[i]` times along dim i; more repeats than dims put new ones in front.
     * PyTorch's `repeat`, NumPy's `tile`. One copy.
     * As a function: `repeat(x, repeats)`.
     *
     * @throws ShapeError for fewer repeats than dims, or a repeat that is not a whole number ≥ 0.
     */
    repeat(repeats: readonly number[]): Tensor;
    /**
     * Each element (slice) of a dim repeated, its copies side by side: [a, a, b, b]. Without `dim`, x is
     * flattened. `repeats` is one number, or an int32 vector of one for each; a vector is read on the host,
     * which waits for the backend.
     * As a function: `repeatInterleave(x, repeats, dim?)`.
     *
     * @throws ShapeError when a vector has neither one element nor x.size(dim), or a repeat is less than 0.
     */
    repeatInterleave(repeats: number | Tensor, dim?: number): Tensor;
    /** `repeat` that takes fewer repeats than dims: those in front are then repeated once. As a function: `tile(x, repeats)`. */
    tile(repeats: readonly number[]): Tensor;
    /**
     * x with the elements of `src`, or one number, where `index` says: `out[index[i][j]][j] = src[i][j]` for
     * dim 0. Of a place named more than once the last one wins, and, as in PyTorch, each of its sources gets
     * the gradient. src may be larger than the index, and only its part in front is read.
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
     * @throws ShapeError when the shapes do not fit.
     * @example bias.addmm(x, weight)
     */
    addmm(a: Tensor, b: Tensor, options?: AddmmOptions): Tensor;
    /** Batched matrix product of (b, n, k) and (b, k, m); never broadcasts. As a function: `bmm(a, b)`. */
    bmm(b: Tensor): Tensor;
    /** The scalar product of two vectors. As a function: `dot(a, b)`. */
    dot(b: Tensor): Tensor;
    /**
     * The matrix product with PyTorch's rules: vectors are rows or columns that go away again, leading dims
     * are batches and broadcast. int32 wraps.
     * As a function: `matmul(a, b)`.
     *
     * @throws DTypeError for two bools.
     * @throws ShapeError when the inner sizes differ or the batches do not broadcast.
     */
    matmul(b: Tensor): Tensor;
    /** Matrix (n, m) times vector (m). As a function: `mv(a, v)`. */
    mv(v: Tensor): Tensor;
    /** Every element of vector a times every element of vector b. As a function: `outer(a, b)`. */
    outer(b: Tensor): Tensor;
    /**
     * The products of all elements up to each one along a dim; bool gives int32. The gradient is right at zeros too.
     * As a function: `cumprod(x, dim)`.
     *
     * @throws OverflowError for a product of int32 that does not fit int32, where the host can see the elements.
     */
    cumprod(dim: number): Tensor;
    /**
     * The sums of all elements up to each one along a dim; bool gives int32.
     * As a function: `cumsum(x, dim)`.
     *
     * @throws OverflowError for a sum of int32 that does not fit int32, where the host can see the elements.
     */
    cumsum(dim: number): Tensor;
    /**
     * The largest element over dims (all without `dim`), NaN where there is one. Equal largest elements share
     * the gradient.
     * As a function: `amax(x, dim?, options?)`.
     *
     * @throws ShapeError where a reduced dim has size 0.
     */
    amax(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The smallest element over dims (all without `dim`), NaN where there is one. Equal smallest elements share
     * the gradient.
     * As a function: `amin(x, dim?, options?)`.
     *
     * @throws ShapeError where a reduced dim has size 0.
     */
    amin(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The index (int32) of the first largest element along `dim`; without it, among all elements in row-major
     * order. NaN is larger than every number.
     * As a function: `argmax(x, dim?, options?)`.
     *
     * @throws ShapeError where there are no elements to choose from.
     */
    argmax(dim?: number, options?: ReduceOptions): Tensor;
    /**
     * The index (int32) of the first smallest element along `dim`; without it, among all elements in row-major
     * order. NaN is smaller than every number.
     * As a function: `argmin(x, dim?, options?)`.
     *
     * @throws ShapeError where there are no elements to choose from.
     */
    argmin(dim?: number, options?: ReduceOptions): Tensor;
    /**
     * The largest element of all, NaN if there is one; equal ones share the gradient.
     * As a function: `max(x)`.
     *
     * @throws ShapeError when x has no elements.
     */
    max(): Tensor;
    /**
     * The largest elements along one dim and their indices. Of equal ones (and of NaNs, which come before all)
     * the first is taken; it gets the whole gradient. `maximum(a, b)` compares two tensors.
     * As a function: `max(x, dim, options?)`.
     *
     * @throws ShapeError where the dim has size 0.
     */
    max(dim: number, options?: ReduceOptions): ValuesAndIndices;
    /**
     * The smallest element of all, NaN if there is one; equal ones share the gradient.
     * As a function: `min(x)`.
     *
     * @throws ShapeError when x has no elements.
     */
    min(): Tensor;
    /**
     * The smallest elements along one dim and their indices. Of equal ones (and of NaNs, which come before all)
     * the first is taken; it gets the whole gradient. `minimum(a, b)` compares two tensors.
     * As a function: `min(x, dim, options?)`.
     *
     * @throws ShapeError where the dim has size 0.
     */
    min(dim: number, options?: ReduceOptions): ValuesAndIndices;
    /** Whether no element is zero, over dims (all without `dim`), as bool; true where there are no elements. As a function: `all(x, dim?, options?)`. */
    all(dim?: Dims, options?: ReduceOptions): Tensor;
    /** Whether some element is not zero, over dims (all without `dim`), as bool; false where there are no elements. As a function: `any(x, dim?, options?)`. */
    any(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The mean over dims (all without `dim`); NaN where there are no elements.
     * As a function: `mean(x, dim?, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    mean(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The p-norm (Σ |x|ᵖ)^(1/p) over dims. The gradient at a zero vector is 0; for p = Infinity, elements of
     * equal size share it.
     * As a function: `norm(x, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     * @throws ShapeError for p < 0 or Infinity where a reduced dim has size 0.
     */
    norm(options?: NormOptions): Tensor;
    /**
     * The product along `dim`, of all elements without it; 1 where there are none. bool and int32 give int32.
     * The gradient is right at zeros too.
     * As a function: `prod(x, dim?, options?)`.
     *
     * @throws OverflowError for a product of int32 that does not fit int32, where the host can see the elements.
     */
    prod(dim?: number, options?: ReduceOptions): Tensor;
    /**
     * The logarithm of `softmax` along a dim, exact where softmax itself would be 0.
     * As a function: `logSoftmax(x, dim)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    logSoftmax(dim: number): Tensor;
    /**
     * ln Σ exp(x) over dims (all without `dim`), without overflow; −Infinity where there are no elements. int32 and bool
     * give float32.
     * As a function: `logsumexp(x, dim?, options?)`.
     */
    logsumexp(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * exp(x) / Σ exp(x) along a dim, in which it sums to 1. Elements of −Infinity get 0; a row that holds
     * nothing else is NaN, as in PyTorch.
     * As a function: `softmax(x, dim)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    softmax(dim: number): Tensor;
    /**
     * The indices (int32) that sort x along a dim (−1 by default): those of `sort`. @example x.argsort(0)
     * As a function: `argsort(x, dim?, options?)`.
     */
    argsort(dim?: number, options?: SortOptions): Tensor;
    /**
     * The elements sorted along a dim (−1 by default), and the indices at which they stood. Equal elements keep their
     * order; NaN is larger than every number.
     * As a function: `sort(x, dim?, options?)`.
     *
     * @example x.sort(-1, { descending: true })
     */
    sort(dim?: number, options?: SortOptions): ValuesAndIndices;
    /**
     * The k largest elements along a dim (−1 by default), or the smallest, best first, and the indices at which they
     * stood. Of equal elements the first comes first; NaN is larger than every number.
     * As a function: `topk(x, k, dim?, options?)`.
     *
     * @throws IndexError when k is not in 0 to the dim's size.
     * @example x.topk(3)
     */
    topk(k: number, dim?: number, options?: TopkOptions): ValuesAndIndices;
    /**
     * The sum over dims (all without `dim`); bool and int32 give int32.
     * As a function: `sum(x, dim?, options?)`.
     *
     * @throws OverflowError for a sum of int32 that does not fit int32, where the host can see the elements.
     */
    sum(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The standard deviation over dims (all without `dim`): the root of `variance`. Its gradient is 0
     * where all elements are equal.
     * As a function: `std(x, dim?, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    std(dim?: Dims, options?: VarianceOptions): Tensor;
    /**
     * The variance over dims (all without `dim`), divided by n − 1, or n − `correction`; NaN for too few
     * elements. As a method it is called `var`, as in PyTorch.
     * As a function: `variance(x, dim?, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    variance(dim?: Dims, options?: VarianceOptions): Tensor;
    /**
     * The variance over dims (all without `dim`), divided by n − 1, or n − `correction`; NaN for too few
     * elements. As a method it is called `var`, as in PyTorch.
     * As a function: `variance(x, dim?, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     */
    var(dim?: Dims, options?: VarianceOptions): Tensor;
    /**
     * x with the order of the elements along each of the dims reversed. A copy, as in PyTorch. @example x.flip([0, 1])
     * As a function: `flip(x, dims)`.
     */
    flip(dims: number | readonly number[]): Tensor;
    /**
     * x moved by `shifts` places along dim; what leaves at the end comes back at the start. Lists give one shift
     * a dim. Without `dim`, the elements are moved in row-major order.
     * As a function: `roll(x, shifts, dim?)`.
     *
     * @throws ShapeError when there are not as many shifts as dims.
     */
    roll(shifts: number | readonly number[], dim?: number | readonly number[]): Tensor;
    /**
     * The diagonal of dims dim1 (0) and dim2 (1), as the last dim of a view. @example x.diagonal({ offset: 1 })
     * As a function: `diagonal(x, options?)`.
     */
    diagonal(options?: DiagonalOptions): Tensor;
    /**
     * `length` elements of a dim from `start` on: a view. @example x.narrow(0, 1, 2)
     * As a function: `narrow(x, dim, start, length)`.
     */
    narrow(dim: number, start: number, length: number): Tensor;
    /**
     * One index of a dim, which goes away: a view. @example x.select(0, -1)
     * As a function: `select(x, dim, index)`.
     */
    select(dim: number, index: number): Tensor;
    /**
     * Elements `start` to `stop` of a dim, every `step`-th: a view. @example x.slice(0, { start: 1, stop: 3 })
     * As a function: `slice(x, dim, options?)`.
     */
    slice(dim: number, options?: SliceOptions): Tensor;
    /**
     * Views of at most `chunks` pieces of a dim, all of one size but maybe the last: as in PyTorch, 7 elements
     * make 2, 2, 2, 1 when 5 chunks are asked for.
     * As a function: `chunk(x, chunks, dim?)`.
     *
     * @param dim 0 by default.
     * @throws ArgumentError when `chunks` is not a whole number ≥ 1.
     * @example x.chunk(2)
     */
    chunk(chunks: number, dim?: number): Tensor[];
    /**
     * Views of the pieces of a dim: of `sizeOrSizes` elements each, the last one maybe shorter, or of the
     * given sizes.
     * As a function: `split(x, sizeOrSizes, dim?)`.
     *
     * @param dim 0 by default.
     * @throws ShapeError when sizes do not sum to x.size(dim), or the size is not ≥ 1.
     * @example x.split([1, 2])
     */
    split(sizeOrSizes: number | readonly number[], dim?: number): Tensor[];
    /**
     * Views of each index of a dim (0 by default), which goes away. @throws ShapeError for a scalar.
     * As a function: `unbind(x, dim?)`.
     */
    unbind(dim?: number): Tensor[];
    /**
     * Square matrices of zeros whose `offset`-th diagonal is the last dim of x: (..., n) → (..., n + |offset|,
     * n + |offset|), or with the two new dims at dim1 and dim2. The adjoint of diagonal().
     * As a function: `diagEmbed(x, options?)`.
     *
     * @throws ShapeError when x is a scalar or dim1 is dim2.
     */
    diagEmbed(options?: DiagonalOptions): Tensor;
    /** The matrices of the last two dims with zeros above the `diagonal`-th diagonal (0, the default, is the main one; > 0 above it). As a function: `tril(x, diagonal?)`. */
    tril(diagonal?: number): Tensor;
    /** The matrices of the last two dims with zeros below the `diagonal`-th diagonal (0, the default, is the main one; > 0 above it). As a function: `triu(x, diagonal?)`. */
    triu(diagonal?: number): Tensor;
    /** A copy in memory of its own. As a function: `clone(x)`. */
    clone(): Tensor;
    /** x in row-major memory: x itself where it already is. As a function: `contiguous(x)`. */
    contiguous(): Tensor;
    /** x as a constant: no gradient flows through it. PyTorch's `detach`, JAX's `stop_gradient`. As a function: `detach(x)`. */
    detach(): Tensor;
    /**
     * A view broadcast to `shape`; -1 keeps a size, and new dims may come in front. @example x.expand([3, -1])
     * As a function: `expand(x, shape)`.
     */
    expand(shape: Shape): Tensor;
    /** `expand` to the shape of another tensor. As a function: `expandAs(x, other)`. */
    expandAs(other: Tensor): Tensor;
    /**
     * Dims startDim (0 by default) to endDim (−1), both included, joined into one. @example x.flatten(1)
     * As a function: `flatten(x, startDim?, endDim?)`.
     */
    flatten(startDim?: number, endDim?: number): Tensor;
    /**
     * A view with dim `source` moved to `destination`, the others in their order. @example x.movedim(0, -1)
     * As a function: `movedim(x, source, destination)`.
     */
    movedim(source: number, destination: number): Tensor;
    /**
     * A view in which dim i is dim `dims[i]` of x. @example x.permute([1, 0])
     * As a function: `permute(x, dims)`.
     */
    permute(dims: readonly number[]): Tensor;
    /**
     * The elements in another shape: a view where memory allows, else a copy. One size may be -1.
     * As a function: `reshape(x, shape)`.
     *
     * @throws ShapeError when the shape does not hold x's elements.
     * @example x.reshape([2, -1])
     */
    reshape(shape: Shape): Tensor;
    /**
     * A view without the given dims where they have size 1; without any such dim when none are given. @example x.squeeze(0)
     * As a function: `squeeze(x, dim?)`.
     */
    squeeze(dim?: number | readonly number[]): Tensor;
    /**
     * g summed over the dims along which a tensor of `shape` was stretched to g's shape.
     * As a function: `sumTo(g, shape)`.
     *
     * @throws ShapeError when `shape` does not broadcast to g's.
     * @example g.sumTo([1, 3])
     */
    sumTo(shape: Shape): Tensor;
    /** A view of a matrix with rows and columns swapped. As a function: `t(x)`. */
    t(): Tensor;
    /**
     * A view with two dims swapped. @example x.transpose(-2, -1)
     * As a function: `transpose(x, dim0, dim1)`.
     */
    transpose(dim0: number, dim1: number): Tensor;
    /**
     * A view with a dim of size 1 inserted. @example x.unsqueeze(0)
     * As a function: `unsqueeze(x, dim)`.
     */
    unsqueeze(dim: number): Tensor;
    /**
     * `reshape` that never copies. @throws ShapeError where it would have to.
     * As a function: `view(x, shape)`.
     */
    view(shape: Shape): Tensor;
  }
}

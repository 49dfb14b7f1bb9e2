// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
// The ops as methods of tensors.
import type { Operandish } from "./create.ts";
import type { Backend } from "./kernel.ts";
import type { DType, Shape } from "./kit.ts";
import type { EluOptions, GeluOptions, LeakyReluOptions } from "./ops/elementwise/activation.ts";
import type { ClampOptions } from "./ops/elementwise/pointwise.ts";
import type { EmbeddingLookupOptions } from "./ops/indexing/embedding.ts";
import type { IndexPutOptions, Indices } from "./ops/indexing/indexing.ts";
import type { PadOptions } from "./ops/indexing/pad.ts";
import type { AddmmOptions } from "./ops/linear/matmul.ts";
import type { MultinomialOptions } from "./ops/random/multinomial.ts";
import type { Dims, ReduceOptions, ValuesAndIndices } from "./ops/reduce/dims.ts";
import type { NormOptions } from "./ops/reduce/norm.ts";
import type { SortOptions, TopkOptions } from "./ops/reduce/sort.ts";
import type { VarianceOptions } from "./ops/reduce/variance.ts";
import type { DiagonalOptions, SliceOptions } from "./ops/views/slice.ts";
import type { NamedSizes } from "@saccade/contract";

declare module "./tensor.ts" {
  interface Tensor {
    /**
     * x where x > 0, else alpha (eˣ − 1), elementwise (Clevert et al. 2016). `alpha` is 1 by default.
     * As a function: `elu(x, given?)`.
     *
     * @example tensor([-1, 2]).elu({ alpha: 0.5 }) // tensor([-0.3161, 2.0000])
     */
    elu(given?: EluOptions): Tensor;
    /**
     * The error function, elementwise.
     * As a function: `erf(x)`.
     *
     * @example tensor([0, 1]).erf() // tensor([0.0000, 0.8427])
     */
    erf(): Tensor;
    /**
     * x Φ(x) elementwise (Hendrycks & Gimpel 2016), or its tanh approximation.
     * As a function: `gelu(x, given?)`.
     *
     * @example tensor([-1, 1]).gelu({ approximate: "tanh" }) // tensor([-0.1588, 0.8412])
     */
    gelu(given?: GeluOptions): Tensor;
    /**
     * x where x > 0, else negativeSlope · x, elementwise. The slope is 0.01 by default.
     * As a function: `leakyRelu(x, given?)`.
     *
     * @example tensor([-1, 2]).leakyRelu({ negativeSlope: 0.2 }) // tensor([-0.2000, 2.0000])
     */
    leakyRelu(given?: LeakyReluOptions): Tensor;
    /**
     * ln sigmoid(x), elementwise.
     * As a function: `logSigmoid(x)`.
     *
     * @example tensor([-1, 0, 1]).logSigmoid() // tensor([-1.3133, -0.6931, -0.3133])
     */
    logSigmoid(): Tensor;
    /**
     * max(x, 0), elementwise. The gradient at 0 is 0.
     * As a function: `relu(x)`.
     *
     * @example tensor([-1, 2]).relu() // tensor([0, 2])
     */
    relu(): Tensor;
    /**
     * The logistic function 1 / (1 + e⁻ˣ), elementwise.
     * As a function: `sigmoid(x)`.
     *
     * @example tensor([-1, 0, 1]).sigmoid() // tensor([0.2689, 0.5000, 0.7311])
     */
    sigmoid(): Tensor;
    /**
     * x · sigmoid(x) elementwise, also called swish (Ramachandran et al. 2017).
     * As a function: `silu(x)`.
     *
     * @example tensor([-1, 1]).silu() // tensor([-0.2689, 0.7311])
     */
    silu(): Tensor;
    /**
     * ln(1 + eˣ) elementwise, and x itself above 20.
     * As a function: `softplus(x)`.
     *
     * @example tensor([-1, 0, 1]).softplus() // tensor([0.3133, 0.6931, 1.3133])
     */
    softplus(): Tensor;
    /**
     * a + b elementwise. The shapes broadcast.
     * As a function: `add(a, b)`.
     *
     * @example tensor([[1], [2]]).add(tensor([10, 20])) // tensor([[11, 21], [12, 22]])
     */
    add(b: Operandish): Tensor;
    /**
     * a / b elementwise. The shapes broadcast. Integers give float32, as in PyTorch.
     * As a function: `div(a, b)`.
     *
     * @example tensor([1, 2], { dtype: "int32" }).div(2) // tensor([0.5000, 1.0000])
     */
    div(b: Operandish): Tensor;
    /**
     * ⌊a / b⌋ elementwise, Python's `//`. The shapes broadcast. 3 // 0.1 is 29, since the float 0.1 is slightly above 1/10.
     * As a function: `floorDivide(a, b)`.
     *
     * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
     * @example tensor([-3, 3]).floorDivide(2) // tensor([-2, 1])
     */
    floorDivide(b: Operandish): Tensor;
    /**
     * The elementwise remainder with the dividend's sign, C's `fmod`. The shapes broadcast.
     * As a function: `fmod(a, b)`.
     *
     * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
     * @example tensor([-3, 3]).fmod(2) // tensor([-1, 1])
     */
    fmod(b: Operandish): Tensor;
    /**
     * The larger of a and b elementwise; NaN where either is NaN. The shapes broadcast. Equal elements share the gradient.
     * As a function: `maximum(a, b)`.
     *
     * @example tensor([1, 5]).maximum(3) // tensor([3, 5])
     */
    maximum(b: Operandish): Tensor;
    /**
     * The smaller of a and b elementwise; NaN where either is NaN. The shapes broadcast. Equal elements share the gradient.
     * As a function: `minimum(a, b)`.
     *
     * @example tensor([1, 5]).minimum(3) // tensor([1, 3])
     */
    minimum(b: Operandish): Tensor;
    /**
     * a · b elementwise. The shapes broadcast.
     * As a function: `mul(a, b)`.
     *
     * @example tensor([1, 2]).mul(tensor([3, 4])) // tensor([3, 8])
     */
    mul(b: Operandish): Tensor;
    /**
     * a to the power of b, elementwise. The shapes broadcast. int32 wraps.
     * As a function: `pow(a, b)`.
     *
     * @throws ArgumentError for an integer tensor to a negative whole number. (A tensor of negative exponents gives 0, 1 or
     * −1.)
     * @example tensor([1, 2, 3]).pow(2) // tensor([1, 4, 9])
     */
    pow(b: Operandish): Tensor;
    /**
     * a − b ⌊a/b⌋ elementwise: the remainder with the divisor's sign, Python's `%`. The shapes broadcast.
     * As a function: `remainder(a, b)`.
     *
     * @throws ZeroDivisionError for whole numbers where b holds 0 and the host can see it.
     * @example tensor([-3, 3]).remainder(2) // tensor([1, 1])
     */
    remainder(b: Operandish): Tensor;
    /**
     * b − a elementwise, PyTorch's `rsub`. The shapes broadcast.
     * As a function: `rsub(a, b)`.
     *
     * @throws DTypeError if an operand is bool; ArgumentError if none is a tensor.
     * @example tensor([0.25, 0.5]).rsub(1) // tensor([0.7500, 0.5000])
     */
    rsub(b: Operandish): Tensor;
    /**
     * a − b elementwise. The shapes broadcast.
     * As a function: `sub(a, b)`.
     *
     * @throws DTypeError if an operand is bool, as in PyTorch.
     * @example tensor([3, 4]).sub(1) // tensor([2, 3])
     */
    sub(b: Operandish): Tensor;
    /**
     * a = b elementwise, as bool. The shapes broadcast.
     * As a function: `eq(a, b)`.
     *
     * @example tensor([1, 2]).eq(tensor([1, 3])) // tensor([True, False], dtype=bool)
     */
    eq(b: Operandish): Tensor;
    /**
     * a ≥ b elementwise, as bool. The shapes broadcast.
     * As a function: `ge(a, b)`.
     *
     * @example tensor([1, 2, 3]).ge(2) // tensor([False, True, True], dtype=bool)
     */
    ge(b: Operandish): Tensor;
    /**
     * a > b elementwise, as bool. The shapes broadcast.
     * As a function: `gt(a, b)`.
     *
     * @example tensor([1, 2, 3]).gt(2) // tensor([False, False, True], dtype=bool)
     */
    gt(b: Operandish): Tensor;
    /**
     * True where x is neither NaN nor infinite.
     * As a function: `isfinite(x)`.
     *
     * @example tensor([1, NaN, Infinity]).isfinite() // tensor([True, False, False], dtype=bool)
     */
    isfinite(): Tensor;
    /**
     * True where x is ±Infinity.
     * As a function: `isinf(x)`.
     *
     * @example tensor([1, -Infinity]).isinf() // tensor([False, True], dtype=bool)
     */
    isinf(): Tensor;
    /**
     * True where x is NaN.
     * As a function: `isnan(x)`.
     *
     * @example tensor([1, NaN]).isnan() // tensor([False, True], dtype=bool)
     */
    isnan(): Tensor;
    /**
     * a ≤ b elementwise, as bool. The shapes broadcast.
     * As a function: `le(a, b)`.
     *
     * @example tensor([1, 2, 3]).le(2) // tensor([True, True, False], dtype=bool)
     */
    le(b: Operandish): Tensor;
    /**
     * True where a and b are both nonzero. The shapes broadcast.
     * As a function: `logicalAnd(a, b)`.
     *
     * @example tensor([true, true]).logicalAnd(tensor([true, false])) // tensor([True, False], dtype=bool)
     */
    logicalAnd(b: Operandish): Tensor;
    /**
     * True where x is zero or false.
     * As a function: `logicalNot(x)`.
     *
     * @example tensor([true, false]).logicalNot() // tensor([False, True], dtype=bool)
     */
    logicalNot(): Tensor;
    /**
     * True where a or b is nonzero. The shapes broadcast.
     * As a function: `logicalOr(a, b)`.
     *
     * @example tensor([true, false]).logicalOr(tensor([false, false])) // tensor([True, False], dtype=bool)
     */
    logicalOr(b: Operandish): Tensor;
    /**
     * True where exactly one of a and b is nonzero. The shapes broadcast.
     * As a function: `logicalXor(a, b)`.
     *
     * @example tensor([true, true]).logicalXor(tensor([true, false])) // tensor([False, True], dtype=bool)
     */
    logicalXor(b: Operandish): Tensor;
    /**
     * a < b elementwise, as bool. The shapes broadcast.
     * As a function: `lt(a, b)`.
     *
     * @example tensor([1, 2, 3]).lt(2) // tensor([True, False, False], dtype=bool)
     */
    lt(b: Operandish): Tensor;
    /**
     * x with `value` where the mask is true. The mask broadcasts to x.
     * As a function: `maskedFill(x, mask, value)`.
     *
     * @throws DTypeError unless the mask is bool; ShapeError if they do not broadcast.
     * @example tensor([1, 2]).maskedFill(tensor([false, true]), -Infinity) // tensor([1, -inf])
     */
    maskedFill(mask: Tensor, value: Operandish): Tensor;
    /**
     * a ≠ b elementwise, as bool. The shapes broadcast.
     * As a function: `ne(a, b)`.
     *
     * @example tensor([1, 2]).ne(tensor([1, 3])) // tensor([False, True], dtype=bool)
     */
    ne(b: Operandish): Tensor;
    /**
     * Elements of a where the condition is true, else of b. The three shapes broadcast. Two numbers give float32.
     * As a function: `where(condition, a, b)`.
     *
     * @throws DTypeError unless the condition is bool; ShapeError if the three do not broadcast.
     * @example where(tensor([true, false]), tensor([1, 2]), 0) // tensor([1, 0])
     */
    where(a: Operandish, b: Operandish): Tensor;
    /**
     * x in another dtype or on another backend; x itself if nothing changes. No gradient flows through a change of backend.
     * As a function: `to(x, target)`.
     *
     * @throws DTypeError for an unknown dtype; BackendError for a value that is neither a dtype nor a backend.
     * @example tensor([1.7, -1.7]).to("int32") // tensor([1, -1], dtype=int32)
     */
    to(target: DType | Backend): Tensor;
    /**
     * The absolute value, elementwise. The gradient at 0 is 0.
     * As a function: `abs(x)`.
     *
     * @example tensor([1, -2]).abs() // tensor([1, 2])
     */
    abs(): Tensor;
    /**
     * The smallest whole number ≥ x, elementwise.
     * As a function: `ceil(x)`.
     *
     * @example tensor([1.5, -1.5]).ceil() // tensor([2, -1])
     */
    ceil(): Tensor;
    /**
     * x limited to [min, max], elementwise; max if min > max. The gradient flows where min ≤ x ≤ max.
     * As a function: `clamp(x, given)`.
     *
     * @throws ArgumentError if neither is given.
     * @example tensor([-1, 0.5, 2]).clamp({ min: 0, max: 1 }) // tensor([0.0000, 0.5000, 1.0000])
     */
    clamp(given: ClampOptions): Tensor;
    /**
     * The cosine of x in radians, elementwise.
     * As a function: `cos(x)`.
     *
     * @example tensor([0, Math.PI]).cos() // tensor([1, -1])
     */
    cos(): Tensor;
    /**
     * eˣ, elementwise.
     * As a function: `exp(x)`.
     *
     * @example tensor([0, 1]).exp() // tensor([1.0000, 2.7183])
     */
    exp(): Tensor;
    /**
     * eˣ − 1, elementwise, accurate near 0.
     * As a function: `expm1(x)`.
     *
     * @example tensor([0, 1]).expm1() // tensor([0.0000, 1.7183])
     */
    expm1(): Tensor;
    /**
     * The largest whole number ≤ x, elementwise.
     * As a function: `floor(x)`.
     *
     * @example tensor([1.5, -1.5]).floor() // tensor([1, -2])
     */
    floor(): Tensor;
    /**
     * The natural logarithm, elementwise: NaN below 0.
     * As a function: `log(x)`.
     *
     * @example tensor([1, 10]).log() // tensor([0.0000, 2.3026])
     */
    log(): Tensor;
    /**
     * ln(1 + x), elementwise, accurate near 0.
     * As a function: `log1p(x)`.
     *
     * @example tensor([0, 1]).log1p() // tensor([0.0000, 0.6931])
     */
    log1p(): Tensor;
    /**
     * The base-2 logarithm, elementwise: NaN below 0.
     * As a function: `log2(x)`.
     *
     * @example tensor([1, 8]).log2() // tensor([0, 3])
     */
    log2(): Tensor;
    /**
     * −x, elementwise.
     * As a function: `neg(x)`.
     *
     * @example tensor([1, -2]).neg() // tensor([-1, 2])
     */
    neg(): Tensor;
    /**
     * x to a constant power, elementwise: `pow` for a number as the exponent.
     * As a function: `powScalar(x, exponent)`.
     *
     * @throws ArgumentError if the exponent is not a number.
     * @example tensor([1, 2, 3]).powScalar(3) // tensor([1, 8, 27])
     */
    powScalar(exponent: number): Tensor;
    /**
     * 1 / x, elementwise.
     * As a function: `reciprocal(x)`.
     *
     * @example tensor([2, 4]).reciprocal() // tensor([0.5000, 0.2500])
     */
    reciprocal(): Tensor;
    /**
     * The nearest whole number, elementwise. Ties round to even.
     * As a function: `round(x)`.
     *
     * @example tensor([0.5, 1.5, 2.6]).round() // tensor([0, 2, 3])
     */
    round(): Tensor;
    /**
     * 1 / √x, elementwise: NaN below 0.
     * As a function: `rsqrt(x)`.
     *
     * @example tensor([4, 16]).rsqrt() // tensor([0.5000, 0.2500])
     */
    rsqrt(): Tensor;
    /**
     * The sign of x, elementwise: −1, 0 or 1.
     * As a function: `sign(x)`.
     *
     * @example tensor([3, 0, -2]).sign() // tensor([1, 0, -1])
     */
    sign(): Tensor;
    /**
     * The sine of x in radians, elementwise.
     * As a function: `sin(x)`.
     *
     * @example tensor([0, Math.PI / 2]).sin() // tensor([0, 1])
     */
    sin(): Tensor;
    /**
     * √x, elementwise: NaN below 0.
     * As a function: `sqrt(x)`.
     *
     * @example tensor([4, 9]).sqrt() // tensor([2, 3])
     */
    sqrt(): Tensor;
    /**
     * x², elementwise. int32 wraps; bool gives int32.
     * As a function: `square(x)`.
     *
     * @example tensor([3, -2]).square() // tensor([9, 4])
     */
    square(): Tensor;
    /**
     * The tangent of x in radians, elementwise.
     * As a function: `tan(x)`.
     *
     * @example tensor([0, 1]).tan() // tensor([0.0000, 1.5574])
     */
    tan(): Tensor;
    /**
     * The hyperbolic tangent, elementwise.
     * As a function: `tanh(x)`.
     *
     * @example tensor([0, 1]).tanh() // tensor([0.0000, 0.7616])
     */
    tanh(): Tensor;
    /**
     * x rounded towards 0, elementwise.
     * As a function: `trunc(x)`.
     *
     * @example tensor([1.5, -1.5]).trunc() // tensor([1, -1])
     */
    trunc(): Tensor;
    /**
     * Looks up rows of `weight` (n, width) by an int32 tensor of any shape: (...idx.shape, width).
     * As a function: `embedding(weight, idx, given?)`.
     *
     * @throws IndexError for an index outside of 0 to n - 1, or a paddingIdx outside of -n to n - 1.
     * @throws ShapeError unless the weight is a matrix; DTypeError unless idx is int32.
     * @example embedding(tensor([[1, 2], [3, 4], [5, 6]]), tensor([2, 0], { dtype: "int32" })) // tensor([[5, 6], [1, 2]])
     */
    embedding(idx: Tensor, given?: EmbeddingLookupOptions): Tensor;
    /**
     * Picks elements along `dim`: `out[i][j] = x[index[i][j]][j]` for dim 0. The index has as many dims as x and may be
     * smaller in the other dims; out has the shape of the index.
     * As a function: `gather(x, dim, index)`.
     *
     * @throws ShapeError when the index does not fit; DTypeError when it is not int32.
     * @example tensor([[1, 2], [3, 4]]).gather(1, tensor([[1], [0]], { dtype: "int32" })) // tensor([[2], [3]])
     */
    gather(dim: number, index: Tensor): Tensor;
    /**
     * Writes the elements of `src`, or one number, to x at their indices: `out[index[i][j]][j] = src[i][j]` for dim 0. For
     * repeated indices the last element wins; as in PyTorch, all of them receive the gradient. src may be larger than the
     * index; the rest of it is ignored.
     * As a function: `scatter(x, dim, index, src)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
     * @throws ShapeError when index or src do not fit; DTypeError when their dtypes do not.
     * @example zeros([3]).scatter(0, tensor([2, 0], { dtype: "int32" }), tensor([5, 6])) // tensor([6, 0, 5])
     */
    scatter(dim: number, index: Tensor, src: Tensor | number): Tensor;
    /**
     * Adds each element of `src` to x at its index: `out[index[i][j]][j] += src[i][j]` for dim 0. Repeated indices add up.
     * The adjoint of `gather`. src may be larger than the index; the rest of it is ignored.
     * As a function: `scatterAdd(x, dim, index, src)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
     * @throws ShapeError when index or src do not fit; DTypeError when their dtypes do not.
     * @example zeros([3]).scatterAdd(0, tensor([2, 2], { dtype: "int32" }), tensor([5, 6])) // tensor([0, 0, 11])
     */
    scatterAdd(dim: number, index: Tensor, src: Tensor): Tensor;
    /**
     * Like `gather`, but x and the index broadcast in the other dims. Without `dim`, both are flattened. Applies
     * argsort: `x.takeAlongDim(x.argsort(dim), dim)` is x sorted.
     * As a function: `takeAlongDim(x, index, dim?)`.
     *
     * @throws IndexError for an index out of range; ShapeError when the other dims do not broadcast.
     * @example tensor([[3, 1], [2, 4]]).takeAlongDim(tensor([[1, 0], [0, 1]], { dtype: "int32" }), 1) // tensor([[1, 3], [2, 4]])
     */
    takeAlongDim(index: Tensor, dim?: number): Tensor;
    /**
     * The indices of the elements that are not zero (or true), in row-major order: int32 (n, x.ndim).
     * x is read on the host, which waits for the backend.
     * As a function: `nonzero(x)`.
     *
     * @example tensor([0, 3, 4]).nonzero() // tensor([[1], [2]], dtype=int32)
     */
    nonzero(): Tensor;
    /**
     * One-hot encoding: int32 (...idx.shape, numClasses), 1 at each class and 0 elsewhere. `numClasses` is one more than
     * the largest class by default; idx is then read on the host, which waits for the backend.
     * As a function: `oneHot(idx, numClasses?)`.
     *
     * @throws IndexError for a class outside of 0 to numClasses - 1, or if numClasses is missing and idx is empty. @throws
     * DTypeError unless idx is int32.
     * @example oneHot(tensor([2, 0], { dtype: "int32" }), 3) // tensor([[0, 0, 1], [1, 0, 0]], dtype=int32)
     */
    oneHot(numClasses?: number): Tensor;
    /**
     * Adds slice i of `source` to slice `index[i]` of x along `dim`. Repeated indices add up. The adjoint of
     * `indexSelect`.
     * As a function: `indexAdd(x, dim, index, source)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
     * @throws ShapeError when index or source do not fit; DTypeError when their dtypes do not.
     * @example zeros([3]).indexAdd(0, tensor([1, 1], { dtype: "int32" }), tensor([5, 6])) // tensor([0, 11, 0])
     */
    indexAdd(dim: number, index: Tensor, source: Tensor): Tensor;
    /**
     * Picks slices along `dim` by a vector (or scalar) of indices, in that order. The result has x's shape, but size
     * `index.numel` in `dim`. Of a scalar, one index picks the scalar.
     * As a function: `indexSelect(x, dim, index)`.
     *
     * @throws IndexError for an index outside of 0 to x.size(dim) - 1; index() also accepts negative ones. @throws
     * ShapeError for an index with more dims; DTypeError unless it is int32.
     * @example tensor([[1, 2], [3, 4]]).indexSelect(1, tensor([1, 1], { dtype: "int32" })) // tensor([[2, 2], [4, 4]])
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
     * @example tensor([[1, 2], [3, 4]]).index([tensor([0, 1], { dtype: "int32" }), tensor([1, 0], { dtype: "int32" })]) // tensor([2, 3])
     */
    index(indices: Indices): Tensor;
    /**
     * Writes `values`, broadcast, to the elements that `index` would read: PyTorch's `x[i0, :, i2] = values` as a new
     * tensor. For repeated indices the last value wins, unless `accumulate` is set.
     * As a function: `indexPut(x, indices, values, given?)`.
     *
     * @throws ShapeError if the values do not broadcast to the indexed shape, or no dim is indexed.
     * @throws IndexError,
     * DTypeError as in index(); DTypeError also if the dtypes of x and the values differ.
     * @example zeros([3]).indexPut([tensor([2], { dtype: "int32" })], 7) // tensor([0, 0, 7])
     */
    indexPut(indices: Indices, values: Tensor | number, given?: IndexPutOptions): Tensor;
    /**
     * Replaces the elements of x where the mask is true by the elements of `source`, in order. x and the mask broadcast
     * together. The mask is read on the host, which waits for the backend.
     * As a function: `maskedScatter(x, mask, source)`.
     *
     * @throws ShapeError if the source has fewer elements than the mask has true ones.
     * @throws DTypeError unless the mask
     * is bool and x and the source have the same dtype.
     * @example zeros([3]).maskedScatter(tensor([true, false, true]), tensor([5, 6])) // tensor([5, 0, 6])
     */
    maskedScatter(mask: Tensor, source: Tensor): Tensor;
    /**
     * The elements of x where the mask is true, as a vector. x and the mask broadcast together. The mask is read on the
     * host, which waits for the backend.
     * As a function: `maskedSelect(x, mask)`.
     *
     * @throws DTypeError when the mask is not bool; ShapeError when the two do not broadcast.
     * @example tensor([1, 2, 3]).maskedSelect(tensor([true, false, true])) // tensor([1, 3])
     */
    maskedSelect(mask: Tensor): Tensor;
    /**
     * Pads x: `[left, right]` for the last dim, then `[top, bottom]` for the one before it, and so on, as in PyTorch.
     * Negative numbers crop.
     * As a function: `pad(x, pads, given?)`.
     *
     * @throws ShapeError for an odd or too large count of numbers, for cropping more than the size, or for reflecting at
     * least the size.
     * @example pad(tensor([1, 2]), [1, 2]) // tensor([0, 1, 2, 0, 0])
     */
    pad(pads: readonly number[], given?: PadOptions): Tensor;
    /**
     * Repeats x `repeats[i]` times along dim i. Extra repeats add dims in front. PyTorch's `repeat`, NumPy's `tile`.
     * As a function: `repeat(x, repeats)`.
     *
     * @throws ShapeError for fewer repeats than dims, or a repeat that is not a whole number ≥ 0.
     * @example tensor([1, 2]).repeat([2, 2]) // tensor([[1, 2, 1, 2], [1, 2, 1, 2]])
     */
    repeat(repeats: readonly number[]): Tensor;
    /**
     * Repeats each element (slice) along a dim: [a, a, b, b]. Without `dim`, x is flattened. `repeats` is one number, or an
     * int32 vector with one number per element; a vector is read on the host, which waits for the backend.
     * As a function: `repeatInterleave(x, repeats, dim?)`.
     *
     * @throws ShapeError unless a vector has one element or x.size(dim) elements, and for negative repeats.
     * @example tensor([1, 2]).repeatInterleave(2) // tensor([1, 1, 2, 2])
     */
    repeatInterleave(repeats: number | Tensor, dim?: number): Tensor;
    /**
     * Like `repeat`, but accepts fewer repeats than dims: missing ones in front are 1.
     * As a function: `tile(x, repeats)`.
     *
     * @example tensor([1, 2]).tile([2]) // tensor([1, 2, 1, 2])
     */
    tile(repeats: readonly number[]): Tensor;
    /**
     * beta · x + alpha · (a · b) for matrices a (n, k) and b (k, m); x broadcasts to (n, m).
     * As a function: `addmm(x, a, b, given?)`.
     *
     * @throws ShapeError if the shapes do not match.
     * @example zeros([1, 1]).addmm(tensor([[1, 2]]), tensor([[3], [4]])) // tensor([[11]])
     */
    addmm(a: Tensor, b: Tensor, given?: AddmmOptions): Tensor;
    /**
     * The batched matrix product of (b, n, k) and (b, k, m), without broadcasting.
     * As a function: `bmm(a, b)`.
     *
     * @throws ShapeError unless both are 3-D with the same b and matching inner sizes.
     * @example ones([5, 2, 3]).bmm(ones([5, 3, 4])).shape // [5, 2, 4]
     */
    bmm(b: Tensor): Tensor;
    /**
     * The dot product of two vectors.
     * As a function: `dot(a, b)`.
     *
     * @throws ShapeError unless both are 1-D of one size.
     * @example tensor([1, 2]).dot(tensor([3, 4])) // tensor(11)
     */
    dot(b: Tensor): Tensor;
    /**
     * The matrix product, with PyTorch's rules: a vector counts as a row or column whose extra dim is removed from the
     * result; leading dims are batch dims and broadcast. int32 wraps.
     * As a function: `matmul(a, b)`.
     *
     * @throws DTypeError for two bools.
     * @throws ShapeError if the inner sizes differ or the batch dims do not broadcast.
     * @example tensor([[1, 2]]).matmul(tensor([[3], [4]])) // tensor([[11]])
     */
    matmul(b: Tensor): Tensor;
    /**
     * The product of a matrix (n, m) and a vector (m).
     * As a function: `mv(a, v)`.
     *
     * @throws ShapeError unless the matrix is (n, m) and the vector is (m).
     * @example tensor([[1, 2], [3, 4]]).mv(tensor([1, 1])) // tensor([3, 7])
     */
    mv(v: Tensor): Tensor;
    /**
     * The outer product of two vectors, (n) and (m) → (n, m).
     * As a function: `outer(a, b)`.
     *
     * @throws ShapeError unless both are 1-D.
     * @example tensor([1, 2]).outer(tensor([3, 4])) // tensor([[3, 4], [6, 8]])
     */
    outer(b: Tensor): Tensor;
    /**
     * Draws indices with probabilities in proportion to `probs`, as int32: (n) → (numSamples), (m, n) → (m, numSamples).
     * Rows need not sum to 1. Without replacement, an index is drawn at most once in a row, each time among the rest.
     * As a function: `multinomial(probs, numSamples, given?)`.
     *
     * @throws ArgumentError for a weight that is negative or not finite, a row without a positive weight, or with fewer
     * than `numSamples` of them if drawn without replacement; DTypeError for probs that are not floats; ShapeError unless
     * probs is (n) or (m, n).
     * @example tensor([0, 1, 0]).multinomial(3, { replacement: true }) // tensor([1, 1, 1], dtype=int32)
     */
    multinomial(numSamples: number, given?: MultinomialOptions): Tensor;
    /**
     * The cumulative product along a dim. bool gives int32. The gradient is correct at zeros too.
     * As a function: `cumprod(x, dim)`.
     *
     * @throws OverflowError if an int32 product does not fit int32 and the host can read the elements.
     * @example tensor([1, 2, 3]).cumprod(0) // tensor([1, 2, 6])
     */
    cumprod(dim: number): Tensor;
    /**
     * The cumulative sum along a dim. bool gives int32.
     * As a function: `cumsum(x, dim)`.
     *
     * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
     * @example tensor([1, 2, 3]).cumsum(0) // tensor([1, 3, 6])
     */
    cumsum(dim: number): Tensor;
    /**
     * The largest element over dims (all dims by default); NaN if there is one. Equal largest elements share the gradient.
     * As a function: `amax(x, dim?, options?)`.
     *
     * @throws ShapeError where a reduced dim has size 0.
     * @example tensor([[1, 5], [4, 2]]).amax(1) // tensor([5, 4])
     */
    amax(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The smallest element over dims (all dims by default); NaN if there is one. Equal smallest elements share the
     * gradient.
     * As a function: `amin(x, dim?, options?)`.
     *
     * @throws ShapeError where a reduced dim has size 0.
     * @example tensor([[1, 5], [4, 2]]).amin(1) // tensor([1, 2])
     */
    amin(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The index (int32) of the first largest element along `dim`; without `dim`, of all elements in row-major order. NaN
     * counts as the largest.
     * As a function: `argmax(x, dim?, options?)`.
     *
     * @throws ShapeError where there are no elements to choose from.
     * @example tensor([[1, 5], [4, 2]]).argmax(1) // tensor([1, 0], dtype=int32)
     */
    argmax(dim?: number, options?: ReduceOptions): Tensor;
    /**
     * The index (int32) of the first smallest element along `dim`; without `dim`, of all elements in row-major order. NaN
     * counts as the smallest.
     * As a function: `argmin(x, dim?, options?)`.
     *
     * @throws ShapeError where there are no elements to choose from.
     * @example tensor([[1, 5], [4, 2]]).argmin(1) // tensor([0, 1], dtype=int32)
     */
    argmin(dim?: number, options?: ReduceOptions): Tensor;
    /**
     * The largest element; NaN if there is one. Equal largest elements share the gradient.
     * As a function: `max(x)`.
     *
     * @throws ShapeError when x has no elements.
     * @example tensor([[1, 5], [4, 2]]).max(1).values // tensor([5, 4])
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
     * @example tensor([[1, 5], [4, 2]]).min(1).indices // tensor([0, 1], dtype=int32)
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
     * The p-norm (Σ |x|ᵖ)^(1/p) over dims (all dims by default; p = 2). The gradient at a zero vector is 0; for p =
     * Infinity, elements of equal magnitude share it.
     * As a function: `norm(x, given?)`.
     *
     * @throws DTypeError for int32 and bool.
     * @throws ShapeError for p < 0 or Infinity where a reduced dim has size 0.
     * @example tensor([3, 4]).norm() // tensor(5)
     */
    norm(given?: NormOptions): Tensor;
    /**
     * The logarithm of `softmax` along a dim, accurate even where softmax underflows to 0.
     * As a function: `logSoftmax(x, dim)`.
     *
     * @throws DTypeError for int32 and bool.
     * @example tensor([1, 2, 3]).logSoftmax(-1) // tensor([-2.4076, -1.4076, -0.4076])
     */
    logSoftmax(dim: number): Tensor;
    /**
     * ln Σ exp(x) over dims (all dims by default), without overflow; −Infinity for no elements. int32 and bool give
     * float32.
     * As a function: `logsumexp(x, dim?, options?)`.
     *
     * @example tensor([1, 2, 3]).logsumexp(-1) // tensor(3.4076)
     */
    logsumexp(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * exp(x) / Σ exp(x) along a dim; each row sums to 1. Elements of −Infinity give 0; a row of only −Infinity gives NaN,
     * as in PyTorch.
     * As a function: `softmax(x, dim)`.
     *
     * @throws DTypeError for int32 and bool.
     * @example tensor([1, 2, 3]).softmax(-1) // tensor([0.0900, 0.2447, 0.6652])
     */
    softmax(dim: number): Tensor;
    /**
     * The indices (int32) that sort x along a dim (−1 by default), as returned by `sort`.
     * As a function: `argsort(x, dim?, given?)`.
     *
     * @example tensor([3, 1, 2]).argsort() // tensor([1, 2, 0], dtype=int32)
     */
    argsort(dim?: number, given?: SortOptions): Tensor;
    /**
     * Sorts along a dim (−1 by default). Returns the values and their indices in x. The sort is stable; NaN counts as the
     * largest.
     * As a function: `sort(x, dim?, given?)`.
     *
     * @example tensor([3, 1, 2]).sort() // { values: tensor([1, 2, 3]), indices: tensor([1, 2, 0], dtype=int32) }
     */
    sort(dim?: number, given?: SortOptions): ValuesAndIndices;
    /**
     * The k largest (or smallest) elements along a dim (−1 by default), in order, and their indices in x. Equal elements
     * keep their order; NaN counts as the largest.
     * As a function: `topk(x, k, dim?, given?)`.
     *
     * @throws IndexError unless k is in 0 to the dim's size.
     * @example tensor([3, 1, 2]).topk(2) // { values: tensor([3, 2]), indices: tensor([0, 2], dtype=int32) }
     */
    topk(k: number, dim?: number, given?: TopkOptions): ValuesAndIndices;
    /**
     * Whether all elements are nonzero, over dims (all dims by default), as bool; true for no elements.
     * As a function: `all(x, dim?, options?)`.
     *
     * @example tensor([true, false]).all() // tensor(False, dtype=bool)
     */
    all(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * Whether any element is nonzero, over dims (all dims by default), as bool; false for no elements.
     * As a function: `any(x, dim?, options?)`.
     *
     * @example tensor([true, false]).any() // tensor(True, dtype=bool)
     */
    any(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The mean over dims (all dims by default); NaN for no elements.
     * As a function: `mean(x, dim?, options?)`.
     *
     * @throws DTypeError for int32 and bool.
     * @example tensor([[1, 2], [3, 5]]).mean(0) // tensor([2.0000, 3.5000])
     */
    mean(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The product along `dim`, or of all elements without it; 1 for no elements. bool and int32 give int32. The gradient is
     * correct at zeros too.
     * As a function: `prod(x, dim?, options?)`.
     *
     * @throws OverflowError if an int32 product does not fit int32 and the host can read the elements.
     * @example tensor([2, 3, 4]).prod() // tensor(24)
     */
    prod(dim?: number, options?: ReduceOptions): Tensor;
    /**
     * The sum over dims (all dims by default). bool and int32 give int32.
     * As a function: `sum(x, dim?, options?)`.
     *
     * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
     * @example tensor([[1, 2], [3, 4]]).sum(1, { keepdim: true }) // tensor([[3], [7]])
     */
    sum(dim?: Dims, options?: ReduceOptions): Tensor;
    /**
     * The standard deviation over dims (all dims by default): the square root of `variance`. The gradient is 0 where
     * all elements are equal.
     * As a function: `std(x, dim?, given?)`.
     *
     * @throws DTypeError for int32 and bool.
     * @example tensor([1, 2, 3, 4]).std(0, { correction: 0 }) // tensor(1.1180)
     */
    std(dim?: Dims, given?: VarianceOptions): Tensor;
    /**
     * The variance over dims (all dims by default), with divisor n − `correction` (1 by default); NaN for too few elements.
     * Also available as the method `var`, as in PyTorch.
     * As a function: `variance(x, dim?, given?)`.
     *
     * @throws DTypeError for int32 and bool.
     * @example tensor([1, 2, 3, 4]).var() // tensor(1.6667)
     */
    variance(dim?: Dims, given?: VarianceOptions): Tensor;
    /**
     * The variance over dims (all dims by default), with divisor n − `correction` (1 by default); NaN for too few elements.
     * Also available as the method `var`, as in PyTorch.
     * As a function: `variance(x, dim?, given?)`.
     *
     * @throws DTypeError for int32 and bool.
     * @example tensor([1, 2, 3, 4]).var() // tensor(1.6667)
     */
    var(dim?: Dims, given?: VarianceOptions): Tensor;
    /**
     * Reverses the order of the elements along each given dim. Makes a copy, as in PyTorch.
     * As a function: `flip(x, dims)`.
     *
     * @throws ArgumentError unless the dim is a whole number or an array of them.
     * @example tensor([1, 2, 3]).flip(0) // tensor([3, 2, 1])
     */
    flip(dims: number | readonly number[]): Tensor;
    /**
     * Shifts x by `shifts` positions along `dim`. Elements shifted past the end wrap around to the start. Lists give one
     * shift per dim. Without `dim`, x is shifted in row-major order.
     * As a function: `roll(x, shifts, dim?)`.
     *
     * @throws ShapeError unless there are as many shifts as dims.
     * @example tensor([1, 2, 3]).roll(1, 0) // tensor([3, 1, 2])
     */
    roll(shifts: number | readonly number[], dim?: number | readonly number[]): Tensor;
    /**
     * Splits, moves and joins dims by name, in the notation of einops (Rogozhnikov 2022): names in parentheses are one dim,
     * "…" (or "...") means all other dims, and 1 a dim of size 1. A view where the memory layout allows it, otherwise a copy.
     * As a function: `rearrange(x, pattern, sizes?)`.
     *
     * @param pattern the dims of x, "->", and the same names in the order of the result
     * @param sizes sizes of names between brackets; of each bracket, one may be left out
     * @throws ArgumentError for a pattern that cannot be read or has other names on its two sides, and for a size of no name;
     * ShapeError where x does not fit the pattern.
     * @example zeros([2, 5, 12]).rearrange("b l (h d) -> b h l d", { h: 4 }).shape // [2, 4, 5, 3]
     */
    rearrange(pattern: string, sizes?: Readonly<Record<string, number>>): Tensor;
    /**
     * The sizes of x by name: one name for each dim, separated by spaces. Dims with the same name must have the same size, a number
     * is the size that a dim must have, and "_" skips a dim.
     * As a function: `sizes(x, names)`.
     *
     * @throws ShapeError unless there is a name for each dim, and equal names and numbers have equal sizes; ArgumentError
     * unless `names` is a string of such names.
     * @example
     * const { b, d } = zeros([8, 10, 32]).sizes("b l d");
     * [b, d] // [8, 32]
     */
    sizes<const N extends string>(names: N): NamedSizes<N>;
    /**
     * The diagonal of dims dim1 (0) and dim2 (1), as the last dim of a view.
     * As a function: `diagonal(x, given?)`.
     *
     * @throws ShapeError if the tensor has fewer than two dims or the two dims are the same.
     * @example tensor([[1, 2], [3, 4]]).diagonal() // tensor([1, 4])
     */
    diagonal(given?: DiagonalOptions): Tensor;
    /**
     * `length` elements of a dim from `start` on: a view.
     * As a function: `narrow(x, dim, start, length)`.
     *
     * @throws IndexError if the window does not lie inside the dim.
     * @example arange(5).narrow(0, 1, 3) // tensor([1, 2, 3])
     */
    narrow(dim: number, start: number, length: number): Tensor;
    /**
     * Selects one index of a dim, which is removed: a view.
     * As a function: `select(x, dim, index)`.
     *
     * @example tensor([[1, 2], [3, 4]]).select(0, 1) // tensor([3, 4])
     */
    select(dim: number, index: number): Tensor;
    /**
     * Elements `start` to `stop` of a dim, every `step`-th: a view.
     * As a function: `slice(x, dim, given?)`.
     *
     * @example arange(5).slice(0, { start: 1, stop: 4, step: 2 }) // tensor([1, 3])
     */
    slice(dim: number, given?: SliceOptions): Tensor;
    /**
     * Splits a dim into at most `chunks` views of equal size (the last may be smaller). As in PyTorch, 7 elements in 5
     * chunks give sizes 2, 2, 2, 1.
     * As a function: `chunk(x, chunks, dim?)`.
     *
     * @param dim 0 by default.
     * @throws ArgumentError unless `chunks` is a whole number ≥ 1.
     * @example arange(6).chunk(3) // [tensor([0, 1]), tensor([2, 3]), tensor([4, 5])]
     */
    chunk(chunks: number, dim?: number): Tensor[];
    /**
     * Splits a dim into views of `sizeOrSizes` elements each (the last may be smaller), or of the given sizes.
     * As a function: `split(x, sizeOrSizes, dim?)`.
     *
     * @param dim 0 by default.
     * @throws ShapeError unless the sizes sum to x.size(dim), or the size is ≥ 1.
     * @example arange(5).split(2) // [tensor([0, 1]), tensor([2, 3]), tensor([4])]
     */
    split(sizeOrSizes: number | readonly number[], dim?: number): Tensor[];
    /**
     * Splits a dim (0 by default) into views of each index, without that dim.
     * As a function: `unbind(x, dim?)`.
     *
     * @throws ShapeError for a scalar.
     * @example tensor([[1, 2], [3, 4]]).unbind(0) // [tensor([1, 2]), tensor([3, 4])]
     */
    unbind(dim?: number): Tensor[];
    /**
     * Square matrices with the last dim of x on their `offset`-th diagonal and zeros elsewhere: (..., n) → (..., n +
     * |offset|, n + |offset|), or with the two new dims at dim1 and dim2. The adjoint of diagonal().
     * As a function: `diagEmbed(x, given?)`.
     *
     * @throws ShapeError if x is a scalar or dim1 equals dim2.
     * @example tensor([1, 2]).diagEmbed() // tensor([[1, 0], [0, 2]])
     */
    diagEmbed(given?: DiagonalOptions): Tensor;
    /**
     * The lower triangles of the matrices in the last two dims: zeros above the given diagonal (0, the default, is the main
     * one; > 0 above it).
     * As a function: `tril(x, diagonal?)`.
     *
     * @example ones([3, 3]).tril() // tensor([[1, 0, 0], [1, 1, 0], [1, 1, 1]])
     */
    tril(diagonal?: number): Tensor;
    /**
     * The upper triangles of the matrices in the last two dims: zeros below the given diagonal (0, the default, is the main
     * one; > 0 above it).
     * As a function: `triu(x, diagonal?)`.
     *
     * @example ones([3, 3]).triu(1) // tensor([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
     */
    triu(diagonal?: number): Tensor;
    /**
     * A copy with its own memory. Gradients flow through it.
     * As a function: `clone(x)`.
     *
     * @example tensor([1, 2]).clone() // tensor([1, 2])
     */
    clone(): Tensor;
    /**
     * x in row-major memory: x itself if it already is, otherwise a copy.
     * As a function: `contiguous(x)`.
     *
     * @example zeros([2, 3]).t().contiguous().strides // [2, 1]
     */
    contiguous(): Tensor;
    /**
     * A view of x through which no gradient flows. PyTorch's `detach`, JAX's `stop_gradient`.
     * As a function: `detach(x)`.
     *
     * @example tensor([1, 2]).detach() // tensor([1, 2])
     */
    detach(): Tensor;
    /**
     * A view broadcast to `shape`. -1 keeps a size; new dims may be added in front.
     * As a function: `expand(x, shape)`.
     *
     * @example tensor([[1], [2]]).expand([2, 3]) // tensor([[1, 1, 1], [2, 2, 2]])
     */
    expand(shape: Shape): Tensor;
    /**
     * A view broadcast to the shape of another tensor.
     * As a function: `expandAs(x, other)`.
     *
     * @example tensor([1, 2]).expandAs(zeros([3, 2])).shape // [3, 2]
     */
    expandAs(other: Tensor): Tensor;
    /**
     * Joins the dims from startDim (0 by default) to endDim (−1 by default), both included, into one.
     * As a function: `flatten(x, startDim?, endDim?)`.
     *
     * @throws ShapeError if `startDim` comes after `endDim`.
     * @example zeros([2, 3, 4]).flatten(1).shape // [2, 12]
     */
    flatten(startDim?: number, endDim?: number): Tensor;
    /**
     * A view with dim `source` moved to `destination`. The other dims keep their order.
     * As a function: `movedim(x, source, destination)`.
     *
     * @example zeros([2, 3, 4]).movedim(0, -1).shape // [3, 4, 2]
     */
    movedim(source: number, destination: number): Tensor;
    /**
     * A view in which dim i is dim `dims[i]` of x.
     * As a function: `permute(x, dims)`.
     *
     * @throws ShapeError unless each dim is named once.
     * @example zeros([2, 3, 4]).permute([2, 0, 1]).shape // [4, 2, 3]
     */
    permute(dims: readonly number[]): Tensor;
    /**
     * The elements in another shape: a view if possible, otherwise a copy. One size may be -1 and is inferred.
     * As a function: `reshape(x, shape)`.
     *
     * @throws ShapeError unless the shape has x.numel elements.
     * @example arange(6).reshape([2, -1]) // tensor([[0, 1, 2], [3, 4, 5]])
     */
    reshape(shape: Shape): Tensor;
    /**
     * A view without dims of size 1: only the given dims, or all of them if none are given.
     * As a function: `squeeze(x, dim?)`.
     *
     * @example zeros([1, 2, 1]).squeeze().shape // [2]
     */
    squeeze(dim?: number | readonly number[]): Tensor;
    /**
     * Sums g over the dims in which `shape` was broadcast to g's shape.
     * As a function: `sumTo(g, shape)`.
     *
     * @throws ShapeError unless `shape` broadcasts to g's shape.
     * @example ones([2, 3]).sumTo([3]) // tensor([2, 2, 2])
     */
    sumTo(shape: Shape): Tensor;
    /**
     * A view of a matrix with rows and columns swapped.
     * As a function: `t(x)`.
     *
     * @throws ShapeError if the tensor has more than two dims.
     * @example tensor([[1, 2], [3, 4]]).t() // tensor([[1, 3], [2, 4]])
     */
    t(): Tensor;
    /**
     * A view with two dims swapped.
     * As a function: `transpose(x, dim0, dim1)`.
     *
     * @example zeros([2, 3, 4]).transpose(1, 2).shape // [2, 4, 3]
     */
    transpose(dim0: number, dim1: number): Tensor;
    /**
     * A view with a dim of size 1 inserted.
     * As a function: `unsqueeze(x, dim)`.
     *
     * @example tensor([1, 2]).unsqueeze(0).shape // [1, 2]
     */
    unsqueeze(dim: number): Tensor;
    /**
     * Like `reshape`, but never copies.
     * As a function: `view(x, shape)`.
     *
     * @throws ShapeError if a copy would be needed.
     * @example arange(4).view([2, 2]) // tensor([[0, 1], [2, 3]])
     */
    view(shape: Shape): Tensor;
  }
}

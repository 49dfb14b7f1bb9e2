// Made by scripts/build-wasm.mjs from assembly/. Do not edit.

/** The functions that the module exports; those without a result give undefined. */
export interface KernelExports {
  readonly abs: (x: number, y: number, n: number) => number;
  readonly adagradStep: (p: number, g: number, sum: number, y: number, sumOut: number, n: number, factor: number, lr: number, sign: number, decay: number, eps: number) => number;
  readonly adamStep: (p: number, g: number, m: number, v: number, most: number, y: number, mOut: number, vOut: number, mostOut: number, n: number, factor: number, size: number, correction: number, shrink: number, sign: number, decay: number, beta1: number, rest1: number, beta2: number, rest2: number, eps: number) => number;
  readonly add: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly addBias: (bias: number, y: number, rows: number, n: number, step: number) => number;
  readonly addInt: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly addRows: (x: number, index: number, y: number, outer: number, count: number, rows: number, n: number, skip: number) => number;
  readonly addRowsInt: (x: number, index: number, y: number, outer: number, count: number, rows: number, n: number, skip: number) => number;
  readonly additiveScores: (q: number, ks: number, v: number, out: number, batches: number, lq: number, lk: number, h: number) => number;
  readonly additiveScoresBackward: (g: number, q: number, ks: number, v: number, dq: number, dk: number, dv: number, batches: number, lq: number, lk: number, h: number) => number;
  readonly andBool: (a: number, b: number, y: number, n: number) => number;
  readonly attentionBackward: (block: number, first: number, last: number, scratch: number) => number;
  readonly attentionBackwardScratch: (d: number, dv: number, lk: number) => number;
  readonly attentionForward: (block: number, first: number, last: number, scratch: number) => number;
  readonly attentionScratch: (d: number, dv: number, lk: number) => number;
  readonly attentionTells: (block: number, first: number, last: number, scratch: number) => number;
  readonly attentionTellsScratch: (d: number, dv: number, lk: number, top: number) => number;
  readonly bestRows: (x: number, type: number, values: number, indices: number, rows: number, n: number, largest: number) => number;
  readonly bfloat16Product: (n: number, count: number, k: number, x: number, w: number, y: number, yRow: number, bias: number) => number;
  readonly boolToFloat: (x: number, y: number, n: number) => number;
  readonly boolToInt: (x: number, y: number, n: number) => number;
  readonly ceil: (x: number, y: number, n: number) => number;
  readonly clamp: (x: number, y: number, n: number, low: number, high: number) => number;
  readonly convolve: (block: number, from: number, to: number, c: number, scratch: number) => number;
  readonly convolveScratch: (planes: number, columns: number, depth: number) => number;
  readonly copy: (x: number, y: number, bytes: number, n: number, xStep: number, yStep: number, m: number, xRow: number, yRow: number, block: number) => number;
  readonly copyRows: (x: number, y: number, bytes: number, rows: number, xStep: number, yStep: number) => number;
  readonly crossEntropyBackwardRows: (g: number, x: number, target: number, w: number, dx: number, rows: number, n: number, ignore: number, smoothing: number) => number;
  readonly crossEntropyRows: (x: number, target: number, w: number, y: number, rows: number, n: number, ignore: number, smoothing: number) => number;
  readonly cube: (x: number, y: number, n: number) => number;
  readonly div: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly dropout: (x: number, y: number, kept: number, n: number, from: number, key0: number, key1: number, offset: number, limit: number, scale: number) => number;
  readonly elu: (x: number, y: number, n: number, alpha: number) => number;
  readonly eq: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly eqInt: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly erf: (x: number, y: number, n: number) => number;
  readonly exp: (x: number, y: number, n: number) => number;
  readonly expm1: (x: number, y: number, n: number) => number;
  readonly extremeColumns: (x: number, y: number, outer: number, rows: number, columns: number, step: number, sign: number) => number;
  readonly extremeRows: (x: number, y: number, rows: number, n: number, sign: number) => number;
  readonly fill: (y: number, n: number, value: number) => number;
  readonly fillWith: (y: number, n: number, value: number, type: number) => number;
  readonly float16Product: (n: number, count: number, k: number, x: number, w: number, y: number, yRow: number, bias: number) => number;
  readonly floatToBool: (x: number, y: number, n: number) => number;
  readonly floatToInt: (x: number, y: number, n: number) => number;
  readonly floor: (x: number, y: number, n: number) => number;
  readonly foldRows: (code: number, x: number, type: number, y: number, yType: number, rows: number, n: number, p: number) => number;
  readonly gelu: (x: number, y: number, n: number) => number;
  readonly geluBackward: (g: number, x: number, y: number, n: number) => number;
  readonly geluTanh: (x: number, y: number, n: number) => number;
  readonly geluTanhBackward: (g: number, x: number, y: number, n: number) => number;
  readonly general: (code: number, a: number, aType: number, aStep: number, b: number, bType: number, bStep: number, y: number, yType: number, n: number, block: number) => number;
  readonly init: () => number;
  readonly intToBool: (x: number, y: number, n: number) => number;
  readonly intToFloat: (x: number, y: number, n: number) => number;
  readonly keepAllowed: (x: number, allowed: number, y: number, n: number, other: number) => number;
  readonly keepColumns: (x: number, y: number, rows: number, matRows: number, columns: number, low: number, high: number, bytes: number) => number;
  readonly layerNormBackward: (g: number, x: number, w: number, dx: number, dw: number, db: number, rows: number, n: number, eps: number, centred: number) => number;
  readonly layerNormRows: (x: number, w: number, b: number, y: number, rows: number, n: number, eps: number, centred: number) => number;
  readonly le: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly leInt: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly leakyRelu: (x: number, y: number, n: number, slope: number) => number;
  readonly log: (x: number, y: number, n: number) => number;
  readonly log1p: (x: number, y: number, n: number) => number;
  readonly log2: (x: number, y: number, n: number) => number;
  readonly logSigmoid: (x: number, y: number, n: number) => number;
  readonly logSoftmaxBackwardRows: (g: number, y: number, dx: number, rows: number, n: number) => number;
  readonly logSoftmaxRows: (x: number, y: number, rows: number, n: number) => number;
  readonly logsumexpRows: (x: number, y: number, rows: number, n: number) => number;
  readonly lt: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly ltInt: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly maskedSoftmaxBackwardRows: (g: number, y: number, allowed: number, dx: number, rows: number, n: number, filled: number) => number;
  readonly maskedSoftmaxRows: (x: number, allowed: number, y: number, rows: number, n: number, fill: number) => number;
  readonly maxPoolIndex: (x: number, index: number, images: number, height: number, width: number, rows: number, columns: number, kernelRows: number, kernelColumns: number, strideRows: number, strideColumns: number, top: number, left: number, dilationRows: number, dilationColumns: number) => number;
  readonly maximum: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly mendSums: (block: number, first: number, last: number) => number;
  readonly minimum: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly mul: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly mulInt: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly narrowProduct: (n: number, m: number, k: number, a: number, aRow: number, aColumn: number, b: number, bRow: number, bColumn: number, c: number, cRow: number, cColumn: number, scratch: number, block: number) => number;
  readonly ne: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly neInt: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly neg: (x: number, y: number, n: number) => number;
  readonly nllLossBackwardRows: (g: number, target: number, w: number, dx: number, rows: number, n: number, ignore: number) => number;
  readonly nllLossRows: (x: number, target: number, w: number, y: number, rows: number, n: number, ignore: number) => number;
  readonly normal: (y: number, n: number, from: number, key0: number, key1: number, offset: number) => number;
  readonly notBool: (x: number, y: number, n: number) => number;
  readonly orBool: (a: number, b: number, y: number, n: number) => number;
  readonly packPanels: (b: number, bRow: number, bColumn: number, k: number, m: number, panels: number) => number;
  readonly powScalar: (x: number, y: number, n: number, exponent: number) => number;
  readonly product: (n: number, m: number, k: number, a: number, aRow: number, aColumn: number, b: number, bRow: number, bColumn: number, c: number, cRow: number, flags: number, bias: number, scratch: number, block: number) => number;
  readonly productScratch: (m: number, k: number, flags: number) => number;
  readonly put: (how: number, y: number, index: number, x: number, n: number, bytes: number, yStep: number, iStep: number, xStep: number, along: number, block: number) => number;
  readonly putRows: (x: number, index: number, y: number, outer: number, count: number, rows: number, bytes: number) => number;
  readonly reciprocal: (x: number, y: number, n: number) => number;
  readonly relu: (x: number, y: number, n: number) => number;
  readonly rmspropStep: (p: number, g: number, square: number, mean: number, buffer: number, y: number, squareOut: number, meanOut: number, bufferOut: number, n: number, factor: number, lr: number, sign: number, decay: number, alpha: number, rest: number, momentum: number, eps: number) => number;
  readonly rotaryRows: (x: number, table: number, y: number, count: number, first: number, n: number, half: number, sign: number, neighbours: number) => number;
  readonly round: (x: number, y: number, n: number) => number;
  readonly rsqrt: (x: number, y: number, n: number) => number;
  readonly scaleKept: (x: number, kept: number, y: number, n: number, scale: number) => number;
  readonly scan: (a: number, b: number, type: number, y: number, yType: number, outer: number, n: number, inner: number, reverse: number) => number;
  readonly select: (c: number, a: number, b: number, y: number, n: number, cStep: number, aStep: number, bStep: number, block: number) => number;
  readonly sequenceBackward: (gates: number, gh: number, gc: number, hs: number, cs: number, h0: number, c0: number, x: number, u: number, dx: number, du: number, dh: number, dc: number, before: number, panels: number, lengths: number, steps: number, batch: number, hidden: number, reverse: number, begin: number, end: number) => number;
  readonly sequenceForward: (gates: number, x: number, u: number, keep: number, h: number, c: number, hs: number, cs: number, bias: number, panels: number, lengths: number, steps: number, batch: number, hidden: number, reverse: number, begin: number, end: number) => number;
  readonly sgdStep: (p: number, g: number, buffer: number, y: number, bufferOut: number, n: number, factor: number, lr: number, sign: number, decay: number, momentum: number, rate: number, nesterov: number, first: number) => number;
  readonly shortProduct: (n: number, m: number, k: number, a: number, aRow: number, aColumn: number, b: number, bRow: number, bColumn: number, c: number, block: number) => number;
  readonly sigmoid: (x: number, y: number, n: number) => number;
  readonly sign: (x: number, y: number, n: number) => number;
  readonly silu: (x: number, y: number, n: number) => number;
  readonly softmaxBackwardRows: (g: number, y: number, dx: number, rows: number, n: number) => number;
  readonly softmaxRows: (x: number, y: number, rows: number, n: number) => number;
  readonly softplus: (x: number, y: number, n: number) => number;
  readonly sortRows: (x: number, type: number, values: number, indices: number, rows: number, n: number, taken: number, descending: number, scratch: number) => number;
  readonly sqrt: (x: number, y: number, n: number) => number;
  readonly square: (x: number, y: number, n: number) => number;
  readonly squaredErrorBackward: (g: number, a: number, b: number, y: number, n: number, divisor: number) => number;
  readonly squaredErrors: (a: number, b: number, sums: number, n: number) => number;
  readonly sub: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly subInt: (a: number, b: number, y: number, n: number, aStep: number, bStep: number, block: number) => number;
  readonly sumColumns: (x: number, y: number, outer: number, rows: number, columns: number, step: number, scratch: number) => number;
  readonly sumOfBlocks: (sums: number, y: number, blocks: number, divisor: number) => number;
  readonly sumRows: (x: number, y: number, rows: number, n: number) => number;
  readonly sumRowsWhole: (x: number, y: number, rows: number, n: number, bytes: number) => number;
  readonly sumSquares: (x: number, n: number) => number;
  readonly take: (x: number, index: number, y: number, n: number, bytes: number, xStep: number, iStep: number, yStep: number, along: number, block: number) => number;
  readonly takeRows: (x: number, index: number, y: number, outer: number, count: number, rows: number, bytes: number, xStep: number) => number;
  readonly tanh: (x: number, y: number, n: number) => number;
  readonly testRows: (x: number, type: number, y: number, rows: number, n: number, all: number) => number;
  readonly tiles12: (n: number, k: number, a: number, aRow: number, aColumn: number, b: number, bRow: number, bLast: number, c: number, cRow: number, cLast: number, more: number) => number;
  readonly tiles12by4: (n: number, k: number, a: number, aRow: number, aColumn: number, b: number, bRow: number, bLast: number, c: number, cRow: number, cLast: number) => number;
  readonly tiles16: (n: number, k: number, a: number, aRow: number, aColumn: number, b: number, bRow: number, c: number, cRow: number, start: number, startRow: number) => number;
  readonly tiles24: (n: number, k: number, a: number, aRow: number, aColumn: number, b: number, bRow: number, c: number, cRow: number, start: number, startRow: number) => number;
  readonly tiles8: (n: number, k: number, a: number, aRow: number, aColumn: number, b: number, bRow: number, bLast: number, c: number, cRow: number, cLast: number, more: number) => number;
  readonly trigonometry: (x: number, y: number, n: number, which: number) => number;
  readonly trunc: (x: number, y: number, n: number) => number;
  readonly uniform: (y: number, n: number, from: number, key0: number, key1: number, offset: number) => number;
  readonly varianceRows: (x: number, y: number, rows: number, n: number, divisor: number, root: number) => number;
  readonly widenBfloat16: (x: number, y: number, n: number) => number;
  readonly widenFloat16: (x: number, y: number, n: number) => number;
  readonly zero: (y: number, bytes: number) => number;
}

/** The functions of one tensor without parameters that are whole ops. */
export const plainFunctions = ["neg","abs","sign","square","sqrt","rsqrt","reciprocal","floor","ceil","trunc","round","exp","expm1","log","log1p","log2","tanh","sigmoid","erf","relu","gelu","geluTanh","silu","softplus","logSigmoid"] as const;

/** Which argument is the address of scratch, counted from 0. */
export const scratchArguments: { readonly [Name in keyof KernelExports]?: number } = {
  attentionBackward: 3,
  attentionForward: 3,
  attentionTells: 3,
  convolve: 4,
  narrowProduct: 12,
  product: 13,
  sortRows: 8,
  sumColumns: 6,
};

import { full, Generator, ones, randn, type Tensor, zeros } from "@saccade/tensor";
import { isPlainObject } from "@saccade/tensor/backend";
import { arg, type Call, call, layer, ofKind, size } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";

const inf = Number.POSITIVE_INFINITY;
const sequence = randn([1, 2, 6]);
const image = randn([1, 2, 6, 6]);
const volume = randn([1, 2, 6, 6, 6]);

/** What functions and layers over windows of one, two and three dims take. */
const dims = [1, 2, 3].map((n) => {
  const list = (value: number): number[] => Array(n).fill(value);
  const odd = [1.5, [...list(1), 1], ...(n > 1 ? [[1]] : [])];
  const wrong = (least: number): unknown[] => [least - 1, list(least - 1), ...odd];
  return {
    kernel: arg([2, list(2)], [...wrong(1), []]),
    steps: arg([1, list(2)], wrong(1)),
    unit: arg([1, list(1)], wrong(1)),
    stride: arg([1, list(2), null], wrong(1)),
    sizes: arg([1, list(1), 0], wrong(0)),
    padding: arg([1, list(1), 0, "same", "valid"], wrong(0)),
    weight: ones([4, 2, ...list(2)]),
    x: [sequence, image, volume][n - 1]!,
  };
});
const [, plane, space] = [dims[0]!, dims[1]!, dims[2]!];

/** A call in one, two and three dims. */
const each = <Name extends string, Of>(name: Name, of: (n: Dims) => Of) =>
  Object.fromEntries(dims.map((n, i) => [`${name}${i + 1}d`, of(n)])) as Record<`${Name}${1 | 2 | 3}d`, Of>;

const bias = (count: number): unknown => arg([ones([count]), null], [ones([count + 1])]);
const channels = { inChannels: size(2), outChannels: size(4) };
const divisorOverride = arg([2, -1, null], [0, inf]);
const normType = arg([2, 1.5, -1], [inf]);
const pool = ({ kernel }: { kernel: unknown }) => ({ kernelSize: kernel });
const of = (x: Tensor) => ({ x });
type Dims = (typeof dims)[number];

const lpOptions = ({ stride }: Dims) => ({ stride, ceilMode: true });
const padded = (n: Dims) => ({ ...lpOptions(n), padding: n.sizes });
const maxOptions = (n: Dims) => ({ ...padded(n), dilation: n.steps });
const avgOptions = (n: Dims) => ({ ...padded(n), countIncludePad: true, divisorOverride });
const convOptions = ({ padding, steps: dilation, unit: stride }: Dims) => ({
  ...{ padding, dilation, groups: size(1), stride },
});
const withIndices = (n: Dims) => ({ withIndices: { takes: of(n.x) } });

const conv = (n: Dims): Call & { options: ReturnType<typeof convOptions> } => ({
  takes: { x: n.x, weight: n.weight, "bias?": bias(4) },
  options: convOptions(n),
});
const convTranspose = (n: Dims) => ({
  takes: { x: n.x, weight: ones([2, 4, ...n.weight.shape.slice(2)]), "bias?": bias(4) },
  options: {
    ...{ stride: n.steps, padding: n.sizes, groups: size(1), dilation: n.steps },
    outputPadding: arg([0, n.x.shape.slice(2).map(() => 0)], [-1, 1.5]),
  },
});
const maxPool = (n: Dims) => ({
  takes: { x: n.x, ...pool(n) },
  options: { ...maxOptions(n), returnIndices: true },
});
const avgPool = (n: Dims) => ({ takes: { x: n.x, ...pool(n) }, options: avgOptions(n) });
const lpPool = (n: Dims) => ({ takes: { x: n.x, normType, ...pool(n) }, options: lpOptions(n) });

const Conv = (n: Dims) =>
  layer(
    { ...channels, ...pool(n) },
    { ...convOptions(n), bias: true, paddingMode: arg(["zeros", "reflect", "replicate", "circular"]) },
    of(n.x),
  );
const MaxPool = (n: Dims) => layer(pool(n), maxOptions(n), of(n.x), withIndices(n));
const AvgPool = (n: Dims) => layer(pool(n), avgOptions(n), of(n.x));
const LPPool = (n: Dims) => layer({ normType, ...pool(n) }, lpOptions(n), of(n.x));

const ints = (shape: readonly number[]) => zeros(shape, { dtype: "int32" });
const outputSize = ({ x }: Dims) =>
  arg([2, null, x.shape.slice(2).map((_, i) => (i === 0 ? null : 2))], [0, 1.5, [2, 2, 2, 2]]);
const adaptive = (n: Dims) => ({ takes: { x: n.x, outputSize: outputSize(n) } });
const adaptiveMax = (n: Dims) => ({ ...adaptive(n), options: { returnIndices: true } });
const AdaptiveAvg = (n: Dims) => layer({ outputSize: outputSize(n) }, undefined, of(n.x));
const AdaptiveMax = (n: Dims) => layer({ outputSize: outputSize(n) }, undefined, of(n.x), withIndices(n));

const fractionalOptions = (n: Dims) => ({
  outputSize: arg([null], [0, 1.5]),
  outputRatio: arg([0.5], [0, 1, -0.5]),
  randomSamples: ofKind(full([1, 2, n.x.ndim - 2], 0.5), [], null),
  generator: new Generator(0),
});
/** Calls with one of two options, where neither is given. */
const withOne =
  (f: unknown, at: number, names: readonly [string, string], value: number) =>
  (...given: unknown[]): unknown => {
    const options = given[at];
    if (options !== undefined && !(isPlainObject(Object(options)) && options === Object(options)))
      return call(f, ...given);
    const own = { ...Object(options) };
    const left = (own[names[0]] ?? undefined) === undefined && own[names[1]] === undefined;
    return call(f, ...given.slice(0, at), left ? { ...own, [names[1]]: value } : own, ...given.slice(at + 1));
  };
const fractional = (n: Dims, f: unknown) => ({
  run: withOne(f, 2, ["outputSize", "outputRatio"], 0.5),
  takes: { x: n.x, ...pool(n) },
  options: { ...fractionalOptions(n), returnIndices: true },
});
const FractionalMax = (n: Dims, f: unknown) => ({
  ...layer(pool(n), fractionalOptions(n), of(n.x), withIndices(n)),
  run: withOne(f, 1, ["outputSize", "outputRatio"], 0.5),
});

const unpooled = (n: Dims) => n.x.shape.map((size, i) => (i < 2 ? size : 2));
const unpoolOptions = ({ stride, sizes }: Dims) => ({ stride, padding: sizes });
const unpool = (n: Dims) => ({
  takes: { x: ones(unpooled(n)), indices: ints(unpooled(n)), ...pool(n) },
  options: { ...unpoolOptions(n), outputSize: arg([null], [[0], [1, 2]]) },
});
const MaxUnpool = (n: Dims) =>
  layer(pool(n), unpoolOptions(n), {
    x: ones(unpooled(n)),
    indices: ints(unpooled(n)),
    "outputSize?": arg([null], [[9]]),
  });

const ConvTranspose = (n: Dims) =>
  layer(
    { ...channels, ...pool(n) },
    { ...convTranspose(n).options, bias: true },
    { ...of(n.x), "outputSize?": arg([null], [[1]]) },
  );
/** A layer whose first input makes its parameters. */
const lazy = <Own extends Readonly<Record<string, unknown>>>(
  n: Dims,
  { options }: { readonly options: Own },
) =>
  layer({ outChannels: size(4), ...pool(n) }, options, undefined, {
    forward: { takes: of(n.x), keeps: true },
  });
const LazyConv = (n: Dims) => lazy(n, Conv(n));
const LazyConvTranspose = (n: Dims) => lazy(n, ConvTranspose(n));

const pads = (n: Dims) => ({
  padding: arg(
    [1, [...n.x.shape.slice(2), ...n.x.shape.slice(2)].map(() => 1), 0, -1],
    [1.5, [1], [1, 1, 1]],
  ),
});
const Pad = (n: Dims) => layer(pads(n), undefined, of(n.x));
const ConstantPad = (n: Dims) => layer({ ...pads(n), value: arg([2, inf]) }, undefined, of(n.x));

const scale = { size: arg([8], [0, 1.5]), scaleFactor: arg([null], [0, -1]) };
/** Layers find out at their first input what does not go together. */
const scales = { size: arg([8, [8], null], [0, 1.5]), scaleFactor: arg([null, 2, [2]], [0, -1]) };
const resize = <T extends object>(f: unknown, options: T) => ({
  run: withOne(f, 1, ["scaleFactor", "size"], 8),
  takes: { x: image },
  options,
});
const modes = { mode: arg(["nearest"]), alignCorners: arg([null], [3]) };
const more = { ...modes, recomputeScaleFactor: arg([null], [3]) };
const foldOptions = { dilation: plane.unit, padding: arg([0, [0, 0]], [-1]), stride: plane.unit };
const columns = randn([1, 8, 25]);

/** The layers whose windows slide over sequences, images and volumes. */
export const windowLayers = {
  ...each("Conv", Conv),
  ...each("MaxPool", MaxPool),
  ...each("AvgPool", AvgPool),
  ...each("LPPool", LPPool),
  ...each("ConvTranspose", ConvTranspose),
  ...each("LazyConv", LazyConv),
  ...each("LazyConvTranspose", LazyConvTranspose),
  ...each("AdaptiveAvgPool", AdaptiveAvg),
  ...each("AdaptiveMaxPool", AdaptiveMax),
  FractionalMaxPool2d: FractionalMax(plane, nn.FractionalMaxPool2d),
  FractionalMaxPool3d: FractionalMax(space, nn.FractionalMaxPool3d),
  ...each("MaxUnpool", MaxUnpool),
  ...each("ZeroPad", Pad),
  ...each("ReflectionPad", Pad),
  ...each("ReplicationPad", Pad),
  ...each("CircularPad", Pad),
  ...each("ConstantPad", ConstantPad),
  Unfold: layer(pool(plane), foldOptions, of(image)),
  Fold: layer({ outputSize: arg([6, [6, 6]], [0, [6]]), ...pool(plane) }, foldOptions, of(columns)),
  Upsample: layer(
    {},
    { ...scales, mode: modes.mode, alignCorners: arg([null, true]), recomputeScaleFactor: arg([null, true]) },
    of(image),
  ),
  UpsamplingNearest2d: layer({}, scales, of(image)),
  UpsamplingBilinear2d: layer({}, scales, of(image)),
  PixelShuffle: layer({ upscaleFactor: size(1) }, undefined, of(image)),
  PixelUnshuffle: layer({ downscaleFactor: size(2) }, undefined, of(image)),
  ChannelShuffle: layer({ groups: size(2) }, undefined, of(image)),
  Unflatten: layer(
    {
      dim: arg([1, -3], [1.5]),
      unflattenedSize: arg([[1, 2], [2, -1]], [[-2], [0.5]]), // biome-ignore format: one line
    },
    undefined,
    of(image),
  ),
} satisfies Record<string, Call>;

/** The functions of `functional` over windows. */
export const windowFunctions = {
  ...each("conv", conv),
  ...each("convTranspose", convTranspose),
  ...each("maxPool", maxPool),
  ...each("avgPool", avgPool),
  ...each("lpPool", lpPool),
  ...each("adaptiveAvgPool", adaptive),
  ...each("adaptiveMaxPool", adaptiveMax),
  fractionalMaxPool2d: fractional(plane, nn.functional.fractionalMaxPool2d),
  fractionalMaxPool3d: fractional(space, nn.functional.fractionalMaxPool3d),
  ...each("maxUnpool", unpool),
  unfold: { takes: { x: image, ...pool(plane) }, options: foldOptions },
  fold: {
    takes: { x: columns, outputSize: arg([6, [6, 6]], [0, [6]]), ...pool(plane) },
    options: foldOptions,
  },
  interpolate: resize(nn.functional.interpolate, { ...scale, ...more, antialias: false }),
  upsample: resize(nn.functional.upsample, { ...scale, ...modes }),
  upsampleNearest: resize(nn.functional.upsampleNearest, scale),
  upsampleBilinear: resize(nn.functional.upsampleBilinear, scale),
  gridSample: {
    takes: { x: image, grid: zeros([1, 2, 2, 2]) },
    options: {
      mode: arg(["bilinear", "nearest", "bicubic"]),
      paddingMode: arg(["zeros", "border", "reflection"]),
      alignCorners: arg([true, null]),
    },
  },
  affineGrid: {
    takes: {
      theta: ones([1, 2, 3]),
      size: arg([[1, 2, 6, 6]], [[1, 2, 6], [2, 2, 6, 6]]), // biome-ignore format: one line
    },
    options: { alignCorners: arg([true, null]) },
  },
  pixelShuffle: { takes: { x: image, upscaleFactor: size(1) } },
  pixelUnshuffle: { takes: { x: image, downscaleFactor: size(2) } },
  channelShuffle: { takes: { x: image, groups: size(2) } },
} satisfies Record<string, Call>;

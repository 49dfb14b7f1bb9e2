// The common checks of norms over the channels of x (n, c, …): statistics, weight and bias, one of each per channel.
import { ArgumentError, DTypeError, ShapeError, type Tensor } from "@saccade/tensor";
import { checkSameBackend, formatShape } from "@saccade/tensor/backend";

/** Running statistics of c channels, each (c). */
export interface Running {
  readonly mean: Tensor;
  readonly variance: Tensor;
}

interface ByChannel {
  readonly x: Tensor;
  readonly runningMean?: Tensor | null | undefined;
  readonly runningVar?: Tensor | null | undefined;
  readonly weight?: Tensor | null | undefined;
  readonly bias?: Tensor | null | undefined;
}

/**
 * Checks tensors that hold something for each channel of x. Returns the running statistics, or null.
 *
 * @throws ShapeError for a shape that is not (c), or an x with fewer than `rank` dims; DTypeError for another dtype than
 * x's; BackendError on another backend; ArgumentError for one running statistic without the other, or for none without `own`,
 * the input's own statistics.
 */
export function checkChannels(
  what: string,
  { x, ...others }: ByChannel,
  own: boolean,
  rank: number = 2,
): Running | null {
  if (x.ndim < rank)
    throw new ShapeError(
      `${what}: input ${formatShape(x.shape)}, expected ${rank === 2 ? "(n, c, …)" : "(n, c, l, …)"}, at least ${rank} dims.`,
    );
  const channels = x.size(1);
  for (const [name, value] of Object.entries(others)) {
    if (!value) continue;
    if (value.ndim !== 1 || value.numel !== channels)
      throw new ShapeError(
        `${what}: ${name} is ${formatShape(value.shape)}, expected [${channels}]: one for each channel of input ` +
          `${formatShape(x.shape)}.`,
      );
    if (value.dtype !== x.dtype)
      throw new DTypeError(
        `${what}: ${name} is ${value.describe()}, the input ${x.dtype}; convert one of them with to("${x.dtype}").`,
      );
    checkSameBackend(what, [x, value]);
  }
  const { runningMean: mean, runningVar: variance } = others;
  if (mean && variance) return { mean, variance };
  if (!mean && !variance && own) return null;
  throw new ArgumentError(
    `${what}: ${mean || variance ? "one running statistic is given without the other" : "there are no running statistics"}; ` +
      `give runningMean and runningVar${own ? ", or neither" : ", or normalize by those of the input"}.`,
  );
}

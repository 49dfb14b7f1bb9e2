// Standalone functions rather than methods, so that bundlers can drop unused ones.
export { type BincountOptions, bincount } from "./bincount.ts";
export { type CovOptions, corrcoef, cov } from "./covariance.ts";
export { type DiffOptions, diff } from "./diff.ts";
export { type GradientOptions, gradient } from "./gradient.ts";
export { type HistcOptions, histc } from "./histc.ts";
export {
  type Histogram,
  type HistogramOfPoints,
  type HistogramOptions,
  histogram,
  histogramdd,
} from "./histogram.ts";
export { median, nanmedian } from "./median.ts";
export { nanquantile, type QuantileOptions, quantile } from "./quantile.ts";
export { kthvalue, mode, msort } from "./ranks.ts";
export { renorm } from "./renorm.ts";
export { cummax, cummin, logcumsumexp } from "./running.ts";
export { type BucketizeOptions, bucketize, type SearchsortedOptions, searchsorted } from "./searchsorted.ts";
export {
  aminmax,
  countNonzero,
  type MinAndMax,
  nanmean,
  nansum,
  type StdAndMean,
  stdMean,
  type VarAndMean,
  varMean,
} from "./summaries.ts";
export {
  cumulativeTrapezoid,
  type TrapezoidOptions,
  trapezoid,
  trapezoid as trapz,
} from "./trapezoid.ts";
export {
  type Unique,
  type UniqueConsecutiveOptions,
  type UniqueOptions,
  unique,
  uniqueConsecutive,
} from "./unique.ts";

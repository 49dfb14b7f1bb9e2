// Standalone functions rather than methods, so that bundlers can drop unused ones.

export { type CovOptions, corrcoef, cov, renorm } from "./covariance.ts";
export { cummax, cummin, logcumsumexp } from "./cumulative.ts";
export * from "./differences.ts";
export { trapezoid as trapz } from "./differences.ts";
export {
  type HistcOptions,
  type Histogram,
  type HistogramOfPoints,
  type HistogramOptions,
  histc,
  histogram,
  histogramdd,
} from "./histogram.ts";
export { kthvalue, median, mode, msort, nanmedian } from "./median.ts";
export { nanquantile, type QuantileOptions, quantile } from "./quantile.ts";
export { type BucketizeOptions, bucketize, type SearchsortedOptions, searchsorted } from "./searchsorted.ts";
export * from "./unique.ts";
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
} from "./with-options.ts";

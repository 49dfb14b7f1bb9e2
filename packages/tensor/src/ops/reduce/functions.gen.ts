// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
// Functions that are no methods.
export { type CovOptions, type CosineSimilarityOptions, cov, corrcoef, cosineSimilarity, renorm } from "./covariance.ts";
export { cummax, cummin, logcumsumexp } from "./cumulative.ts";
export { type DiffOptions, type GradientOptions, type TrapezoidOptions, diff, gradient, trapezoid, cumulativeTrapezoid, trapz } from "./differences.ts";
export { type HistcOptions, type HistogramOptions, type Histogram, type HistogramOfPoints, histc, histogram, histogramdd } from "./histogram.ts";
export { median, nanmedian, kthvalue, mode, msort } from "./median.ts";
export { type QuantileOptions, quantile, nanquantile } from "./quantile.ts";
export { type SearchsortedOptions, type BucketizeOptions, searchsorted, bucketize } from "./searchsorted.ts";
export { type UniqueOptions, type UniqueConsecutiveOptions, type Unique, type BincountOptions, unique, uniqueConsecutive, bincount } from "./unique.ts";
export { type SumOptions, type DTypeOptions, type MinAndMax, type StdAndMean, type VarAndMean, countNonzero, nansum, nanmean, aminmax, stdMean, varMean } from "./with-options.ts";

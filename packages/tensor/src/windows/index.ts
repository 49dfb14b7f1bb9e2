// Window functions under the names of torch.signal.windows: windows.hann(8).
import "../methods.ts";

export {
  blackman,
  type GeneralCosineOptions,
  type GeneralHammingOptions,
  generalCosine,
  generalHamming,
  hamming,
  hann,
  nuttall,
  type WindowOptions,
} from "./cosines.ts";
export {
  bartlett,
  cosine,
  type ExponentialOptions,
  exponential,
  type GaussianOptions,
  gaussian,
  type KaiserOptions,
  kaiser,
} from "./shapes.ts";

import { train } from "../kernel-regression/experiment.ts";
import type { Figure } from "../program.ts";

/** Errors to the truth without noise, and how rough the curves are, of the three estimates of kernel regression. */
export async function measureKernels(): Promise<Figure[]> {
  const { average, gaussian, learned } = await train({ n: 50, noise: 0.5, lr: 0.5, epochs: 5 }, () => {});
  return [
    { name: "kernel regression, error of the average", value: average.error },
    { name: "kernel regression, error of the Gaussian kernel", value: gaussian.error },
    { name: "kernel regression, error of the learned kernel", value: learned.error },
    { name: "kernel regression, roughness of the Gaussian kernel", value: gaussian.roughness },
    { name: "kernel regression, roughness of the learned kernel", value: learned.roughness },
  ];
}

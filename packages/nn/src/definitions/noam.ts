/**
 * The learning rate of step n = 1, 2, …: dModel^−½ · min(n^−½, n · warmupSteps^−1.5), which rises linearly for `warmupSteps`
 * steps and then falls with the root of the step (Vaswani et al. 2017, equation 3).
 *
 * @example noam(1, 512, 4000) // 1.7469e-7
 */
export function noam(n: number, dModel: number, warmupSteps: number): number {
  return dModel ** -0.5 * Math.min(n ** -0.5, n * warmupSteps ** -1.5);
}

// Attention with the matrix of weights and without it: equality, memory, and processor time.
import { scaledDotProductAttention } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { memory, randn, resetPeakMemory, scope, type Tensor } from "@saccade/tensor";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { printTable } from "./table.ts";
import { leastProcessorTimes } from "./time.ts";

const [heads, d] = [4, 64];

const fastAttention: Program = {
  name: "fast-attention",
  about: "Attention with the matrix of weights and without it: equality, memory, and processor time.",
  run({ quick, print }: RunOptions): Outcome {
    const lengths = quick ? [64, 128] : [256, 512, 1024, 2048];
    const found = lengths.flatMap((n) =>
      [false, true].map((causal) => ({ n, causal, ...measure(n, causal, quick ? 2 : 12) })),
    );
    print(`${heads} heads, d ${d}; with the matrix over without it, so that 2 means: twice as much with it`);
    const rows = found.map(({ n, causal, forward, step, bytes }) => [
      `${n}${causal ? ", causal" : ""}`,
      ...[ratio(forward), ratio(step), ratio(bytes)].map((x) => x.toFixed(1)),
    ]);
    printTable(print, ["n", "forward", "and backward", "memory"], rows);
    return {
      figures: [
        {
          name: "largest difference in outputs and gradients",
          value: Math.max(...found.map(({ difference }) => difference)),
          atMost: 1e-5,
        },
        ratioOfCausal("forward", found, ({ forward }) => forward),
        ratioOfCausal("forward and backward", found, ({ step }) => step),
      ],
      losses: {},
    };
  },
};

/** A number with the matrix, and without it. */
type Both = readonly [matrix: number, fused: number];

interface Measured {
  /** Least milliseconds of processor time. */
  readonly forward: Both;
  readonly step: Both;
  /** The most bytes that tensors hold beyond q, k and v, forward and backward. */
  readonly bytes: Both;
  /** The largest difference between the two, in the output and the gradients. */
  readonly difference: number;
}

function measure(n: number, causal: boolean, rounds: number): Measured {
  return scope(() => {
    const x = [0, 1, 2].map(() => randn([heads, n, d]));
    const attend = (needWeights: boolean): Tensor =>
      scaledDotProductAttention(x[0]!, x[1]!, x[2]!, { causal, needWeights }).output;
    const step = (needWeights: boolean): readonly Tensor[] => {
      const { value, grads } = valueAndGrad(() => {
        const output = attend(needWeights);
        return { loss: output.square().mean(), output };
      }, x);
      return [value.output, ...grads];
    };
    const [plain, fused] = [step(true), step(false)];
    const differences = plain.map((result, i) => result.sub(fused[i]!).abs().max().item());
    const [a, b, c, e] = leastProcessorTimes(rounds, [
      () => attend(true),
      () => attend(false),
      () => step(true),
      () => step(false),
    ]);
    return {
      forward: [a!, b!],
      step: [c!, e!],
      bytes: [peak(() => step(true)), peak(() => step(false))],
      difference: Math.max(...differences),
    };
  });
}

function peak(run: () => unknown): number {
  const before = memory().bytes;
  resetPeakMemory();
  scope(() => {
    run();
  });
  return memory().peak - before;
}

function ratio([matrix, fused]: Both): number {
  return matrix / fused;
}

/** The time that skipped tiles save: the fused kernel's time with `causal` over that without, at the longest length. */
function ratioOfCausal(
  what: string,
  found: readonly (Measured & { readonly causal: boolean })[],
  timesOf: (measured: Measured) => Both,
) {
  const [full, causal] = [false, true].map((wanted) => found.findLast((one) => one.causal === wanted)!);
  return { name: `causal over full, fused, ${what}`, value: timesOf(causal!)[1] / timesOf(full!)[1] };
}

await runProgram(fastAttention);

import {
  type AdamStepAttrs,
  type Attrs,
  isContiguous,
  type Operand,
  type SgdStepAttrs,
  type StepAttrs,
} from "@saccade/tensor/backend";
import {
  countOf,
  f,
  type Kernel,
  type KernelTable,
  type Machine,
  perElement,
  u,
  wordOf,
} from "../machine.ts";

/** One parameter's update in WGSL: of x, its gradient g, and its states s0, s1, …; writes x and the states. */
interface Update<A> {
  readonly states: (attrs: A) => number;
  /** Words of parameters p0, p1, … as f32, for parameter `index`. */
  readonly parameters: (attrs: A, index: number) => readonly number[];
  readonly step: (attrs: A, index: number) => string;
}

const sgd: Update<SgdStepAttrs> = {
  states: ({ momentum }) => Number(momentum > 0),
  parameters: ({ momentum, dampening }) => [momentum, 1 - dampening],
  step: ({ momentum, nesterov, first }, index) => {
    if (momentum === 0) return "x -= lr * g;";
    const moment = first[index] ? "g" : "p0 * s0 + p1 * g";
    return `s0 = ${moment}; x -= lr * ${nesterov ? "(g + p0 * s0)" : "s0"};`;
  },
};

/** Kingma and Ba 2015; decoupled: Loshchilov and Hutter 2019; the largest second moment: Reddi et al. 2018. */
const adam: Update<AdamStepAttrs> = {
  states: ({ amsgrad }) => (amsgrad ? 3 : 2),
  parameters: ({ lr, beta1, beta2, eps, steps, decoupled, weightDecay }, index) => {
    const step = steps[index]!;
    const size = lr / (1 - beta1 ** step);
    const shrink = decoupled ? 1 - lr * weightDecay : 1;
    return [beta1, 1 - beta1, beta2, 1 - beta2, size, 1 / Math.sqrt(1 - beta2 ** step), eps, shrink];
  },
  step: ({ amsgrad }) => `s0 = p0 * s0 + p1 * g;
  s1 = p2 * s1 + p3 * g * g;
  ${amsgrad ? "s2 = max(s2, s1);" : ""}
  x = x * p7 - p4 * s0 / (sqrt(${amsgrad ? "s2" : "s1"}) * p5 + p6);`,
};

/** Optimizer steps: a dispatch for each parameter. */
export function optimizerKernels(machine: Machine): KernelTable {
  const kernel = <A extends StepAttrs & Attrs>(
    name: string,
    { states, parameters, step }: Update<A>,
    isCoupled: (attrs: A) => boolean = () => true,
  ): Kernel<A> => {
    return (inputs, outputs, attrs) => {
      if (inputs.some(({ dtype }) => dtype !== "float32")) return false;
      const width = 2 + states(attrs);
      const factor = inputs.length % width === 1 ? inputs.at(-1)! : null;
      if (!inputs.every(({ shape, strides }) => isContiguous(shape, strides))) return false;
      for (let index = 0; (index + 1) * width <= inputs.length; index++) {
        const own = inputs.slice(index * width, (index + 1) * width);
        const made = outputs.slice(index * (width - 1), (index + 1) * (width - 1));
        const decay = isCoupled(attrs) ? attrs.weightDecay : 0;
        const words = [attrs.lr, decay, ...parameters(attrs, index)].map(wordOf);
        run(name, own, made, factor, words, step(attrs, index), attrs.maximize);
      }
      return true;
    };
  };
  return {
    sgdStep: kernel("sgdStep", sgd),
    adamStep: kernel("adamStep", adam, ({ decoupled }) => !decoupled),
  };

  function run(
    name: string,
    own: readonly Operand[],
    made: readonly Operand[],
    factor: Operand | null,
    words: readonly number[],
    step: string,
    maximize: boolean,
  ): void {
    const n = countOf(own[0]!.shape);
    if (n === 0) return;
    const reads = factor === null ? own : [...own, factor];
    const offsets = [...own, ...made].map(({ offset }) => offset);
    const first = 2 + words.length;
    machine.run({
      name,
      variant: `${step} ${maximize} ${factor === null} ${words.length}`,
      reads,
      writes: made,
      words: [n, factor?.offset ?? 0, ...words, ...offsets],
      threads: n,
      source: (buffers) => {
        const at = (k: number): string => {
          const buffer = k < own.length ? k : k - own.length + reads.length;
          return `${buffers[buffer]}[${u(first + k)} + i]`;
        };
        const scaled = factor === null ? at(1) : `${at(1)} * ${buffers[own.length]}[${u(1)}]`;
        return perElement(`  let lr = ${f(2)};
${words
  .slice(2)
  .map((_, k) => `  let p${k} = ${f(4 + k)};`)
  .join("\n")}
  var x = ${at(0)};
  let g = ${maximize ? "-" : ""}(${scaled}) + ${f(3)} * x;
${own
  .slice(2)
  .map((_, k) => `  var s${k} = ${at(2 + k)};`)
  .join("\n")}
  ${step}
  ${at(own.length)} = x;
${made
  .slice(1)
  .map((_, k) => `  ${at(own.length + 1 + k)} = s${k};`)
  .join("\n")}`);
      },
    });
  }
}

import {
  type AdagradStepAttrs,
  type AdamStepAttrs,
  type Attrs,
  type Kernel,
  type KernelTable,
  numelOf,
  type Operand,
  type RmspropStepAttrs,
  type SgdStepAttrs,
  type StepAttrs,
} from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { f, mostWords, perElement, u, wordOf } from "../wgsl.ts";
import { inOrder } from "./moving.ts";

/** An update in WGSL: of x, its gradient g, and its states s0, s1, …; writes x and the states. */
interface Update<A> {
  readonly states: (attrs: A) => number;
  readonly step: (attrs: A) => string;
  /** Settings that all parameters share: p0, p1, …, and those of one of them: q0, q1, …. */
  readonly shared: (attrs: A) => readonly number[];
  readonly own?: (attrs: A, index: number) => readonly number[];
  /** Whether weight decay is added to the gradient. */
  readonly isCoupled?: (attrs: A) => boolean;
}

const sgd: Update<SgdStepAttrs> = {
  states: ({ momentum }) => Number(momentum > 0),
  shared: ({ momentum, dampening }) => [momentum, 1 - dampening],
  own: ({ first }, index) => [Number(first[index] ?? false)],
  step({ momentum, nesterov }) {
    if (momentum === 0) return "x -= lr * g;";
    return `s0 = select(p0 * s0 + p1 * g, g, q0 == 1);
  x -= lr * ${nesterov ? "(g + p0 * s0)" : "s0"};`;
  },
};

/** Kingma and Ba 2015; decoupled: Loshchilov and Hutter 2019; the largest second moment: Reddi et al. 2018. */
const adam: Update<AdamStepAttrs> = {
  states: ({ amsgrad }) => (amsgrad ? 3 : 2),
  shared: ({ lr, beta1, beta2, eps, decoupled, weightDecay }) => {
    return [beta1, 1 - beta1, beta2, 1 - beta2, eps, decoupled ? 1 - lr * weightDecay : 1];
  },
  own({ lr, beta1, beta2, steps }, index) {
    const step = steps[index]!;
    return [lr / (1 - beta1 ** step), 1 / Math.sqrt(1 - beta2 ** step)];
  },
  step: ({ amsgrad }) => `s0 = p0 * s0 + p1 * g;
  s1 = p2 * s1 + p3 * g * g;
  ${amsgrad ? "s2 = largerOf(s2, s1);" : ""}
  x = x * p5 - q0 * s0 / (sqrt(${amsgrad ? "s2" : "s1"}) * q1 + p4);`,
  isCoupled: ({ decoupled }) => !decoupled,
};

/** Hinton, lecture 6e, 2012; centered: Graves 2013. */
const rmsprop: Update<RmspropStepAttrs> = {
  states: ({ centered, momentum }) => 1 + Number(centered) + Number(momentum > 0),
  shared: ({ alpha, eps, momentum }) => [alpha, 1 - alpha, eps, momentum],
  step({ centered, momentum }) {
    // A variance: the rounding of its means must not make it negative.
    const spread = centered ? "largerOf(s0 - s1 * s1, 0)" : "s0";
    const velocity = centered ? "s2" : "s1";
    return `s0 = p0 * s0 + p1 * g * g;
  ${centered ? "s1 = p0 * s1 + p1 * g;" : ""}
  var change = g / (sqrt(${spread}) + p2);
  ${momentum > 0 ? `${velocity} = p3 * ${velocity} + change; change = ${velocity};` : ""}
  x -= lr * change;`;
  },
};

/** Duchi, Hazan and Singer 2011. */
const adagrad: Update<AdagradStepAttrs> = {
  states: () => 1,
  shared: ({ eps }) => [eps],
  own: ({ lr, lrDivisors }, index) => [lr / lrDivisors[index]!],
  step: () => "s0 += g * g; x -= q0 * g / (sqrt(s0) + p0);",
};

/** A parameter: itself, its gradient and its states; their new values; its settings. */
interface Row {
  readonly inputs: readonly Operand[];
  readonly outputs: readonly Operand[];
  readonly words: readonly number[];
}

/** Optimizer steps: a dispatch for as many parameters as the device binds. */
export function optimizerKernels(machine: Machine): KernelTable {
  return {
    sgdStep: kernel("sgdStep", sgd),
    adamStep: kernel("adamStep", adam),
    rmspropStep: kernel("rmspropStep", rmsprop),
    adagradStep: kernel("adagradStep", adagrad),
  };

  function kernel<A extends StepAttrs & Attrs>(name: string, update: Update<A>): Kernel<A> {
    const { states, shared, own, step, isCoupled = () => true } = update;
    return (inputs, outputs, attrs) => {
      if (inputs.some(({ dtype }) => dtype !== "float32")) return false;
      const width = 2 + states(attrs);
      const factor = inputs.length % width === 1 ? inputs.at(-1)! : null;
      const decay = isCoupled(attrs) ? attrs.weightDecay : 0;
      const common = [attrs.lr, decay, attrs.maximize ? -1 : 1, ...shared(attrs)].map(wordOf);
      inOrder(machine, inputs, (ordered) => {
        const rows = Array.from({ length: Math.floor(inputs.length / width) }, (_, index): Row => {
          return {
            inputs: ordered.slice(index * width, (index + 1) * width),
            outputs: outputs.slice(index * (width - 1), (index + 1) * (width - 1)),
            words: (own?.(attrs, index) ?? []).map(wordOf),
          };
        });
        const bySize = rows.filter((row) => sizeOf(row) > 0).sort((a, b) => sizeOf(b) - sizeOf(a));
        for (const group of groupsOf(bySize, 2 + common.length, factor))
          run(name, group, factor, common, step(attrs));
      });
      return true;
    };
  }

  /** As many rows together as can be bound, and as have room among the words. */
  function groupsOf(rows: readonly Row[], words: number, factor: Operand | null): Row[][] {
    const groups: Row[][] = [];
    for (const row of rows) {
      const group = [...(groups.at(-1) ?? []), row];
      const read = new Set(
        [...group.flatMap(({ inputs }) => inputs), ...(factor ? [factor] : [])].map(bufferOf),
      );
      const written = group.flatMap(({ outputs }) => outputs).map(bufferOf);
      const fits = new Set([...read, ...written]).size <= machine.facts.mostBlocks;
      const hasWords = words + group.flatMap(wordsOf).length <= mostWords;
      if (groups.length > 0 && fits && hasWords) groups[groups.length - 1] = group;
      else groups.push([row]);
    }
    return groups;
  }

  function run(
    name: string,
    rows: readonly Row[],
    factor: Operand | null,
    common: readonly number[],
    step: string,
  ): void {
    const width = rows[0]!.inputs.length;
    // Rows of about one size are together: a thread has element i of each, in their order, so that a parameter may be
    // another one's gradient.
    const threads = Math.max(...rows.map(sizeOf));
    const reads = [...rows.flatMap(({ inputs }) => inputs), ...(factor ? [factor] : [])];
    const states = Array.from({ length: width - 2 }, (_, k) => `s${k}`);
    const own = rows[0]!.words.map((_, k) => `q${k}`);
    const perRow = wordsOf(rows[0]!).length;
    machine.run({
      name,
      variant: `${rows.length} ${step} ${factor === null}`,
      reads,
      writes: rows.flatMap(({ outputs }) => outputs),
      words: [threads, factor?.offset ?? 0, ...common, ...rows.flatMap(wordsOf)],
      threads,
      source(buffers) {
        const shared = common.slice(3).map((_, k) => `  let p${k} = ${f(5 + k)};`);
        const scale = factor === null ? "" : ` * ${buffers[rows.length * width]}[${u(1)}]`;
        const one = (_: Row, row: number): string => {
          const first = 2 + common.length + row * perRow;
          const from = (k: number): string => `${buffers[row * width + k]}[${u(first + 1 + k)} + i]`;
          const to = (k: number): string => `${buffers[reads.length + row * (width - 1) + k]}[i]`;
          const given = [from(0), `${from(1)}${scale}`, ...states.map((_, k) => from(2 + k))];
          const settings = own.map((_, k) => f(first + 1 + width + k));
          return `  if (i < ${u(first)}) {
    let row = update(${[...given, ...settings].join(", ")});
    ${["x", ...states].map((part, k) => `${to(k)} = row.${part};`).join("\n    ")}
  }`;
        };
        return `struct Row { ${["x", ...states].map((part) => `${part}: f32`).join(", ")} }
fn update(${["x0", "g0", ...states.map((s) => `${s}0`), ...own].map((x) => `${x}: f32`).join(", ")}) -> Row {
  let lr = ${f(2)};
${shared.join("\n")}
  var x = x0;
  let g = ${f(4)} * g0 + ${f(3)} * x;
${states.map((s) => `  var ${s} = ${s}0;`).join("\n")}
  ${step}
  return Row(${["x", ...states].join(", ")});
}
${perElement(rows.map(one).join("\n"))}`;
      },
    });
  }
}

const sizeOf = ({ outputs }: Row): number => numelOf(outputs[0]!.shape);
const bufferOf = ({ buffer }: Operand): unknown => buffer;

/** A row's parameters: its size, where its inputs start (outputs start at 0), and its settings. */
function wordsOf(row: Row): number[] {
  return [sizeOf(row), ...row.inputs.map(({ offset }) => offset), ...row.words];
}

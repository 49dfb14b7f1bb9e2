import { isContiguous, numelOf, type Operand, sameShape } from "@saccade/tensor/backend";
import type { BlockId } from "./gpu/commands.ts";
import {
  f,
  findPlaces,
  type Launch,
  mostWords,
  perElement,
  snapshot,
  storageTypes,
  walkOf,
  wordsOf,
} from "./wgsl.ts";

type DType = Operand["dtype"];

/** y = the value of a piece of WGSL, for every element. */
export interface Elementwise {
  readonly name: string;
  readonly reads: readonly Operand[];
  /** The operands' names in the value, and the types that they are converted to before. */
  readonly names: readonly string[];
  readonly types: readonly DType[];
  readonly result: Operand;
  readonly value: string;
  /** At most two words, which the value calls p and q. */
  readonly parameters?: readonly number[];
}

/** One op of a chain. Its operands are loads, by their number, or results of earlier steps: ~0 is that of step 0. */
interface Step {
  readonly call: Elementwise;
  readonly operands: readonly number[];
  readonly result: Operand;
  /** Whether somebody may still read the result from memory. */
  isStored: boolean;
}

class Chain {
  readonly shape: readonly number[];
  readonly loads: Operand[] = [];
  readonly steps: Step[] = [];
  /** For blocks that wait to be written, the last step that does. */
  readonly waits: Map<BlockId, number> = new Map();
  #words: number;
  #stored = 0;

  constructor(shape: readonly number[]) {
    this.shape = shape;
    this.#words = 1 + shape.length;
  }

  /** Whether another op would find room for its blocks and parameters. */
  hasRoomFor({ reads, parameters }: Elementwise, mostBlocks: number): boolean {
    const { loads, steps, shape } = this;
    const words = this.#words + reads.length * (1 + shape.length) + (parameters?.length ?? 0);
    const blocks = loads.length + reads.length + this.#stored + 1;
    return steps.length < mostSteps && blocks <= mostBlocks && words <= mostWords;
  }

  append(call: Elementwise): void {
    const { reads, result, parameters } = call;
    const operands: number[] = [];
    for (let k = 0; k < reads.length; k++) {
      const step = this.waits.get(reads[k]!.buffer as BlockId);
      operands.push(step === undefined ? this.#load(reads[k]!) : ~step);
    }
    const block = result.buffer as BlockId;
    this.drop(block);
    this.waits.set(block, this.steps.length);
    this.#words += parameters?.length ?? 0;
    this.#stored++;
    this.steps.push({ call, operands, result: snapshot(result), isStored: true });
  }

  #load(x: Operand): number {
    const { loads } = this;
    for (let k = 0; k < loads.length; k++) if (isSame(x, loads[k]!)) return k;
    this.#words += 1 + this.shape.length;
    // The operand of today: tensors may be written, or moved, before the chain runs.
    return loads.push(snapshot(x)) - 1;
  }

  /** A block need not be written: it is not in use any more, or written again. */
  drop(block: BlockId): void {
    const step = this.waits.get(block);
    if (step === undefined) return;
    this.steps[step]!.isStored = false;
    this.waits.delete(block);
    this.#stored--;
  }

  reads(block: BlockId): boolean {
    const { loads } = this;
    for (let k = 0; k < loads.length; k++) if (loads[k]!.buffer === block) return true;
    return false;
  }

  touches(block: BlockId): boolean {
    return this.waits.has(block) || this.reads(block);
  }

  /** Whether an op can join: it reads pending results, and writes blocks that are read, in the chain's order of elements. */
  canHold({ reads, result }: Elementwise): boolean {
    for (let k = 0; k < reads.length; k++) {
      const x = reads[k]!;
      if (this.waits.has(x.buffer as BlockId) && !isWhole(x)) return false;
    }
    const { loads } = this;
    for (let k = 0; k < loads.length; k++) {
      if (loads[k]!.buffer === result.buffer && !isWhole(loads[k]!)) return false;
    }
    return true;
  }

  /** Whether an op elsewhere must wait for this chain. */
  isBefore({ reads, result }: Elementwise): boolean {
    for (let k = 0; k < reads.length; k++) if (this.waits.has(reads[k]!.buffer as BlockId)) return true;
    return this.touches(result.buffer as BlockId);
  }
}

/** Longer chains would be slow to compile. */
const mostSteps = 40;
const mostChains = 8;

/**
 * Elementwise ops that are deferred and fused. A chain is a list of ops of one shape, which one kernel computes with a
 * thread per element: intermediate results stay in registers, and are only written if they are still in use when the
 * chain runs. A chain runs when another kernel, or the host, needs its results or would change its inputs.
 *
 * No chain reads pending results of another one, so that they can run in any order.
 */
export class Chains {
  readonly #launch: (launch: Launch) => void;
  readonly #mostBlocks: number;
  #chains: Chain[] = [];
  /** Blocks that were dropped while a chain still had to read them, with their cleanup. */
  readonly #late: Map<BlockId, (block: BlockId) => void> = new Map();

  constructor(launch: (launch: Launch) => void, mostBlocks: number) {
    this.#launch = launch;
    this.#mostBlocks = mostBlocks;
  }

  add(call: Elementwise): void {
    const { result } = call;
    const isAlone = !isWhole(result);
    let own: Chain | undefined;
    for (let k = this.#chains.length - 1; k >= 0; k--) {
      const chain = this.#chains[k]!;
      const isOwn = !isAlone && sameShape(chain.shape, result.shape);
      if (isOwn && chain.canHold(call) && chain.hasRoomFor(call, this.#mostBlocks)) own = chain;
      else if (isOwn || chain.isBefore(call)) this.#flush(chain);
    }
    if (own === undefined) {
      own = new Chain([...result.shape]);
      if (!isAlone) {
        if (this.#chains.length === mostChains) this.#flush(this.#chains[0]!);
        this.#chains.push(own);
      }
    }
    own.append(call);
    if (isAlone) this.#run(own);
  }

  /** Runs the chains that come before a kernel which reads and writes these. */
  before(reads: readonly Operand[], writes: readonly Operand[]): void {
    if (this.#chains.length === 0) return;
    for (const chain of [...this.#chains]) {
      const waits = reads.some((x) => chain.waits.has(x.buffer as BlockId));
      if (waits || writes.some((x) => chain.touches(x.buffer as BlockId))) this.#flush(chain);
    }
  }

  /** Runs the chains that come before a block is written by the host. */
  beforeWrite(block: BlockId): void {
    for (const chain of [...this.#chains]) if (chain.touches(block)) this.#flush(chain);
  }

  /** Runs all chains. */
  settle(): void {
    while (this.#chains.length > 0) this.#flush(this.#chains[0]!);
  }

  /** A block is not used any more: calls `give` once no chain has to read it. */
  drop(block: BlockId, give: (block: BlockId) => void): void {
    for (let k = 0; k < this.#chains.length; k++) this.#chains[k]!.drop(block);
    if (this.#isRead(block)) this.#late.set(block, give);
    else give(block);
  }

  #isRead(block: BlockId): boolean {
    for (let k = 0; k < this.#chains.length; k++) if (this.#chains[k]!.reads(block)) return true;
    return false;
  }

  #flush(chain: Chain): void {
    this.#chains = this.#chains.filter((other) => other !== chain);
    this.#run(chain);
    for (const [block, give] of this.#late) {
      if (this.#isRead(block)) continue;
      this.#late.delete(block);
      give(block);
    }
  }

  #run(chain: Chain): void {
    const launch = launchOf(chain);
    if (launch !== null) this.#launch(launch);
  }
}

function launchOf({ shape, loads, steps }: Chain): Launch | null {
  const n = numelOf(shape);
  const writes = steps.filter(({ isStored }) => isStored).map(({ result }) => result);
  if (n === 0 || writes.length === 0) return null;
  // Results have the chain's layout, except the windows that a single op writes.
  const isPlain = writes.every(isWhole);
  const places = isPlain ? loads : [...loads, ...writes];
  const walk = walkOf(shape, places);
  const parameters = steps.flatMap(({ call }) => call.parameters ?? []);
  const first = 1 + parameters.length;
  const variant = steps.map(
    ({ call, operands, result, isStored }) =>
      `${operands} ${call.types} ${result.dtype[0]}${isStored ? "!" : ""}`,
  );
  return {
    name: steps.map(({ call }) => call.name).join(" + "),
    variant: `${walk.sizes.length} ${isPlain} ${variant.join(";")}`,
    reads: loads,
    writes,
    words: [n, ...parameters, ...wordsOf(walk, places)],
    threads: n,
    source: (buffers) => {
      const lines = [findPlaces(walk, first)];
      lines.push(...loads.map((_, k) => `  let x${k} = ${buffers[k]}[at${k}];`));
      let word = 1;
      let stored = loads.length;
      steps.forEach(({ call, operands, result, isStored }, k) => {
        const { names, types, value, parameters = [] } = call;
        const type = storageTypes[result.dtype];
        lines.push(`  var y${k}: ${type};\n  {`);
        operands.forEach((at, j) => {
          const [from, own] = at < 0 ? [steps[~at]!.result.dtype, `y${~at}`] : [loads[at]!.dtype, `x${at}`];
          const to = storageTypes[types[j]!];
          lines.push(`    let ${names[j]} = ${storageTypes[from] === to ? own : `${to}(${own})`};`);
        });
        lines.push(...parameters.map((_, j) => `    let ${"pq"[j]} = ${f(word++)};`));
        lines.push(`    y${k} = ${type}(${value});\n  }`);
        if (!isStored) return;
        const place = isPlain ? "i" : `at${stored}`;
        lines.push(`  ${buffers[stored++]}[${place}] = y${k};`);
      });
      return perElement(lines.join("\n"));
    },
  };
}

/** Whether an operand is contiguous from the start of its block. */
function isWhole({ shape, strides, offset }: Operand): boolean {
  return offset === 0 && isContiguous(shape, strides);
}

function isSame(a: Operand, b: Operand): boolean {
  return a.buffer === b.buffer && a.offset === b.offset && sameShape(a.strides, b.strides);
}

// From graphs to the program of a fused op: what depends on queries alone, or on keys alone, is computed before as tensors, and
// gradients flow through it; the rest becomes steps.

import { arange, OverflowError, type Tensor } from "@saccade/tensor";
import { ScoreProgram, type ScoreStep } from "@saccade/tensor/fused";
import { checkPlace } from "./at.ts";
import { checkIndices } from "./block-mask.ts";
import { allOf, Bounds } from "./bounds.ts";
import { graphOf } from "./trace.ts";
import { isPlace, isUnary, type Kind, type Place, placeNames, type Sizes, type Traced } from "./traced.ts";

const what = "flexAttention";

/** A program, and the tensors that it reads. */
export interface Lowered {
  /** Undefined without a change and a mask. */
  readonly program: ScoreProgram | undefined;
  readonly operands: readonly Tensor[];
}

/**
 * The program of a change of scores and a mask, either of which may be missing, for queries `q`.
 *
 * @throws IndexError for an index that may be out of range; OverflowError for whole numbers that q's dtype does not hold exactly;
 * BackendError, FreedTensorError for captured tensors.
 */
export function lower(score: Traced | undefined, mask: Traced | undefined, sizes: Sizes, q: Tensor): Lowered {
  if (!score && !mask) return { program: undefined, operands: [] };
  const symbols = new Set([score, mask].flatMap((graph) => (graph ? [...graphOf(graph)] : [])));
  for (const { table } of symbols) {
    table?.checkLive(what);
    if (table) checkPlace(what, table, q.backend);
  }
  checkWhole(symbols, sizes, q);
  const lowering = new Lowering(sizes, q);
  const changed = score ? lowering.step(score) : lowering.push({ op: "score" });
  const allowed = mask ? lowering.step(mask) : null;
  return { program: lowering.program(changed, allowed), operands: lowering.operands };
}

/** Up to where a dtype has all whole numbers. */
const exactIn = ({ dtype }: Tensor): number => (dtype === "float64" ? 2 ** 53 : 2 ** 24);

/** Whole numbers must be exact, and indices inside. */
function checkWhole(symbols: ReadonlySet<Traced>, sizes: Sizes, q: Tensor): void {
  const whole = [...symbols].filter(({ kind }) => kind === "whole");
  const bounds = new Bounds(whole);
  checkIndices(what, symbols, sizes, bounds);
  const exact = exactIn(q);
  const ranges = bounds.within(allOf(sizes));
  for (const x of bounds.unread ? [] : whole) {
    const [low, high] = ranges.get(x)!;
    if (Math.max(-low, high) > exact)
      throw new OverflowError(
        `${what}: ${x.op} gives whole numbers from ${low} to ${high}, and ${q.dtype} holds them exactly up to ${exact}; keep them ` +
          "smaller, or use float64.",
      );
  }
}

class Lowering {
  readonly steps: ScoreStep[] = [];
  readonly operands: Tensor[] = [];
  readonly tables: boolean[] = [];
  readonly #places: Map<string, number> = new Map();
  // Places of the score's and the mask's graph are the same.
  readonly #done: Map<Traced | Place, number> = new Map();
  readonly #sizes: Sizes;
  readonly #q: Tensor;
  /** Whether symbols that are not of pairs become operands. */
  readonly #hoists: boolean;

  constructor(sizes: Sizes, q: Tensor, hoists: boolean = true) {
    this.#sizes = sizes;
    this.#q = q;
    this.#hoists = hoists;
  }

  program(score: number, mask: number | null): ScoreProgram {
    return new ScoreProgram({ steps: this.steps, score, mask, tables: this.tables });
  }

  /** The place of a step in the list; equal ones are listed once. */
  push(step: ScoreStep): number {
    const key = Object.values(step).join();
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.steps.length);
    return this.steps.push(step) - 1;
  }

  /** The step that computes a symbol. */
  step(x: Traced): number {
    const key = isPlace(x.op) ? x.op : x;
    let done = this.#done.get(key);
    if (done === undefined) {
      done = this.#step(x);
      this.#done.set(key, done);
    }
    return done;
  }

  #step(x: Traced): number {
    const { op, kind, reads, args, table } = x;
    if (op === "score") return this.push({ op });
    if (op === "constant") return this.push({ op, value: x.value });
    const view = table && this.#view(table, args);
    const isOfPairs = reads.has("score") || (reads.has("q") && reads.has("kv"));
    if (isPlace(op) || view || (this.#hoists && !isOfPairs))
      return this.#operand(kind, view ?? this.#tensor(x));
    if (op === "gather") return this.#gather(table!, x);
    const [a, b, c] = args.map((arg) => this.step(arg)) as [number, number, number];
    if (op === "where") return this.push({ op, condition: a, a: b, b: c });
    if (isUnary(op)) return this.push({ op, a });
    if (op !== "floorDivide" && op !== "remainder") return this.push({ op, a, b });
    const quotient = this.push({ op: "floor", a: this.push({ op: "div", a, b }) });
    if (op === "floorDivide") return quotient;
    return this.push({ op: "sub", a, b: this.push({ op: "mul", a: quotient, b }) });
  }

  #operand(kind: Kind, values: Tensor): number {
    this.tables.push(false);
    const operand = this.operands.push(this.#stored(kind, values)) - 1;
    return this.#asKind(kind, this.push({ op: "operand", operand }));
  }

  /** An element of a table at computed indices. Dims of batch entries and heads come first, and broadcast. */
  #gather(table: Tensor, { kind, args }: Traced): number {
    const all = args.map((_, dim) => dim);
    const front = ["b", "h"].map((place) => args.findIndex(({ op }) => op === place));
    const rest = all.filter((dim) => !front.includes(dim));
    let x = table.permute([...front.filter((dim) => dim >= 0), ...rest]);
    for (const [at, place] of (["b", "h"] as const).entries())
      x = front[at]! >= 0 ? x.narrow(at, 0, this.#sizes[place]) : x.unsqueeze(at);
    const sizes = rest.map((dim) => table.size(dim));
    const [elements, exact] = [sizes.reduce((a, b) => a * b), exactIn(this.#q)];
    if (elements > exact)
      throw new OverflowError(
        `${what}: at(${table.describe()}, …) reads one of ${elements} elements at a computed index, and ${this.#q.dtype} counts ` +
          `exactly up to ${exact}; make the table smaller, or use float64.`,
      );
    const index = rest
      .map((dim) => this.step(args[dim]!))
      .reduce((before, next, i) => {
        const size = this.push({ op: "constant", value: sizes[i]! });
        return this.push({ op: "add", a: this.push({ op: "mul", a: before, b: size }), b: next });
      });
    this.tables.push(true);
    const operand = this.operands.push(this.#stored(kind, x.flatten(2).unsqueeze(2))) - 1;
    return this.#asKind(kind, this.push({ op: "gather", operand, index }));
  }

  /** Floats have gradients; whole numbers and bools are int32. */
  #stored(kind: Kind, x: Tensor): Tensor {
    return x.to(kind === "number" ? this.#q.dtype : "int32");
  }

  #asKind(kind: Kind, step: number): number {
    return kind === "bool"
      ? this.push({ op: "ne", a: step, b: this.push({ op: "constant", value: 0 }) })
      : step;
  }

  /** A symbol that no pair of a query and a key has of its own: a tensor that broadcasts to (b, h, lq, lk). */
  #tensor(x: Traced): Tensor {
    const { dtype, backend } = this.#q;
    const shape = placeNames.map((place) => (x.reads.has(place) ? this.#sizes[place] : 1));
    if (isPlace(x.op)) return arange(0, this.#sizes[x.op], 1, { dtype, backend }).reshape(shape);
    const inner = new Lowering(this.#sizes, this.#q, false);
    const step = inner.step(x);
    return inner.program(step, null).resultOf(step, { shape, dtype, backend }, inner.operands);
  }

  /** A captured tensor whose indices are places and numbers is read as it is: a view that broadcasts to (b, h, lq, lk). */
  #view(table: Tensor, indices: readonly Traced[]): Tensor | undefined {
    let view = table;
    const dims: Place[] = [];
    for (let dim = indices.length - 1; dim >= 0; dim--) {
      const { op, value } = indices[dim]!;
      if (op === "constant") view = view.select(dim, value);
      else if (!isPlace(op) || dims.includes(op)) return undefined;
      else {
        view = view.narrow(dim, 0, this.#sizes[op]);
        dims.unshift(op);
      }
    }
    const ordered = placeNames.filter((place) => dims.includes(place)).map((place) => dims.indexOf(place));
    view = view.permute(ordered);
    for (const [dim, place] of placeNames.entries()) if (!dims.includes(place)) view = view.unsqueeze(dim);
    return view;
  }
}

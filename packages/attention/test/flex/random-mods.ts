// Random changes of scores and masks, as trees: what flexAttention traces, and the same in tensor ops over all pairs.

import { valueAndGrad } from "@saccade/autograd";
import {
  type Backend,
  type DType,
  Generator,
  memory,
  randn,
  referenceBackend,
  scope,
  setBackend,
  type Tensor,
  tensor,
  where,
} from "@saccade/tensor";
import { attend } from "../../src/definitions/attention.ts";
import * as flex from "../../src/flex/index.ts";

type Kind = "whole" | "number" | "bool";
type Place = "b" | "h" | "q" | "kv";

/** One op of a mod. */
interface Node {
  readonly op: string;
  readonly args: readonly Node[];
  readonly value?: number;
  /** The captured tensor, by its place in the list. */
  readonly table?: number;
  readonly kind: Kind;
}

/** Sizes of a call: query heads are hk · group. */
interface Sizes {
  readonly b: number;
  readonly hk: number;
  readonly group: number;
  readonly lq: number;
  readonly lk: number;
  readonly d: number;
  readonly dv: number;
}

/** A random call of flexAttention. */
export interface Case {
  readonly sizes: Sizes;
  readonly score: Node | null;
  readonly mask: Node | null;
  readonly tables: readonly Table[];
  readonly seed: number;
}

/** A captured tensor: its values in row-major order, stored turned or as part of more. */
interface Table {
  readonly shape: readonly number[];
  readonly kind: Kind;
  readonly values: readonly number[];
  readonly stored: "plain" | "turned" | "part";
}

/** Random numbers by a seed. */
class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b);
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) | 0;
    let x = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  }

  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(...list: readonly T[]): T {
    return list[this.between(0, list.length - 1)]!;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}

/** The case of a seed. */
export function drawCase(seed: number): Case {
  const draw = new Draw(seed);
  const length = (): number =>
    draw.chance(0.8) ? draw.between(1, 20) : draw.between(1, draw.chance(0.7) ? 90 : 300);
  const long = draw.chance(0.25);
  const sizes = {
    b: draw.between(1, 2),
    hk: draw.between(1, 2),
    group: draw.pick(1, 1, 2, 3),
    lq: long ? length() : draw.between(1, 18),
    lk: long ? length() : draw.between(1, 18),
    d: draw.between(1, 5),
    dv: draw.between(1, 5),
  };
  const made = new Grammar(draw, sizes);
  const score = draw.chance(0.8) ? made.score(draw.between(1, 4)) : null;
  const mask = score === null || draw.chance(0.6) ? made.bool(draw.between(1, 3)) : null;
  return { sizes, score, mask, tables: made.tables, seed };
}

class Grammar {
  readonly tables: Table[] = [];
  readonly #draw: Draw;
  readonly #sizes: Sizes;

  constructor(draw: Draw, sizes: Sizes) {
    this.#draw = draw;
    this.#sizes = sizes;
  }

  whole(depth: number): Node {
    const draw = this.#draw;
    const place = (): Node => node(draw.pick("b", "h", "q", "kv", "q", "kv"), "whole");
    if (depth <= 0) return draw.chance(0.8) ? place() : this.#captured("whole");
    const a = (): Node => this.whole(depth - 1);
    const small = (): Node => constant(draw.between(1, 7));
    const beside = (): Node => (draw.chance(0.4) ? constant(draw.between(-4, 5)) : a());
    return draw.pick<() => Node>(
      place,
      () => node("sub", "whole", node("q", "whole"), node("kv", "whole")),
      () => node(draw.pick("add", "sub", "minimum", "maximum"), "whole", a(), beside()),
      () => node("mul", "whole", a(), constant(draw.between(-3, 4))),
      () => node(draw.pick("neg", "abs"), "whole", a()),
      () => node(draw.pick("floorDivide", "remainder"), "whole", a(), small()),
      () => clamped(a(), draw.between(-9, 0), draw.between(0, 9)),
      () => node("where", "whole", this.bool(depth - 1), a(), beside()),
      () => this.#captured("whole"),
    )();
  }

  /** A changed score, which may exclude keys. */
  score(depth: number): Node {
    const score = this.number(depth, true);
    if (this.#draw.chance(0.8)) return score;
    return node("where", "number", this.bool(1), score, constant(Number.NEGATIVE_INFINITY));
  }

  /** With the score in it, if `scored`. */
  number(depth: number, scored: boolean): Node {
    const draw = this.#draw;
    const [score, fraction] = [node("score", "number"), constant(draw.between(-20, 20) / 8 + 1 / 16)];
    const leaf = (): Node => (scored && draw.chance(0.6) ? score : this.#captured("number"));
    if (depth <= 0) return leaf();
    const a = (): Node => this.number(depth - 1, scored);
    const other = (): Node => this.number(depth - 1, scored && draw.chance(0.5));
    const beside = (): Node => (draw.chance(0.3) ? fraction : other());
    const small = (x: Node): Node => node("tanh", "number", x);
    return draw.pick<() => Node>(
      leaf,
      () => node(draw.pick("add", "sub", "minimum", "maximum"), "number", a(), beside()),
      () => node("add", "number", a(), node("mul", "number", this.whole(depth - 1), constant(1 / 64))),
      () => node("mul", "number", a(), small(other())),
      () => node("mul", "number", small(a()), this.#captured("number")),
      () => node("div", "number", a(), node("add", "number", node("abs", "number", other()), constant(1))),
      () => node(draw.pick("neg", "abs", "tanh", "sigmoid"), "number", a()),
      () => node("exp", "number", small(a())),
      () => node("log", "number", node("add", "number", node("abs", "number", a()), constant(0.5))),
      () => node("add", "number", a(), node("floor", "number", other())),
      () => node("where", "number", this.bool(depth - 1, scored), a(), beside()),
      () => node("add", "number", a(), this.#captured("number")),
    )();
  }

  bool(depth: number, scored: boolean = false): Node {
    const draw = this.#draw;
    const compared = draw.pick("eq", "ne", "lt", "le", "gt", "ge");
    const wholes = (): Node =>
      node(
        compared,
        "bool",
        this.whole(depth - 1),
        draw.chance(0.5) ? constant(draw.between(-3, 9)) : this.whole(1),
      );
    if (depth <= 0) return draw.chance(0.5) ? this.#captured("bool") : wholes();
    const a = (): Node => this.bool(depth - 1, scored);
    return draw.pick<() => Node>(
      wholes,
      () => node("ge", "bool", node("q", "whole"), node("kv", "whole")),
      () =>
        node(
          "lt",
          "bool",
          node("abs", "whole", node("sub", "whole", node("q", "whole"), node("kv", "whole"))),
          constant(draw.between(1, 40)),
        ),
      () =>
        node(
          draw.pick("lt", "gt"),
          "bool",
          this.number(depth - 1, scored),
          constant(draw.between(-9, 9) / 8 + 1 / 32),
        ),
      () => node(draw.pick("logicalAnd", "logicalOr"), "bool", a(), a()),
      () => node("logicalNot", "bool", a()),
      () => node("where", "bool", a(), a(), a()),
      () => this.#captured("bool"),
    )();
  }

  #captured(kind: Kind): Node {
    const draw = this.#draw;
    const { b, hk, group, lq, lk } = this.#sizes;
    const sizes: Record<Place, number> = { b, h: hk * group, q: lq, kv: lk };
    const indices: Node[] = [];
    const shape: number[] = [];
    const of = (place: Place): void => {
      indices.push(node(place, "whole"));
      shape.push(sizes[place] + (draw.chance(0.2) ? draw.between(1, 3) : 0));
    };
    const computed = (): void => {
      const size = draw.between(1, 9);
      const whole = this.whole(draw.between(0, 2));
      indices.push(
        draw.chance(0.5) ? node("remainder", "whole", whole, constant(size)) : clamped(whole, 0, size - 1),
      );
      shape.push(size);
    };
    const fixed = (): void => {
      shape.push(draw.between(1, 4));
      indices.push(constant(draw.between(0, shape.at(-1)! - 1)));
    };
    draw.pick<() => void>(
      () => {},
      () => of("h"),
      () => of("q"),
      () => of("kv"),
      () => void [of("b"), of("kv")],
      () => void [of("h"), of("q")],
      () => void [of("q"), of("kv")],
      () => void [of("kv"), of("q")],
      () => void [of("h"), of("q"), of("kv")],
      () => void [of("b"), of("h"), of("q"), of("kv")],
      () => void [of("b"), fixed(), of("kv")],
      computed,
      () => void [of("h"), computed()],
      () => void [computed(), of("h")],
      () => void [computed(), computed()],
      () => void [of("b"), of("h"), computed()],
      () => void [of("q"), computed()],
      () => void [fixed(), computed()],
    )();
    const values = Array.from({ length: shape.reduce((a, c) => a * c, 1) }, () => {
      if (kind === "number") return Math.fround(draw.between(-64, 64) / 32 + 1 / 128);
      return kind === "bool" ? draw.between(0, 1) : draw.between(-2, 6);
    });
    const stored = draw.pick("plain", "turned", "part");
    const table = this.tables.push({ shape, kind, values, stored }) - 1;
    return { op: "at", args: indices, table, kind };
  }
}

const node = (op: string, kind: Kind, ...args: readonly Node[]): Node => ({ op, kind, args });
const constant = (value: number): Node => ({
  op: "constant",
  args: [],
  value,
  kind: Number.isInteger(value) ? "whole" : "number",
});
const clamped = (x: Node, min: number, max: number): Node =>
  node("minimum", "whole", node("maximum", "whole", x, constant(min)), constant(max));

/** A mod as text. */
export function shown(x: Node | null): string {
  if (x === null) return "none";
  if (x.op === "constant") return String(x.value);
  const args = x.args.map(shown);
  return x.op === "at"
    ? `at(t${x.table}, ${args.join(", ")})`
    : args.length === 0
      ? x.op
      : `${x.op}(${args.join(", ")})`;
}

function opsIn(x: Node | null, into: Set<string> = new Set()): Set<string> {
  if (x === null) return into;
  for (const arg of x.args) opsIn(arg, into);
  return into.add(x.op);
}

/** What flexAttention is given. */
function traced(
  x: Node,
  tables: readonly Tensor[],
  places: Readonly<Record<string, flex.Traced>>,
): flex.TracedOr {
  if (x.op === "constant") return x.value!;
  const place = places[x.op];
  if (place) return place;
  const [a, ...more] = x.args.map((arg) => traced(arg, tables, places)) as [flex.Traced, ...flex.Traced[]];
  if (x.op === "at") return flex.at(tables[x.table!]!, ...(x.args.length === 0 ? [] : [a, ...more]));
  if (x.op === "where") return flex.where(a, more[0]!, more[1]!);
  return more.length === 0 ? a[x.op as "neg"]() : a[x.op as "add"](more[0]!);
}

/** How far numbers stay from where a comparison, a floor or an absolute value turns. */
class Margin {
  least: number = Number.POSITIVE_INFINITY;

  note(distance: Tensor): void {
    for (const x of distance.dataSync())
      this.least = Math.min(this.least, Number.isNaN(x) ? this.least : Math.abs(x));
  }
}

/** The same in tensor ops, for all pairs. Whole numbers are int32. */
function dense(
  x: Node,
  tables: readonly Tensor[],
  places: Readonly<Record<string, Tensor>>,
  margin: Margin,
): Tensor {
  const { dtype, backend } = places.score!;
  const floats = (y: Tensor): Tensor => y.to(dtype);
  const values = x.args.map((arg) => dense(arg, tables, places, margin));
  if (x.op === "constant") return tensor(x.value!, { dtype: x.kind === "whole" ? "int32" : dtype, backend });
  if (places[x.op]) return places[x.op]!;
  if (x.op === "at") {
    const table = tables[x.table!]!;
    if (values.length === 0) return x.kind === "number" ? floats(table) : table;
    const at = values.reduce(
      (sum, index, dim) => sum.mul(table.size(dim)).add(index),
      tensor(0, { dtype: "int32", backend }),
    );
    const found = table.flatten().indexSelect(0, at.flatten()).reshape(at.shape);
    return x.kind === "number" ? floats(found) : found;
  }
  const inFloats = x.kind === "number" || x.args.some((arg) => arg.kind === "number");
  const [a, b, c] = values.map((y) => (inFloats && y.dtype === "int32" ? floats(y) : y)) as [
    Tensor,
    Tensor,
    Tensor,
  ];
  if (x.op === "where")
    return x.kind === "bool" ? b.logicalAnd(a).logicalOr(c.logicalAnd(a.logicalNot())) : where(a, b, c);
  if (inFloats && ["minimum", "maximum", "lt", "le", "gt", "ge", "eq", "ne"].includes(x.op))
    margin.note(a.sub(b));
  if (inFloats && x.op === "abs") margin.note(a);
  if (inFloats && x.op === "floor") margin.note(a.sub(a.add(0.5).floor()));
  return x.args.length === 1 ? a[x.op as "neg"]() : a[x.op as "add"](b);
}

/** A call's tensors, of a dtype on a backend. */
function tensorsOf(
  { sizes, tables, seed }: Case,
  dtype: DType,
  backend: Backend,
): { q: Tensor; k: Tensor; v: Tensor; captured: Tensor[] } {
  const generator = new Generator(seed);
  const { b, hk, group, lq, lk, d, dv } = sizes;
  const make = (...shape: number[]): Tensor =>
    randn(shape, { generator, backend: referenceBackend() }).to(dtype).to(backend);
  const [q, k, v] = [make(b, hk * group, lq, d), make(b, hk, lk, d), make(b, hk, lk, dv)];
  const captured = tables.map(({ shape, kind, values, stored }) => {
    const flat = tensor([...values], { dtype: "float64", backend: referenceBackend() }).reshape([...shape]);
    const x = kind === "bool" ? flat.ne(0) : flat.to(kind === "whole" ? "int32" : dtype);
    return store(x.to(backend), stored);
  });
  return { q, k, v, captured };
}

function store(x: Tensor, how: Table["stored"]): Tensor {
  if (x.ndim === 0 || how === "plain") return x;
  if (how === "turned") return x.transpose(0, -1).contiguous().transpose(0, -1);
  return x.pad([1, 2]).narrow(-1, 1, x.size(-1));
}

/** Results of a call: the output, first gradients, second gradients. */
export type Results = readonly (readonly Tensor[])[];

/** Value, gradients, and on demand the gradients of their sum, of the floats. */
function derived(
  program: (...floats: Tensor[]) => Tensor,
  floats: readonly Tensor[],
  seed: number,
  second: boolean,
): Results {
  const weigh = (xs: readonly Tensor[], from: number): Tensor =>
    xs
      .map((x, i) =>
        randn(x.shape, { generator: new Generator(from + i), backend: referenceBackend() })
          .to(x.dtype)
          .to(x.backend)
          .mul(x)
          .sum(),
      )
      .reduce((a, c) => a.add(c));
  const first = (...xs: Tensor[]): { value: { output: Tensor }; grads: Tensor[] } => {
    const found = valueAndGrad(() => {
      const output = program(...xs);
      return { loss: weigh([output], seed), output };
    }, xs);
    return { value: found.value, grads: [...found.grads] };
  };
  if (!second) {
    const { value, grads } = first(...floats);
    return [[value.output], grads];
  }
  const { value, grads } = valueAndGrad(() => {
    const { value: inner, grads: slopes } = first(...floats);
    return { loss: weigh(slopes, seed + 9), output: inner.output, slopes };
  }, [...floats]);
  return [[value.output], value.slopes, grads];
}

const placeNames = ["b", "h", "q", "kv"] as const;

/** flexAttention's results. */
export function flexResults(of: Case, dtype: DType, backend: Backend, second: boolean): Results {
  return runOn(of, dtype, backend, second, ({ q, k, v, captured }) => {
    const { score, mask, sizes } = of;
    const places = (given: readonly flex.Traced[]): Record<string, flex.Traced> =>
      Object.fromEntries(placeNames.map((place, i) => [place, given[i]!]));
    const scoreMod: flex.ScoreMod | undefined = score
      ? (s, ...given) => traced(score, captured, { ...places(given), score: s })
      : undefined;
    const blockMask = mask ? maskOf(mask, captured, sizes) : undefined;
    return flex.flexAttention(q, k, v, { scoreMod, blockMask, enableGqa: sizes.group > 1 }).output;
  });
}

/** The block mask of a tree. */
export function maskOf(
  mask: Node,
  captured: readonly Tensor[],
  { b, hk, group, lq, lk }: Sizes,
): flex.BlockMask {
  const mod: flex.MaskMod = (...given) =>
    traced(
      mask,
      captured,
      Object.fromEntries(placeNames.map((place, i) => [place, given[i]!])),
    ) as flex.Traced;
  const read = opsIn(mask);
  return flex.createBlockMask(mod, read.has("b") ? b : null, read.has("h") ? hk * group : null, lq, lk);
}

/** Results in tensor ops over all pairs, and how near a number came to a turning point. */
export function plainResults(
  of: Case,
  dtype: DType,
  backend: Backend,
  second: boolean,
): { results: Results; margin: number } {
  const margin = new Margin();
  const results = runOn(of, dtype, backend, second, ({ q, k, v, captured }) => {
    const { score, mask, sizes } = of;
    const { d, group } = sizes;
    const [keys, values] = [k, v].map((x) => x.repeatInterleave(group, 1)) as [Tensor, Tensor];
    const plain = q.mul(1 / Math.sqrt(d)).matmul(keys.transpose(-2, -1));
    const places = { ...placesOf(sizes, backend), score: plain };
    const changed = score ? dense(score, captured, places, margin).to(dtype).expand(plain.shape) : plain;
    const kept = changed.ne(Number.NEGATIVE_INFINITY);
    const allowed = mask ? kept.logicalAnd(dense(mask, captured, places, margin)) : kept;
    return attend(changed, values, allowed).output;
  });
  return { results, margin: margin.least };
}

function placesOf({ b, hk, group, lq, lk }: Sizes, backend: Backend): Record<Place, Tensor> {
  const along = (n: number, dim: number): Tensor =>
    tensor(
      Array.from({ length: n }, (_, i) => i),
      { dtype: "int32", backend },
    ).reshape([0, 1, 2, 3].map((at) => (at === dim ? n : 1)));
  return { b: along(b, 0), h: along(hk * group, 1), q: along(lq, 2), kv: along(lk, 3) };
}

function runOn(
  of: Case,
  dtype: DType,
  backend: Backend,
  second: boolean,
  run: (given: { q: Tensor; k: Tensor; v: Tensor; captured: Tensor[] }) => Tensor,
): Results {
  setBackend(backend);
  const { q, k, v, captured } = tensorsOf(of, dtype, backend);
  const learned = captured.map((x, i) => ({ x, i })).filter(({ i }) => of.tables[i]!.kind === "number");
  const program = (...floats: Tensor[]): Tensor => {
    const all = [...captured];
    learned.forEach(({ i }, at) => {
      all[i] = floats[3 + at]!;
    });
    return run({ q: floats[0]!, k: floats[1]!, v: floats[2]!, captured: all });
  };
  return derived(program, [q, k, v, ...learned.map(({ x }) => x)], of.seed, second);
}

/** What is wrong with flexAttention in a case, on a backend; "near" where a number is so near a turning point that rounding decides. */
export function faultOf(of: Case, dtype: "float32" | "float64", backend: Backend): string | undefined {
  const reference = referenceBackend();
  const second = of.seed % 4 === 0;
  const before = memory().tensors;
  const fault = scope(() => {
    const want = plainResults(of, "float64", reference, second);
    const [least, tolerance] = dtype === "float64" ? [1e-9, 1e-9] : [1e-4, 1e-5];
    if (want.margin < least) return "near";
    // How far float32 is from float64 in plain ops.
    const rough = dtype === "float64" ? want : plainResults(of, dtype, reference, second);
    const got = flexResults(of, dtype, backend, second);
    for (const [order, tensors] of want.results.entries())
      for (const [i, x] of tensors.entries()) {
        const [wanted, found, other] = [x, got[order]![i]!, rough.results[order]![i]!].map((y) => [
          ...y.dataSync(),
        ]);
        const scale = Math.max(1, ...wanted!.map(Math.abs));
        const near = tolerance * scale + 20 * Math.max(...wanted!.map((y, at) => Math.abs(y - other![at]!)));
        const wrong = found!.findIndex((y, at) => !(Math.abs(y - wanted![at]!) <= near));
        if (wrong < 0 && found!.length === wanted!.length) continue;
        return `derivative ${order}, tensor ${i}, element ${wrong}: ${found![wrong]} instead of ${wanted![wrong]}`;
      }
    return layoutFault(of, backend);
  });
  setBackend(reference);
  return fault ?? (memory().tensors === before ? undefined : `leaks ${memory().tensors - before} tensors`);
}

/** The bits of a case's results. */
export function bitsOf(of: Case, backend: Backend): number[] {
  return scope(() => {
    const results = flexResults(of, "float32", backend, false).flat();
    return results.flatMap((x) => [...new Int32Array(Float32Array.from(x.dataSync()).buffer)]);
  });
}

/** What is wrong with the layout of a case's mask. */
export function layoutFault(of: Case, backend: Backend): string | undefined {
  if (of.mask === null) return undefined;
  setBackend(backend);
  const { captured, q } = tensorsOf(of, "float32", backend);
  const margin = new Margin();
  const dense32 = dense(of.mask, captured, { ...placesOf(of.sizes, backend), score: q }, margin);
  const { b, hk, group, lq, lk } = of.sizes;
  const allowed = dense32.expand([b, hk * group, lq, lk]).dataSync();
  const { tiles, shape } = maskOf(of.mask, captured, of.sizes).layout;
  const [bs, hs, panels, columns] = shape;
  for (let batch = 0; batch < b; batch++)
    for (let head = 0; head < hk * group; head++)
      for (let panel = 0; panel < panels; panel++)
        for (let tile = 0; tile < columns; tile++) {
          const at = (((batch % bs) * hs + (head % hs)) * panels + panel) * columns + tile;
          const isAllowed = (row: number, key: number): boolean =>
            allowed[((batch * hk * group + head) * lq + row) * lk + key] === 1;
          const rows = Array.from({ length: Math.min(16, lq - panel * 16) }, (_, i) => panel * 16 + i);
          const keys = Array.from({ length: Math.min(64, lk - tile * 64) }, (_, i) => tile * 64 + i);
          const count = keys.findLastIndex((key) => rows.some((row) => isAllowed(row, key))) + 1;
          const full =
            count > 0 && rows.every((row) => keys.slice(0, count).every((key) => isAllowed(row, key)));
          const [found, foundFull] = [tiles[at]! % 128, tiles[at]! >= 128];
          // What compares floats may be left undecided.
          const isRight =
            margin.least === Number.POSITIVE_INFINITY
              ? found === count && foundFull === full
              : found >= count && (!foundFull || (full && found === count));
          if (!isRight)
            return `layout ${batch}, ${head}, ${panel}, ${tile}: ${tiles[at]} instead of ${count + (full ? 128 : 0)}`;
        }
  return undefined;
}

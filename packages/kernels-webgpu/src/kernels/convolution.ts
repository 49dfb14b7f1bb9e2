import type { Conv2dAttrs, Operand } from "@saccade/tensor/backend";
import { countOf, type KernelTable, type Machine, windowOn } from "../machine.ts";
import { plainFold, runFold } from "./fold.ts";
import { groupsOf, runGatheredProduct, side } from "./gathered-product.ts";
import { Parameters } from "./parameters.ts";

/** A convolution's operands: x (N, C, H, W), w (O, C / groups, KH, KW), and y (N, O, OH, OW), or y's cotangent. */
interface Convolution {
  readonly x: Operand;
  readonly w: Operand;
  readonly y: Operand;
}

/** Which of them is computed, of the other two. */
type Role = keyof Convolution;

/**
 * The op that computes an operand, as a product for each group of channels, of matrices that are never unfolded. `rows` are
 * channels; columns and terms are counted by three numbers each, which `columnOf` and `stepOf` take apart.
 */
interface Formula {
  readonly rows: "o" | "c";
  readonly columns: Counted;
  readonly terms: Counted;
  /** What of a row and a term stands on the left, and what of a term and a column on the right: f32 in WGSL. */
  readonly left: (look: Look) => string;
  readonly right: (look: Look) => string;
  /** Where the result lies. */
  readonly result: (look: Look) => string;
  /** Whether neighbouring threads read neighbouring terms. */
  readonly alongTerms: readonly [left: boolean, right: boolean];
}

/** Windows' places (n, i, j), pixels (n, row, column), or a window's elements behind a channel of its group. */
type Counted = "windows" | "pixels" | "c elements" | "o elements";

/** WGSL of an element of x, w or y, at whole numbers. */
type Look = (role: Role, ...at: readonly [string, string, string, string]) => string;

const formulas: Readonly<Record<Role, Formula>> = {
  // y[o, window] = Σ w[o, element] · x[window, element]
  y: {
    rows: "o",
    columns: "windows",
    terms: "c elements",
    left: (look) => look("w", "o0 + row", "term.x", "term.y", "term.z"),
    right: (look) => `let at = column.yz * stride - padding + term.yz * dilation;
  if (any(at < vec2(0)) || any(at >= image)) { return 0; }
  return ${look("x", "column.x", "c0 + term.x", "at.x", "at.y")};`,
    result: (look) => look("y", "column.x", "o0 + row", "column.y", "column.z"),
    alongTerms: [true, false],
  },
  // x[c, pixel] = Σ w[element, c] · y[the window that has this pixel as that element]
  x: {
    rows: "c",
    columns: "pixels",
    terms: "o elements",
    left: (look) => look("w", "o0 + term.x", "row", "term.y", "term.z"),
    right: (look) => `let at = column.yz + padding - term.yz * dilation;
  let window = at / stride;
  if (any(at < vec2(0)) || any(window * stride != at) || any(window >= windows)) { return 0; }
  return ${look("y", "column.x", "o0 + term.x", "window.x", "window.y")};`,
    result: (look) => look("x", "column.x", "c0 + row", "column.y", "column.z"),
    alongTerms: [true, false],
  },
  // w[o, element] = Σ y[o, window] · x[window, element]
  w: {
    rows: "o",
    columns: "c elements",
    terms: "windows",
    left: (look) => look("y", "term.x", "o0 + row", "term.y", "term.z"),
    right: (look) => `let at = term.yz * stride - padding + column.yz * dilation;
  if (any(at < vec2(0)) || any(at >= image)) { return 0; }
  return ${look("x", "term.x", "c0 + column.x", "at.x", "at.y")};`,
    result: (look) => look("w", "o0 + row", "column.x", "column.y", "column.z"),
    alongTerms: [true, true],
  },
};

/** Convolutions and their gradients. A long sum of few results is cut into parts, which are added in their order. */
export function convolutionKernels(machine: Machine): KernelTable {
  return {
    conv2d: ([x, w, bias], [y], attrs) => convolve(machine, "y", { x: x!, w: w!, y: y! }, attrs, bias),
    conv2dInput: ([g, w], [x], attrs) => convolve(machine, "x", { x: x!, w: w!, y: g! }, attrs),
    conv2dWeight: ([g, x], [w], attrs) => convolve(machine, "w", { x: x!, w: w!, y: g! }, attrs),
  };
}

/** Workgroups that keep a GPU busy, and the terms that are worth one. */
const [busy, fewestTerms] = [256, 256];

function convolve(
  machine: Machine,
  role: Role,
  operands: Convolution,
  attrs: Conv2dAttrs,
  bias?: Operand,
): boolean {
  const result = operands[role];
  if (Object.values(operands).some(({ dtype }) => dtype !== "float32")) return false;
  if (countOf(result.shape) === 0) return true;
  const sizes = sizesOf(role, operands, attrs.groups);
  const { tiles, terms } = sizes;
  const parts =
    role === "w" ? Math.max(1, Math.min(Math.ceil(busy / tiles), Math.floor(terms / fewestTerms))) : 1;
  if (parts === 1) {
    runConvolution(machine, role, operands, attrs, sizes, parts, bias);
    return true;
  }
  machine.withScratch([parts, ...result.shape], (sums) => {
    const first = windowOn(sums, result.shape, result.strides);
    runConvolution(machine, role, { ...operands, [role]: first }, attrs, sizes, parts);
    const fold = plainFold("f32", "0", "x", "a + b");
    const call = {
      shape: sums.shape,
      dims: [0],
      operands: { x: sums },
      fold,
      perRow: [[result, "acc"]] as const,
    };
    runFold(machine, { name: "sum", ...call });
  });
  return true;
}

type Sizes = ReturnType<typeof sizesOf>;

function sizesOf(role: Role, { x, w, y }: Convolution, groups: number) {
  const [batch, , ...image] = x.shape as Four;
  const [, , ...windows] = y.shape as Four;
  const [outs, c, ...kernel] = w.shape as Four;
  const o = outs / groups;
  const counts: Readonly<Record<Counted, Three>> = {
    windows: [batch, ...windows],
    pixels: [batch, ...image],
    "c elements": [c, ...kernel],
    "o elements": [o, ...kernel],
  };
  const formula = formulas[role];
  const [column, term] = [counts[formula.columns], counts[formula.terms]];
  const [rows, columns, terms] = [{ o, c }[formula.rows], countOf(column), countOf(term)];
  const tiles = Math.ceil(rows / side) * Math.ceil(columns / side) * groups;
  return { image, windows, channels: { o, c }, column, term, rows, columns, terms, tiles };
}

type Three = readonly [number, number, number];
type Four = readonly [number, number, number, number];

/** Runs the product, its terms in some parts. The result of part p lies p times its size behind that of the first. */
function runConvolution(
  machine: Machine,
  role: Role,
  operands: Convolution,
  { stride, padding, dilation, groups: channelGroups }: Conv2dAttrs,
  { image, windows, channels, column, term, rows, columns, terms, tiles }: Sizes,
  parts: number,
  bias?: Operand,
): void {
  const { columns: _columns, ...formula } = formulas[role];
  const result = operands[role];
  const roles = (["x", "w", "y"] as const).filter((name) => name !== role);
  const groups = groupsOf(machine, tiles * parts);
  const parameters = new Parameters();
  const whole = (n: number): string => parameters.whole(n);
  const pair = (numbers: readonly number[]): string => `vec2<i32>(vec2(${numbers.map(whole)}))`;
  const [splits, length] = [whole(channelGroups), whole(Math.ceil(terms / parts))];
  const [row, col, end, all, across] = [rows, columns, terms, tiles * parts, groups[0]].map(whole);
  const [o, c, size] = [channels.o, channels.c, countOf(result.shape)].map(whole);
  const names = { stride, padding, dilation, image, windows };
  const lets = Object.entries(names).map(([name, numbers]) => `  let ${name} = ${pair(numbers)};`);
  const [columnApart, termApart] = [column, term].map(([, b, d]) => `apart(i, ${whole(b)}, ${whole(d)})`);
  const places = {
    x: parameters.place(operands.x),
    w: parameters.place(operands.w),
    y: parameters.place(operands.y),
  };
  const atBias = bias && parameters.place(bias);
  runGatheredProduct(machine, {
    name: `convolution ${role}`,
    variant: `${bias === undefined}`,
    reads: [...roles.map((name) => operands[name]), ...(bias ? [bias] : [])],
    writes: [result],
    words: parameters.words,
    groups,
    source: (buffers) => {
      const place = (name: Role, at: readonly string[]): string =>
        places[name](...at.map((i) => `u32(${i})`));
      const look: Look = (name, ...at) => `${buffers[roles.indexOf(name)]}[${place(name, at)}]`;
      // The channels of a group begin at these.
      const begin = `  let group = tile.part % ${splits};
  let o0 = i32(group * ${o});
  let c0 = i32(group * ${c});`;
      return `fn apart(i: u32, b: u32, c: u32) -> vec4<i32> { return vec4<i32>(vec4(i / c / b, i / c % b, i % c, 0)); }
fn tileOf(group: vec3<u32>) -> Tile {
  let g = group.x + group.y * ${across};
  if (g >= ${all}) { return Tile(); }
  let wide = (${col} + ${side - 1}) / ${side};
  let high = (${row} + ${side - 1}) / ${side};
  let part = g / wide / high;
  let begin = part / ${splits} * ${length};
  return Tile(g / wide % high * ${side}, g % wide * ${side}, ${row}, ${col}, begin, min(begin + ${length}, ${end}), part, ${formula.alongTerms});
}
fn rowOf(tile: Tile, i: u32) -> vec4<i32> { return vec4(i32(i), 0, 0, 0); }
fn columnOf(tile: Tile, i: u32) -> vec4<i32> { return ${columnApart}; }
fn stepOf(tile: Tile, i: u32) -> vec4<i32> { return ${termApart}; }
fn leftAt(tile: Tile, at: vec4<i32>, term: vec4<i32>) -> f32 {
${begin}
  let row = at.x;
  return ${formula.left(look)};
}
fn rightAt(tile: Tile, term: vec4<i32>, column: vec4<i32>) -> f32 {
${begin}
${lets.join("\n")}
  ${formula.right(look)}
}
fn put(tile: Tile, at: u32, i: u32, sum: f32) {
${begin}
  let row = i32(at);
  let column = columnOf(tile, i);
  let place = ${formula.result((name, ...at) => place(name, at))};
  ${buffers.at(-1)}[place + tile.part / ${splits} * ${size}] = sum${atBias ? ` + ${buffers[2]}[${atBias("u32(o0 + row)")}]` : ""};
}`;
    },
  });
}

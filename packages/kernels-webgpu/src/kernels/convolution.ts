import { type Conv2dAttrs, type KernelTable, numelOf, type Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { findPlaces, Parameters, perElement, walkOf, windowOn, wordsOf } from "../wgsl.ts";
import { runFold, sumFold, sumValue } from "./fold.ts";
import { runGatheredProduct, tileColumns, tileRows, tilesOf } from "./gathered-product.ts";

/** A convolution's operands: x (N, C, H, W), w (O, C / groups, KH, KW), and y (N, O, OH, OW), or y's cotangent. */
interface Convolution {
  readonly x: Operand;
  readonly w: Operand;
  readonly y: Operand;
}

/** Which of them is computed, of the other two. */
type Role = keyof Convolution;

/**
 * An operand as a product, for each group of channels, of matrices that are never unfolded. Its rows are channels, i; its
 * columns and terms are counted by a and b: a window (n; row, column), a pixel (n; row, column), or an element of windows (a
 * channel of the group; row, column).
 *
 * In WGSL, x, w and y are strides, o0 and c0 the group's first channels. `row`, `column` and `term` return their offsets
 * of an element. A column and a term give a row and a column of an image (xy), and what they add on the right (z); a
 * row gives what it adds on the left (x), and a term, too (w).
 */
interface Formula {
  readonly left: Role;
  readonly right: Role;
  readonly rows: "o" | "c";
  readonly columns: Counted;
  readonly terms: Counted;
  readonly row: string;
  readonly column: string;
  readonly term: string;
  /** Whether the right operand has an element there, `isInside`, and what `more` is added to where it lies. */
  readonly inside: string;
  readonly result: string;
}

type Counted = "windows" | "pixels" | "c elements" | "o elements";

const inImage = `let at = column.xy + term.xy;
  // A negative number is a large one without a sign.
  let isInside = all(vec2<u32>(at) < vec2<u32>(image));
  let more = 0;`;

const formulas: Readonly<Record<Role, Formula>> = {
  // y[o, window] = Σ w[o, element] · x[window, element]
  y: {
    left: "w",
    right: "x",
    rows: "o",
    columns: "windows",
    terms: "c elements",
    row: "vec4((o0 + i) * w[0], 0, 0, 0)",
    column: "vec4(b * stride - padding, a * x[0] + dot(b * stride - padding, x.zw), 0)",
    term: "vec4(b * dilation, (c0 + a) * x[1] + dot(b * dilation, x.zw), a * w[1] + dot(b, w.zw))",
    inside: inImage,
    result: "a * y[0] + (o0 + i) * y[1] + dot(b, y.zw)",
  },
  // x[c, pixel] = Σ w[element, c] · y[element, the window in which this pixel is that element]
  x: {
    left: "w",
    right: "y",
    rows: "c",
    columns: "pixels",
    terms: "o elements",
    row: "vec4(i * w[1], 0, 0, 0)",
    column: "vec4(b + padding, a * y[0], 0)",
    term: "vec4(-b * dilation, (o0 + a) * y[1], (o0 + a) * w[0] + dot(b, w.zw))",
    inside: `let at = column.xy + term.xy;
  let window = at / stride;
  let isInside = all(at >= vec2(0)) && all(window * stride == at) && all(window < windows);
  let more = dot(window, y.zw);`,
    result: "a * x[0] + (c0 + i) * x[1] + dot(b, x.zw)",
  },
  // w[o, element] = Σ y[o, window] · x[window, element]
  w: {
    left: "y",
    right: "x",
    rows: "o",
    columns: "c elements",
    terms: "windows",
    row: "vec4((o0 + i) * y[1], 0, 0, 0)",
    column: "vec4(b * dilation - padding, (c0 + a) * x[1] + dot(b * dilation - padding, x.zw), 0)",
    term: "vec4(b * stride, a * x[0] + dot(b * stride, x.zw), a * y[0] + dot(b, y.zw))",
    inside: inImage,
    result: "(o0 + i) * w[0] + a * w[1] + dot(b, w.zw)",
  },
};

/** Convolutions, their gradients, and maxima of windows. The weights' long sums are cut into parts, which are added in their order. */
export function convolutionKernels(machine: Machine): KernelTable {
  return {
    conv2d: ([x, w, bias], [y], attrs) => convolve(machine, "y", { x: x!, w: w!, y: y! }, attrs, bias),
    conv2dInput: ([g, w], [x], attrs) => convolve(machine, "x", { x: x!, w: w!, y: g! }, attrs),
    conv2dWeight: ([g, x], [w], attrs) => convolve(machine, "w", { x: x!, w: w!, y: g! }, attrs),
    /** The position of each window's maximum: the first of equal elements, the last NaN. A thread for each window. */
    maxPoolIndex([x], [y], { kernel, stride, padding, dilation }) {
      const isFloat = x!.dtype === "float32";
      if (x!.dtype === "bool") return false;
      const [image, windows] = [x!.shape.slice(-2), y!.shape.slice(-2)];
      const leading = x!.shape.slice(0, -2);
      const place = { strides: x!.strides.slice(0, -2), offset: x!.offset };
      const walk = walkOf(leading, [place]);
      const n = numelOf(y!.shape);
      const parameters = new Parameters();
      parameters.whole(n);
      const pair = (numbers: readonly number[]): string =>
        `vec2<i32>(vec2(${numbers.map((number) => parameters.whole(number))}))`;
      const sizes = { image, windows, kernel, stride, padding, dilation, steps: x!.strides.slice(-2) };
      const lets = Object.entries(sizes).map(([name, numbers]) => `  let ${name} = ${pair(numbers)};`);
      const to = parameters.whole(y!.offset);
      const first = parameters.words.length;
      const wins = isFloat ? "isNaN(value) || (!isNaN(best) && value > best)" : "value > best";
      machine.run({
        name: "maxPoolIndex",
        variant: `${walk.sizes.length}`,
        reads: [x!],
        writes: [y!],
        words: [...parameters.words, ...wordsOf(walk, [place])],
        threads: n,
        source: ([from, into]) =>
          perElement(`${lets.join("\n")}
  let area = u32(windows.x * windows.y);
  let plane = i / area;
  let window = vec2<i32>(vec2(i % area / u32(windows.y), i % u32(windows.y)));
${findPlaces(walk, first, "plane")}
  var found = -1;
  var best = ${isFloat ? "0f" : "0i"};
  for (var k = 0; k < kernel.x; k++) {
    for (var l = 0; l < kernel.y; l++) {
      let at = window * stride - padding + vec2(k, l) * dilation;
      if (any(at < vec2(0)) || any(at >= image)) { continue; }
      let value = ${from}[at0 + u32(at.x * steps.x + at.y * steps.y)];
      if (found < 0 || ${wins}) { found = at.x * image.y + at.y; best = value; }
    }
  }
  ${into}[${to} + i] = found;`),
      });
      return true;
    },
  };
}

/** Workgroups that keep a GPU busy, and the terms that are worth one. */
const [busy, fewestTerms] = [128, 128];

function convolve(
  machine: Machine,
  role: Role,
  operands: Convolution,
  attrs: Conv2dAttrs,
  bias?: Operand,
): boolean {
  const result = operands[role];
  if (Object.values(operands).some(({ dtype }) => dtype !== "float32")) return false;
  if (numelOf(result.shape) === 0) return true;
  const sizes = sizesOf(role, operands, attrs.groups);
  const { tiles, terms } = sizes;
  const most = role === "w" ? Math.min(Math.ceil(busy / tiles), Math.floor(terms / fewestTerms)) : 1;
  const parts = Math.max(1, most);
  if (parts === 1) {
    runConvolution(machine, role, operands, attrs, sizes, parts, bias);
    return true;
  }
  machine.withScratch([parts, ...result.shape], (sums) => {
    const first = windowOn(sums, result.shape, result.strides);
    runConvolution(machine, role, { ...operands, [role]: first }, attrs, sizes, parts);
    const call = { shape: sums.shape, dims: [0], operands: { x: sums }, fold: sumFold("x") };
    runFold(machine, { name: "sum", ...call, perRow: [[result, sumValue]] });
  });
  return true;
}

type Three = readonly [number, number, number];
type Four = readonly [number, number, number, number];
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
  const [rows, columns, terms] = [{ o, c }[formula.rows], numelOf(column), numelOf(term)];
  const tiles = tilesOf(rows, columns) * groups;
  return { image, windows, o, c, column, term, rows, columns, terms, tiles };
}

/** Runs the product, with its terms split into parts. The result of part p is p times its size after that of the first. */
function runConvolution(
  machine: Machine,
  role: Role,
  operands: Convolution,
  { stride, padding, dilation, groups: channelGroups }: Conv2dAttrs,
  { image, windows, o, c, column, term, rows, columns, terms, tiles }: Sizes,
  parts: number,
  bias?: Operand,
): void {
  const { left, right, ...formula } = formulas[role];
  const result = operands[role];
  const groups = machine.plane(tiles * parts);
  const parameters = new Parameters();
  const whole = (n: number): string => parameters.whole(n);
  const vector = (numbers: readonly number[]): string =>
    `vec${numbers.length}<i32>(vec${numbers.length}(${numbers.map(whole)}))`;
  const [splits, length] = [whole(channelGroups), whole(Math.ceil(terms / parts))];
  const [row, col, end, all, across] = [rows, columns, terms, tiles * parts, groups[0]].map(whole);
  const size = whole(numelOf(result.shape));
  const strides = { x: operands.x.strides, w: operands.w.strides, y: operands.y.strides };
  const names = { stride, padding, dilation, image, windows, channels: [o, c], ...strides };
  const [toLeft, toRight, toResult] = [operands[left], operands[right], result].map((x) => whole(x.offset));
  const known = `${Object.entries(names)
    .map(([name, numbers]) => `  let ${name} = ${vector(numbers)};`)
    .join("\n")}
  let o0 = i32(tile.part % ${splits}) * channels[0];
  let c0 = i32(tile.part % ${splits}) * channels[1];`;
  const [columnDims, termDims] = [column, term].map(([, b0, b1]) => `${whole(b0)}, ${whole(b1)}`);
  const atBias = bias && parameters.place(bias);
  runGatheredProduct(machine, {
    name: `convolution ${role}`,
    variant: `${bias === undefined}`,
    isLong: terms / parts > 512,
    reads: [operands[left], operands[right], ...(bias ? [bias] : [])],
    writes: [result],
    words: parameters.words,
    groups,
    source: (
      buffers,
    ) => `fn apart(i: u32, b0: u32, b1: u32) -> vec3<u32> { return vec3(i / b1 / b0, i / b1 % b0, i % b1); }
fn tileOf(group: vec3<u32>) -> Tile {
  let g = group.x + group.y * ${across};
  if (g >= ${all}) { return Tile(); }
  let wide = (${col} + ${tileColumns - 1}) / ${tileColumns};
  let high = (${row} + ${tileRows - 1}) / ${tileRows};
  let part = g / wide / high;
  let begin = part / ${splits} * ${length};
  let end = min(begin + ${length}, ${end});
  return Tile(g / wide % high * ${tileRows}, g % wide * ${tileColumns}, ${row}, ${col}, begin, end, part);
}
fn rowOf(tile: Tile, row: u32) -> vec4<i32> {
${known}
  let i = i32(row);
  return ${formula.row};
}
fn columnOf(tile: Tile, column: u32) -> vec4<i32> {
${known}
  let count = vec3<i32>(apart(column, ${columnDims}));
  let a = count.x;
  let b = count.yz;
  return ${formula.column};
}
fn countTo(tile: Tile, i: u32) -> vec3<u32> { return apart(i, ${termDims}); }
fn countOn(tile: Tile, count: vec3<u32>) -> vec3<u32> {
  let size = vec2(${termDims});
  if (count.z + 1 < size.y) { return count + vec3(0, 0, 1); }
  if (count.y + 1 < size.x) { return vec3(count.x, count.y + 1, 0); }
  return vec3(count.x + 1, 0, 0);
}
fn termOf(tile: Tile, count: vec3<u32>) -> vec4<i32> {
${known}
  let a = i32(count.x);
  let b = vec2<i32>(count.yz);
  return ${formula.term};
}
fn leftAt(tile: Tile, row: vec4<i32>, term: vec4<i32>) -> f32 {
  return ${buffers[0]}[${toLeft} + u32(row.x + term.w)];
}
fn rightAt(tile: Tile, term: vec4<i32>, column: vec4<i32>) -> f32 {
${known}
  ${formula.inside}
  let place = select(0, ${toRight} + u32(column.z + term.z + more), isInside);
  return select(0, ${buffers[1]}[place], isInside);
}
fn put(tile: Tile, row: u32, column: u32, sum: f32) {
${known}
  let i = i32(row);
  let count = vec3<i32>(apart(column, ${columnDims}));
  let a = count.x;
  let b = count.yz;
  let place = ${toResult} + tile.part / ${splits} * ${size} + u32(${formula.result});
  ${buffers.at(-1)}[place] = sum${atBias ? ` + ${buffers[2]}[${atBias("u32(o0 + i)")}]` : ""};
}`,
  });
}

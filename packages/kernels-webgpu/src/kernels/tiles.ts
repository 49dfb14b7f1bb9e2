import type { Machine } from "../machine.ts";
import { f, type Groups, groupThreads, u } from "../wgsl.ts";

// Products of matrices in tiles of a workgroup, as WGSL for attention and its relatives. A workgroup of across² threads has a
// tile of 4·across rows and as many columns; thread (x, y) holds a block of 4 × 4 of it, four vectors of a row each. What is
// multiplied goes through `stage`, memory that a workgroup shares, so that each element is read once a tile.

/** How many rows and columns of threads a workgroup has. */
type Across = 1 | 4 | 8;

/** Short sequences fill small tiles. Threads of software do not share: each has a tile, since all would wait at a barrier. */
export function acrossFor({ facts }: Machine, rows: number, columns: number): Across {
  if (facts.isSoftware) return 1;
  return Math.max(rows, columns) <= 16 ? 4 : 8;
}

/** The rows of a thread's block. */
const rows = [0, 1, 2, 3] as const;

/** The marker of a pair that does not exist, whose product is not to be added: 0 · NaN would be NaN. */
export const none = "-3e38f";

/** Whether a kept number is not the marker. Compares bits, since NaN != NaN. */
export function exists(w: string): string {
  return `(bitcast<u32>(${w}) != bitcast<u32>(${none}))`;
}

/** An operand as a matrix, and the words of its sizes and steps, as WGSL. */
export interface Matrix {
  /** The functions that read it begin with this name; `${name}At` is where the matrix of a batch starts. */
  readonly name: string;
  readonly buffer: string;
  readonly rows: string;
  readonly columns: string;
  readonly rowStep: string;
  readonly columnStep: string;
  /** The factor of its elements. */
  readonly factor?: string;
}

/** Words by name: `words` to hand over, and how a source reads each, as u32 and as f32. */
export interface NamedWords<Name extends string> {
  readonly words: readonly number[];
  readonly u: Readonly<Record<Name, string>>;
  readonly f: Readonly<Record<Name, string>>;
}

/** @param first the number of the first word */
export function namedWords<Name extends string>(
  values: Readonly<Record<Name, number>>,
  first: number = 0,
): NamedWords<Name> {
  const names = Object.keys(values) as Name[];
  const as = (read: (i: number) => string): Record<Name, string> =>
    Object.fromEntries(names.map((name, i) => [name, read(first + i)])) as Record<Name, string>;
  return { words: names.map((name) => values[name]), u: as(u), f: as(f) };
}

/** The functions that read a matrix: four rows of a column, and four columns of a row; 0 outside. */
export function readers({ name, buffer, rows, columns, rowStep, columnStep, factor }: Matrix): string {
  const by = factor === undefined ? "" : ` * ${factor}`;
  const four = (way: string, along: string, size: string, step: string, other: string): string => {
    return `fn ${name}${way}(row: u32, column: u32) -> vec4<f32> {
  let inside = (vec4(${along}) + vec4(0u, 1u, 2u, 3u) < vec4(${size})) & vec4(${other});
  let at = vec4(${name}At + row * ${rowStep} + column * ${columnStep}) + vec4(0u, 1u, 2u, 3u) * ${step};
  let place = select(vec4(${name}At), at, inside);
  let x = vec4(${buffer}[place.x], ${buffer}[place.y], ${buffer}[place.z], ${buffer}[place.w]);
  return select(vec4<f32>(), x${by}, inside);
}`;
  };
  return `var<private> ${name}At: u32;
${four("Down", "row", rows, rowStep, `column < ${columns}`)}
${four("Along", "column", columns, columnStep, `row < ${rows}`)}`;
}

/** How many tiles there are: pieces of a row, tiles of rows, batches. */
type Grid = readonly [pieces: number, rows: number, batches: number];

/** The tiles of a source: its declarations and code. */
export class Tiles {
  readonly across: Across;
  /** Rows of a tile, and columns. */
  readonly side: number;
  readonly #threads: number;
  /** Features that are staged at a time. */
  readonly #depth: number;
  // One vector more than a row has: neighbors lie in different banks.
  readonly #pitch: number;

  constructor(across: Across) {
    this.across = across;
    this.side = 4 * across;
    this.#threads = across * across;
    this.#depth = 2 * across;
    this.#pitch = across + 1;
  }

  /** How many vectors of columns each thread has in `accumulate`, for results of this width; `sums` of them at a time. */
  vectors(width: number, sums: 1 | 2 = 1): number {
    const most = this.across === 1 ? 16 : 4 / sums;
    let n = 1;
    while (n < most && n * this.side < width) n *= 2;
    return n;
  }

  /** The workgroups of a grid. */
  groups(machine: Machine, [pieces, rows, batches]: Grid): Groups {
    return machine.plane(Math.ceil((pieces * rows * batches) / (this.across === 1 ? groupThreads : 1)));
  }

  /** The tiles of results (batches, rows, width), where a thread has so many vectors of columns. */
  grid(width: number, vectors: number, rows: number, batches: number): Grid {
    return [Math.max(1, Math.ceil(width / (vectors * this.side))), Math.ceil(rows / this.side), batches];
  }

  /** WGSL that finds a tile's first column, first row and batch by the words of its grid, from `first` on. */
  placed(first: number, vectors: number): string {
    const [pieces, tiles, batches] = [u(first), u(first + 1), u(first + 2)];
    return `  if (group >= ${pieces} * ${tiles} * ${batches}) { return; }
  let left = group % ${pieces} * ${vectors * this.side}u;
  let top0 = group / ${pieces} % ${tiles} * ${this.side}u;
  let batch = group / (${pieces} * ${tiles});`;
  }

  /** Memory that all threads of a tile have in common. */
  memory(name: string, type: string, length: number): string {
    return `var<${this.across === 1 ? "private" : "workgroup"}> ${name}: array<${type}, ${length}>;`;
  }

  /** Waits until all threads of a tile are here. */
  get barrier(): string {
    return this.across === 1 ? "" : "workgroupBarrier();";
  }

  /** The common declarations of the pieces below. */
  get shared(): string {
    const stage = this.memory("stage", "vec4<f32>", 2 * this.#depth * this.#pitch);
    const weights = this.memory("weights", "vec4<f32>", this.side * this.#pitch);
    return this.across === 1 ? weights : `${stage}\n${weights}`;
  }

  /** The head of `main`: thread (x, y) of tile `group`; `group` counts on beyond the last tile. */
  get main(): string {
    if (this.across === 1) {
      return `@compute @workgroup_size(${groupThreads})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let group = id.x + id.y * groups.x * ${groupThreads}u;
  let x = 0u;
  let y = 0u;`;
    }
    return `@compute @workgroup_size(${this.#threads})
fn main(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let group = id.x + id.y * groups.x;
  let x = lane % ${this.across}u;
  let y = lane / ${this.across}u;`;
  }

  /** An array of the thread's four rows of left · rightᵀ, from these rows on. Others may use `stage` right after. */
  product(sums: string, left: Matrix, leftRow: string, right: Matrix, rightRow: string): string {
    const [pitch, depth] = [this.#pitch, this.#depth];
    const half = depth * pitch;
    const add = rows.map((r) => `${sums}[${r}] += a.${"xyzw"[r]} * b;`);
    // In a loop, a variable that is not set may hold what it held before.
    const start = `  var ${sums} = array<vec4<f32>, 4>();`;
    if (this.across === 1) {
      // Rows past the last are read as the last.
      const at = ({ name, rows, rowStep }: Matrix, row: string): string =>
        `vec4(${name}At) + min(vec4(${row}) + vec4(0u, 1u, 2u, 3u), vec4(${rows} - 1u)) * ${rowStep}`;
      const pick = ({ buffer, factor }: Matrix, place: string): string =>
        `vec4(${[..."xyzw"].map((c) => `${buffer}[${place}.${c}]`).join(", ")})${factor ? ` * ${factor}` : ""}`;
      return `${start}
  {
    var inLeft = ${at(left, leftRow)};
    var inRight = ${at(right, rightRow)};
    for (var p = 0u; p < ${left.columns}; p++) {
      let a = ${pick(left, "inLeft")};
      let b = ${pick(right, "inRight")};
      ${add.join(" ")}
      inLeft += vec4(${left.columnStep});
      inRight += vec4(${right.columnStep});
    }
  }`;
    }
    return `${start}
  for (var deep = 0u; deep < ${left.columns}; deep += ${depth}u) {
    for (var e = lane; e < ${depth * this.across}u; e += ${this.#threads}u) {
      let p = e % ${depth}u;
      let four = e / ${depth}u;
      stage[p * ${pitch}u + four] = ${left.name}Down(${leftRow} + four * 4u, deep + p);
      stage[${half}u + p * ${pitch}u + four] = ${right.name}Down(${rightRow} + four * 4u, deep + p);
    }
    workgroupBarrier();
    let count = min(${depth}u, ${left.columns} - deep);
    for (var p = 0u; p < count; p++) {
      let a = stage[p * ${pitch}u + y];
      let b = stage[${half}u + p * ${pitch}u + x];
      ${add.join(" ")}
    }
    workgroupBarrier();
  }`;
  }

  /** Puts the thread's block where `accumulate` reads it, four rows a vector. */
  keep(block: string): string {
    return [..."xyzw"]
      .map((c, i) => {
        const column = rows.map((r) => `${block}[${r}].${c}`).join(", ");
        return `  weights[(x * 4u + ${i}u) * ${this.#pitch}u + y] = vec4(${column});`;
      })
      .join("\n");
  }

  /** Declares the sums of `accumulate`, an array for each of four rows. */
  sums(sum: string, vectors: number): string {
    return rows.map((r) => `  var ${sum}${r}: array<vec4<f32>, ${vectors}>;`).join("\n");
  }

  /** Multiplies sums: row r by element r of an array. */
  rescale(sum: string, vectors: number, by: string): string {
    return rows
      .map((r) => each(vectors, (v) => `${sum}${r}[${v}] *= ${by}[${r}];`))
      .map((line) => `  ${line}`)
      .join("\n");
  }

  /**
   * Adds the products of what was kept with `count` rows of values. Vector v of thread x has the four columns from `column` +
   * 4 (v across + x) on. With `excludes`, pairs that hold the marker add nothing.
   */
  accumulate(
    sum: string,
    vectors: number,
    values: Matrix,
    row: string,
    count: string,
    column: string,
    excludes: boolean,
  ): string {
    const perRow = this.across * vectors;
    const chunk = Math.min(this.side, 2 ** Math.floor(Math.log2((2 * this.#depth * this.#pitch) / perRow)));
    // Sums are named one by one, so that they stay in registers.
    const add = (r: number): string =>
      each(vectors, (v) => `${sum}${r}[${v}] += w.${"xyzw"[r]} * value${v};`);
    const all = rows.map(add).join("\n      ");
    const some = rows.map((r) => `if ${exists(`w.${"xyzw"[r]}`)} { ${add(r)} }`).join("\n      ");
    const whole = `all(bitcast<vec4<u32>>(w) != vec4(bitcast<u32>(${none})))`;
    const addAll = excludes ? `if (${whole}) {\n      ${all}\n      } else {\n      ${some}\n      }` : all;
    if (this.across === 1) {
      return `  for (var j = 0u; j < ${count}; j++) {
    let w = weights[j * ${this.#pitch}u];
    ${each(vectors, (v) => `let value${v} = ${values.name}Along(${row} + j, ${column} + ${4 * v}u);`)}
    ${addAll}
  }`;
    }
    return `  for (var done = 0u; done < ${count}; done += ${chunk}u) {
    for (var e = lane; e < ${chunk * perRow}u; e += ${this.#threads}u) {
      stage[e] = ${values.name}Along(${row} + done + e / ${perRow}u, ${column} + e % ${perRow}u * 4u);
    }
    workgroupBarrier();
    let end = min(${chunk}u, ${count} - done);
    for (var j = 0u; j < end; j++) {
      let w = weights[(done + j) * ${this.#pitch}u + y];
      ${each(vectors, (v) => `let value${v} = stage[j * ${perRow}u + ${v * this.across}u + x];`)}
      ${addAll}
    }
    workgroupBarrier();
  }`;
  }

  /** Calls a function for each vector of sums, with its row and first column: `put(batch, row, column, value)`. */
  write(put: string, sum: string, vectors: number, row: string, column: string, by: string = ""): string {
    const lines = rows.map((r) => {
      const value = `${sum}${r}[v]${by === "" ? "" : ` * ${by}[${r}]`}`;
      return `    ${put}(batch, ${row} + y * 4u + ${r}u, ${column} + (v * ${this.across}u + x) * 4u, ${value});`;
    });
    return `  for (var v = 0u; v < ${vectors}u; v++) {\n${lines.join("\n")}\n  }`;
  }
}

function each(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join(" ");
}

/** A function that writes four columns of a row of a contiguous result, as far as it goes. */
export function writer(name: string, buffer: string, start: string, rows: string, columns: string): string {
  return `fn ${name}(batch: u32, row: u32, column: u32, value: vec4<f32>) {
  if (row >= ${rows} || column >= ${columns}) { return; }
  let at = ${start} + (batch * ${rows} + row) * ${columns} + column;
  for (var c = 0u; c < min(4u, ${columns} - column); c++) { ${buffer}[at + c] = value[c]; }
}`;
}

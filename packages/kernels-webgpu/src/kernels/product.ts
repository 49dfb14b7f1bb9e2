import { perElement, u } from "../wgsl.ts";

/** A product of matrices in WGSL: out (n, m) = a (n, k) · b (k, m), each with a step for rows and one for columns. */
export interface ProductSource {
  /** The type of the elements. */
  readonly type: string;
  /** Finds the matrices of batch entry `i`: variables at0 and at1. */
  readonly places: string;
  /** Element `at` of a, of b, and of the result. */
  readonly a: (at: string) => string;
  readonly b: (at: string) => string;
  readonly out: (at: string) => string;
  /** A number added to the results of a column, if any. */
  readonly bias: ((column: string) => string) | null;
  /** Whether the sums are long: then they consist of short ones, with a compensated sum of those. */
  readonly isLong: boolean;
}

/** The terms of a short sum. */
const short = 16;

// Parameter 0 is the number of threads, 8 where the result starts.
const sizes = `let n = ${u(1)}; let m = ${u(2)}; let k = ${u(3)};
  let aRow = ${u(4)}; let aStep = ${u(5)}; let bStep = ${u(6)}; let bColumn = ${u(7)};`;

const count = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

/**
 * A block of rows × columns results in the registers of each thread: an element that it loads is used that many times.
 * Results beyond the end of a matrix are computed from its last row or column, and not written.
 */
export function blockProduct(source: ProductSource, rows: number, columns: number): string {
  return perElement(`  ${sizes}
  let inRow = (m + ${columns - 1}u) / ${columns}u;
  let down = (n + ${rows - 1}u) / ${rows}u;
  let column = i % inRow * ${columns}u;
  let row = i / inRow % down * ${rows}u;
  let batch = i / inRow / down;
${source.places}
${count(rows)
  .map((r) => `  let rowAt${r} = at0 + min(row + ${r}u, n - 1u) * aRow;`)
  .join("\n")}
${count(columns)
  .map((c) => `  let columnAt${c} = at1 + min(column + ${c}u, m - 1u) * bColumn;`)
  .join("\n")}
${sums(source, rows, columns)}
${source.isLong ? `  for (var begin = 0u; begin < k; begin += ${short}u) {` : ""}
  for (var p = ${source.isLong ? "begin" : "0u"}; p < ${source.isLong ? `min(k, begin + ${short}u)` : "k"}; p++) {
    let inA = p * aStep; let inB = p * bStep;
${addProducts(
  rows,
  columns,
  (r) => source.a(`rowAt${r} + inA`),
  (c) => source.b(`columnAt${c} + inB`),
)}
  }
${source.isLong ? `${keepSums(rows, columns)}\n  }` : ""}
${source.isLong ? lastSums(rows, columns) : ""}
${writeBlock(source, rows, columns)}`);
}

/**
 * The same by workgroups of 8 × 8 threads: a tile of a and one of b go through memory that they share, so that each
 * element is read once a tile.
 */
export function tiledProduct(source: ProductSource, own: number): string {
  const [side, depth] = [8 * own, short];
  const { type } = source;
  const at = (tile: string, thread: string) => (r: number) => `${tile}[p][${thread} * ${own}u + ${r}u]`;
  return `var<workgroup> left: array<array<${type}, ${side}>, ${depth}>;
var<workgroup> right: array<array<${type}, ${side}>, ${depth}>;
@compute @workgroup_size(8, 8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  ${sizes}
  let batch = group.z;
${source.places}
  let top = group.y * ${side}u;
  let start = group.x * ${side}u;
  let row = top + local.y * ${own}u;
  let column = start + local.x * ${own}u;
${sums(source, own, own)}
  for (var deep = 0u; deep < k; deep += ${depth}u) {
    for (var e = lane; e < ${side * depth}u; e += 64u) {
      // Neighboring threads read neighbors, whichever way the operand lies.
      let inA = select(vec2(e % ${side}u, e / ${side}u), vec2(e / ${depth}u, e % ${depth}u), aStep == 1u);
      let inB = select(vec2(e / ${depth}u, e % ${depth}u), vec2(e % ${side}u, e / ${side}u), bColumn == 1u);
      let r = top + inA.x; let c = start + inB.x;
      let pa = deep + inA.y; let pb = deep + inB.y;
      left[inA.y][inA.x] = 0;
      right[inB.y][inB.x] = 0;
      if (r < n && pa < k) { left[inA.y][inA.x] = ${source.a("at0 + r * aRow + pa * aStep")}; }
      if (c < m && pb < k) { right[inB.y][inB.x] = ${source.b("at1 + pb * bStep + c * bColumn")}; }
    }
    workgroupBarrier();
    for (var p = 0u; p < ${depth}u; p++) {
${addProducts(own, own, at("left", "local.y"), at("right", "local.x"))}
    }
${source.isLong ? keepSums(own, own) : ""}
    workgroupBarrier();
  }
${source.isLong ? lastSums(own, own) : ""}
${writeBlock(source, own, own)}
}`;
}

// Registers are named one by one: an array would be kept in memory. Four columns are a vector.
function sums({ type, isLong }: ProductSource, rows: number, columns: number): string {
  const vector = vectorOf(type, columns);
  const names = isLong ? ["s", "total", "low"] : ["s"];
  return sumsOf(rows, columns)
    .map((sum) => names.map((name) => `  var ${name}${sum} = ${vector}();`).join(" "))
    .join("\n");
}

/** The sums of a block, four columns each. */
function sumsOf(rows: number, columns: number): string[] {
  return count(rows).flatMap((r) => groupsOf(columns).map((g) => `${r}_${g}`));
}

/** Adds short sums to the long ones, as `keptSum` does, and begins new ones. */
function keepSums(rows: number, columns: number): string {
  const vector = vectorOf("f32", columns);
  const bits = columns === 1 ? "u32" : "vec4<u32>";
  const isOdd = `(bitcast<${bits}>(lost) & ${bits}(0x7f800000u)) == ${bits}(0x7f800000u)`;
  const keep = (sum: string): string => `    {
      let y = s${sum} + low${sum}; let all = total${sum} + y; let part = all - total${sum};
      let lost = (total${sum} - (all - part)) + (y - part);
      low${sum} = select(lost, ${vector}(), ${isOdd}); total${sum} = all; s${sum} = ${vector}();
    }`;
  return sumsOf(rows, columns).map(keep).join("\n");
}

/** Ends the long sums. */
function lastSums(rows: number, columns: number): string {
  const ends = sumsOf(rows, columns).map((sum) => `  s${sum} = total${sum} + low${sum};`);
  return `${keepSums(rows, columns)}\n${ends.join("\n")}`;
}

function addProducts(
  rows: number,
  columns: number,
  a: (row: number) => string,
  b: (column: number) => string,
): string {
  const of = (g: number): string => {
    const elements = count(Math.min(4, columns)).map((c) => b(4 * g + c));
    return elements.length === 1 ? elements[0]! : `vec${elements.length}(${elements.join(", ")})`;
  };
  const lines = groupsOf(columns).map((g) => `    let y${g} = ${of(g)};`);
  for (const r of count(rows)) {
    const terms = groupsOf(columns).map((g) => `s${r}_${g} += x * y${g};`);
    lines.push(`    { let x = ${a(r)}; ${terms.join(" ")} }`);
  }
  return lines.join("\n");
}

function writeBlock({ out, bias }: ProductSource, rows: number, columns: number): string {
  const lines = count(columns).map((c) => {
    const part = columns === 1 ? "" : `[${c % 4}]`;
    const writes = count(rows).map((r) => {
      const isInside = r === 0 ? "" : `if (row + ${r}u < n) `;
      const sum = `s${r}_${Math.floor(c / 4)}${part}`;
      return `    ${isInside}{ ${out(`start${c} + ${r}u * m`)} = ${sum}${bias === null ? "" : ` + bias${c}`}; }`;
    });
    return `  if (row < n && column + ${c}u < m) {
    let start${c} = ${u(8)} + (batch * n + row) * m + column + ${c}u;
${bias === null ? "" : `    let bias${c} = ${bias(`(column + ${c}u)`)};\n`}${writes.join("\n")}
  }`;
  });
  return lines.join("\n");
}

function groupsOf(columns: number): readonly number[] {
  return count(Math.ceil(columns / 4));
}

function vectorOf(type: string, columns: number): string {
  return columns === 1 ? type : `vec${Math.min(4, columns)}<${type}>`;
}

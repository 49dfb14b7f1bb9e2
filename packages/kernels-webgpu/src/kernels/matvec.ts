import type { Operand } from "@saccade/tensor/backend";
import { groupThreads, type Machine, u } from "../machine.ts";
import { calledIn } from "./functions.ts";

/** How a weight's numbers are written: one a word, or two, the first in the low half. */
export type WeightFormat = "float32" | "bfloat16" | "float16";

/** Element `at` of a weight, in WGSL. */
export function elementOf(buffer: string, at: string, format: WeightFormat): string {
  if (format === "float32") return `${buffer}[${at}]`;
  return `${format}At(bitcast<u32>(${buffer}[(${at}) >> 1u]), ${at})`;
}

/**
 * Whether a product has few rows for this GPU. In software, blocks of results are faster: there, each barrier costs more than
 * many loads.
 */
export function hasFewRows(machine: Machine, rows: number): boolean {
  return rows <= fewRows && !machine.isSoftware;
}

/** The number of outputs per workgroup, and of threads that share the terms of each. */
const [outputs, lanes] = [8, groupThreads / 8];

/** Sums of more terms keep what rounding loses. */
const longSum = 512;

/** Rows that a workgroup computes together, at most. */
const fewRows = 8;

/**
 * out (n, m) = x (n, k) · weightᵀ + bias (m), for few rows, as when a text is decoded token by token: each element of the
 * weight (m, k) is read once for 8 rows.
 */
export function runFewRows(
  machine: Machine,
  name: string,
  x: Operand,
  weight: Operand,
  out: Operand,
  bias?: Operand,
  format: WeightFormat = "float32",
): void {
  const [n, m] = out.shape as [number, number];
  if (n * m === 0) return;
  // Rows beyond the last are computed for nothing.
  const rows = n === 1 ? 1 : n <= 4 ? 4 : fewRows;
  const length = weight.shape[1]!;
  const isLong = length > longSum;
  const places = [x, weight].flatMap(({ offset, strides }) => [offset, ...strides]);
  const groups = Math.ceil(m / outputs);
  const across = Math.min(groups, machine.mostGroups);
  machine.run({
    name,
    variant: `few ${rows} ${format} ${bias === undefined} ${isLong}`,
    reads: bias === undefined ? [x, weight] : [x, weight, bias],
    writes: [out],
    words: [n, m, length, ...places, out.offset, bias?.offset ?? 0, bias?.strides[0] ?? 0],
    groups: [across, Math.ceil(groups / across), Math.ceil(n / rows)],
    source: (buffers) => {
      const [from, w] = buffers as [string, string];
      const each = (line: (r: number) => string): string =>
        Array.from({ length: rows }, (_, r) => line(r)).join("\n");
      const one = `let w = ${w}[weightAt + p * ${u(8)}];
${each((r) => `    sums[${r}] += w * ${from}[row${r} + p * ${u(5)}];`)}`;
      // Short sums are added to long ones, with what rounding loses.
      const keep = each((r) => {
        return `      { let s = keptSum(totals[${r}], lows[${r}], sums[${r}]); totals[${r}] = s.x; lows[${r}] = s.y; sums[${r}] = 0; }`;
      });
      const last = each((r) => `  sums[${r}] = totals[${r}] + lows[${r}];`);

      const two = `let w = ${format}Pair(bitcast<u32>(${w}[weightAt + p * ${u(8)}]));
    let even = 2u * p * ${u(5)}; let odd = even + ${u(5)};
${each((r) => `    sums[${r}] += w.x * ${from}[row${r} + even] + w.y * ${from}[row${r} + odd];`)}`;
      const body = format === "float32" ? one : two;
      const added = bias === undefined ? "" : ` + ${buffers[2]}[${u(10)} + column * ${u(11)}]`;
      return `${calledIn(isLong ? body + keep + last : body)}
var<workgroup> parts: array<array<f32, ${rows}>, ${groupThreads}>;
@compute @workgroup_size(${groupThreads})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) i: u32) {
  let first = (group.x + group.y * groups.x) * ${outputs}u;
  let top = group.z * ${rows}u;
  let weightAt = ${u(6)} + min(first + i / ${lanes}u, ${u(1)} - 1u) * ${u(7)};
${each((r) => `  let row${r} = ${u(3)} + min(top + ${r}u, ${u(0)} - 1u) * ${u(4)};`)}
  var sums: array<f32, ${rows}>;
${isLong ? `  var totals: array<f32, ${rows}>; var lows: array<f32, ${rows}>;` : ""}
  for (var p = i % ${lanes}u; p < ${u(2)}; p += ${lanes}u) {
    ${body}
${
  isLong
    ? `    if (p / ${lanes}u % 16u == 15u) {
${keep}
    }`
    : ""
}
  }
${
  isLong
    ? `${keep}
${last}`
    : ""
}
  parts[i] = sums;
  workgroupBarrier();
  let row = top + i % ${rows}u;
  let column = first + i / ${rows}u;
  if (i >= ${outputs * rows}u || row >= ${u(0)} || column >= ${u(1)}) { return; }
  var sum = 0f;
  for (var lane = 0u; lane < ${lanes}u; lane++) { sum += parts[i / ${rows}u * ${lanes}u + lane][i % ${rows}u]; }
  ${buffers.at(-1)}[${u(9)} + row * ${u(1)} + column] = sum${added};
}`;
    },
  });
}

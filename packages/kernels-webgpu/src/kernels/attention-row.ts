import type { Operand } from "@saccade/tensor/backend";
import { type Machine, u as word } from "../machine.ts";
import { type AttentionCall, groupsFor } from "./attention-call.ts";
import { shareOf } from "./attention-forward.ts";
import { calledIn } from "./functions.ts";
import { exists, none } from "./tiles.ts";

// Attention of few queries, as in decoding with cached keys: a workgroup a query. Each thread has the score of a key, then a
// column of the values, among as many threads as there are for each column.

/** With more queries, tiles are faster. */
export const mostRows = 4;

export function runRows(machine: Machine, call: AttentionCall, output: Operand, logSumExp: Operand): void {
  const { lq, lk, dv, batches, causal, drops, reads, variant, u, f, start, matrix } = call;
  const threads = lk <= 128 ? 64 : 256;
  let columns = 1;
  while (columns < Math.min(dv, threads)) columns *= 2;
  const chunks = Math.max(1, Math.ceil(dv / threads));
  const first = call.words.length;
  const [outAt, lseAt, wide, pieces, items] = [0, 1, 2, 3, 4].map((i) => word(first + i));
  const own = [output.offset, logSumExp.offset, columns, chunks, batches * lq * chunks];
  machine.run({
    name: "scaledDotProduct rows",
    variant: `${variant} ${threads}`,
    reads,
    writes: [output, logSumExp],
    words: [...call.words, ...own],
    groups: groupsFor(machine, batches * lq * chunks),
    source: (buffers) => {
      const [to, lse] = buffers.slice(-2) as [string, string];
      const element = (role: "q" | "k" | "v", row: string, column: string): string => {
        const { name, buffer, rowStep, columnStep } = matrix(role, buffers);
        return `${buffer}[${name}At + (${row}) * ${rowStep} + (${column}) * ${columnStep}]`;
      };
      const fold = (value: string, join: string): string => `  workgroupBarrier();
  line[lane] = ${value};
  workgroupBarrier();
  for (var half = ${threads / 2}u; half > 0u; half /= 2u) {
    if (lane < half) { line[lane] = ${join}; }
    workgroupBarrier();
  }`;
      const plus = "line[lane] + line[lane + half]";
      const body = `${call.head(buffers)}
${shareOf}
const lowest = -3.4028234e38f;
var<workgroup> line: array<f32, ${threads}>;
var<workgroup> weights: array<f32, ${threads}>;
@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let group = id.x + id.y * groups.x;
  if (group >= ${items}) { return; }
  let left = group % ${pieces} * ${threads}u;
  let i = group / ${pieces} % ${u.lq};
  let batch = group / (${pieces} * ${u.lq});
${start}
  let column = left + lane % ${wide};
  let part = lane / ${wide};
  var top = lowest;
  var total = 0f;
  var seen = 0f;
  var sum = 0f;
  let last = ${causal ? `min(${u.lk}, i + 1u)` : u.lk};
  for (var key = 0u; key < last; key += ${threads}u) {
    let j = key + lane;
    let exists = isAllowed(i, j);
    var s = 0f;
    for (var deep = 0u; deep < ${u.d}; deep += ${threads}u) {
      workgroupBarrier();
      line[lane] = 0;
      if (deep + lane < ${u.d}) { line[lane] = ${element("q", "i", "deep + lane")} * ${f.scale}; }
      workgroupBarrier();
      if (exists) {
        let end = min(${threads}u, ${u.d} - deep);
        for (var c = 0u; c < end; c++) { s += line[c] * ${element("k", "j", "deep + c")}; }
      }
    }
    if (exists) { s += biasOf(i, j); }
${fold("select(lowest, s, exists)", "max(line[lane], line[lane + half])")}
    let old = top;
    top = max(top, line[0]);
    let by = expOf(old - top);
    let w = select(0.0, expOf(s - top), exists);
    total = total * by + w;
    seen += select(0.0, 1.0, exists);
    weights[lane] = select(${none}, w${drops ? " * keptOf(batch, i, j)" : ""}, exists);
    workgroupBarrier();
    sum *= by;
    if (column < ${u.dv}) {
      let end = min(${threads}u, last - key);
      for (var e = part; e < end; e += ${threads}u / ${wide}) {
        let weight = weights[e];
        if ${exists("weight")} { sum += weight * ${element("v", "key + e", "column")}; }
      }
    }
  }
${fold("seen", plus)}
  seen = line[0];
${fold("total", plus)}
  total = line[0];
  workgroupBarrier();
  line[lane] = sum;
  workgroupBarrier();
  if (lane < ${wide} && column < ${u.dv}) {
    for (var other = lane + ${wide}; other < ${threads}u; other += ${wide}) { sum += line[other]; }
    ${to}[${outAt} + (batch * ${u.lq} + i) * ${u.dv} + column] = sum * shareOf(total, seen);
  }
  if (left + lane == 0u) { ${lse}[${lseAt} + batch * ${u.lq} + i] = top + ln(total); }
}`;
      return `${calledIn(body)}\n${body}`;
    },
  });
}

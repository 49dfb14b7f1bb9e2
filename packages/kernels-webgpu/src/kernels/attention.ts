import type { KernelTable, Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { inHalves, mostWords, u as word } from "../wgsl.ts";
import { runBackward } from "./attention-backward.ts";
import { type AttentionCall, attentionCall, operandsOf } from "./attention-call.ts";
import { acrossFor, exists, none, Tiles, writer } from "./tiles.ts";

/** Scaled dot-product attention without a matrix of weights. */
export function attentionKernels(machine: Machine): KernelTable {
  return {
    scaledDotProduct(inputs, [output, logSumExp], attrs) {
      const { shape } = logSumExp!;
      const call = attentionCall(operandsOf(inputs, attrs), attrs, shape.slice(0, -1));
      if (output!.dtype !== "float32" || call.words.length > mostWords - 5) return false;
      const few = call.lq <= mostRows && !machine.facts.isSoftware && !call.programmed;
      const run = few ? runRows : runForward;
      run(machine, call, output!, logSumExp!);
      return true;
    },
    scaledDotProductBackward([g, gLogSumExp, output, logSumExp, ...inputs], [dq, dk, dv], attrs) {
      const operands = operandsOf(inputs, attrs, g);
      const batch = g!.shape.slice(0, -2);
      const saved = { output: output!, logSumExp: logSumExp!, gLogSumExp: gLogSumExp! };
      return runBackward(machine, { operands, attrs, batch, ...saved }, [dq!, dk!, dv!]);
    },
  };
}

// Attention in tiles of queries and keys (Dao et al. 2022, algorithm 1): a workgroup takes a tile of queries over all tiles
// of keys, and holds sums of weighted values relative to the largest score so far (Milakov and Gimelshein 2018). No matrix of
// weights exists. Values that are wider than a workgroup's sums are shared among workgroups, which have the scores twice.

function runForward(machine: Machine, call: AttentionCall, output: Operand, logSumExp: Operand): void {
  const { lq, lk, dv, batches, causal, masked, drops, excludes, reads, variant, u, start, matrix } = call;
  const { programmed } = call;
  const tiles = new Tiles(acrossFor(machine, lq, lk));
  const { across, side } = tiles;
  const vectors = tiles.vectors(dv);
  const grid = tiles.grid(dv, vectors, lq, batches);
  const first = call.words.length;
  const [outAt, lseAt] = [word(first + 3), word(first + 4)];
  machine.run({
    name: "scaledDotProduct",
    variant: `${variant} ${across} ${vectors}`,
    reads,
    writes: [output, logSumExp],
    words: [...call.words, ...grid, output.offset, logSumExp.offset],
    groups: tiles.groups(machine, grid),
    source: (buffers) => {
      const [to, lse] = buffers.slice(-2) as [string, string];
      const [q, k, v] = (["q", "k", "v"] as const).map((role) => matrix(role, buffers));
      const last = causal ? `min(${u.lk}, top0 + ${side}u)` : u.lk;
      const kept = drops ? " * kept4(batch, row + r, column)" : "";
      // Without a mask, each query has a key.
      const counts = (line: string): string => (masked ? line : "");
      const main = `${tiles.main}
${tiles.placed(first, vectors)}
${start}
  let row = top0 + y * 4u;
  // Of four rows: the largest score so far, and relative to it the sum of exponentials; how many keys there were.
  var top = array<f32, 4>(lowest, lowest, lowest, lowest);
  var total: array<f32, 4>;
${counts(`  var seen: array<f32, 4>;`)}
${tiles.sums("o", vectors)}
  for (var key = 0u; key < ${last}; key += ${side}u) {
${tiles.product("s", q!, "top0", k!, "key")}
    let column = key + x * 4u;
    var exists: array<vec4<bool>, 4>;
    for (var r = 0u; r < 4u; r++) {
      exists[r] = allowed4(row + r, column);
      s[r] += bias4(row + r, column);
${programmed ? `      s[r] = changed4(row + r, column, s[r]);\n      exists[r] = exists[r] & (s[r] > vec4(lowest));` : ""}
      let found = select(vec4(lowest), s[r], exists[r]);
      peaks[x * ${side}u + y * 4u + r] = max(max(found.x, found.y), max(found.z, found.w));
    }
    ${tiles.barrier}
    var by: array<f32, 4>;
    for (var r = 0u; r < 4u; r++) {
      let old = top[r];
      for (var t = 0u; t < ${across}u; t++) { top[r] = max(top[r], peaks[t * ${side}u + y * 4u + r]); }
      by[r] = expOf(old - top[r]);
      let w = select(vec4<f32>(), exp4(s[r] - top[r]), exists[r]);
      total[r] = total[r] * by[r] + dot(w, vec4(1.0));
${counts(`      seen[r] += dot(select(vec4<f32>(), vec4(1.0), exists[r]), vec4(1.0));`)}
      s[r] = select(vec4(${none}), w${kept}, exists[r]);
    }
${tiles.rescale("o", vectors, "by")}
${tiles.keep("s")}
${tiles.accumulate("o", vectors, v!, "key", `min(${side}u, ${u.lk} - key)`, "left", excludes)}
  }
  // The sums of all threads of a row.
  var inverse: array<f32, 4>;
  for (var r = 0u; r < 4u; r++) {
    peaks[x * ${side}u + y * 4u + r] = total[r];
${counts(`    shown[x * ${side}u + y * 4u + r] = seen[r];`)}
  }
  ${tiles.barrier}
  for (var r = 0u; r < 4u; r++) {
    total[r] = 0;
    var keys = ${masked ? "0f" : `f32(${u.lk})`};
    for (var t = 0u; t < ${across}u; t++) {
      total[r] += peaks[t * ${side}u + y * 4u + r];
${counts(`      keys += shown[t * ${side}u + y * 4u + r];`)}
    }
    inverse[r] = shareOf(total[r], keys);
    if (left == 0u && x == 0u && row + r < ${u.lq}) {
      ${lse}[${lseAt} + batch * ${u.lq} + row + r] = top[r] + ln(total[r]);
    }
  }
${tiles.write("put", "o", vectors, "top0", "left", "inverse")}
}`;
      const own = `${writer("put", to, outAt, u.lq, u.dv)}
const lowest = -3.4028234e38f;
${shareOf}`;
      return `${call.head(buffers)}
${own}
${tiles.shared}
${tiles.memory("peaks", "f32", across * side)}
${counts(tiles.memory("shown", "f32", across * side))}
${main}`;
    },
  });
}

/** 1 over a row's total: NaN where all scores are −∞, 0 without keys. */
const shareOf = `fn shareOf(total: f32, seen: f32) -> f32 {
  if (seen == 0) { return 0; }
  if (total == 0) { return notANumber(); }
  return 1 / total;
}`;

// Attention of few queries, as in decoding with cached keys: a workgroup a query. Each thread has the score of a key, then a
// column of the values, among as many threads as there are for each column.

/** With more queries, tiles are faster. */
const mostRows = 4;

function runRows(machine: Machine, call: AttentionCall, output: Operand, logSumExp: Operand): void {
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
    groups: machine.plane(batches * lq * chunks),
    source: (buffers) => {
      const [to, lse] = buffers.slice(-2) as [string, string];
      const element = (role: "q" | "k" | "v", row: string, column: string): string => {
        const { name, buffer, rowStep, columnStep } = matrix(role, buffers);
        return `${buffer}[${name}At + (${row}) * ${rowStep} + (${column}) * ${columnStep}]`;
      };
      const fold = (value: string, join: string): string => `  workgroupBarrier();
  line[lane] = ${value};
  workgroupBarrier();
${inHalves(threads, `line[lane] = ${join};`)}`;
      const plus = "line[lane] + line[lane + half]";
      return `${call.head(buffers)}
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
    },
  });
}

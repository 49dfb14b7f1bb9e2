import type { Operand, ScaledDotProductAttrs } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import {
  findPlaces,
  type Launch,
  mostWords,
  type Place,
  perElement,
  walkOf,
  u as word,
  wordsOf,
} from "../wgsl.ts";
import { type AttentionCall, type AttentionOperands, attentionCall, stepOf } from "./attention-call.ts";
import { lowest } from "./score-program.ts";
import { acrossFor, none, Tiles, writer } from "./tiles.ts";

// The gradients of attention, its weights recomputed from ln Σ exp (Dao et al. 2022, algorithm 4), in three kernels: what each
// query needs; dQ, a workgroup a tile of queries; dK and dV, a workgroup a tile of keys. Each sum has one place and one order.

/** Runs the kernels; false if an operand's layout takes too many words. */
export function runBackward(
  machine: Machine,
  gradient: AttentionGradient,
  [dq, dk, dv]: readonly [Operand, Operand, Operand],
): boolean {
  const { operands, attrs, batch } = gradient;
  const call = attentionCall(operands, attrs, batch);
  const sums = sumsOf(gradient);
  if (Math.max(call.words.length + 5, sums.words.length) > mostWords) return false;
  const { lq, batches } = call;
  machine.withScratch([3, batches, lq], (queries) => {
    machine.run({ ...sums, writes: [queries] });
    runQueries(machine, call, queries, dq);
    // Every GPU binds eight buffers, and some no more.
    const isWide = call.programmed || (operands.mask !== undefined && operands.bias !== undefined);
    const parts: Results[] = isWide ? [{ dk }, { dv }] : [{ dk, dv }];
    for (const results of parts) runKeys(machine, call, queries, results);
  });
  return true;
}

/** dQ = scale · dS K, where dS = P ∘ (dO Vᵀ − mean). */
function runQueries(machine: Machine, call: AttentionCall, queries: Operand, dq: Operand): void {
  const { lq, lk, d, batches, causal, drops, programmed, excludes, u, f, matrix } = call;
  const tiles = new Tiles(acrossFor(machine, lq, lk));
  const { side } = tiles;
  const vectors = tiles.vectors(d);
  const grid = tiles.grid(d, vectors, lq, batches);
  const first = call.words.length;
  machine.run({
    name: "scaledDotProductBackward queries",
    variant: `${call.variant} ${side} ${vectors}`,
    reads: [...call.reads, queries],
    writes: [dq],
    words: [...call.words, ...grid, dq.offset],
    groups: tiles.groups(machine, grid),
    source(buffers) {
      const [from, to] = buffers.slice(-2) as [string, string];
      const [q, k, v, g] = (["q", "k", "v", "g"] as const).map((role) => matrix(role, buffers));
      const last = causal ? `min(${u.lk}, top0 + ${side}u)` : u.lk;
      return `${call.head(buffers)}
${writer("put", to, word(first + 3), u.lq, u.d)}
${tiles.shared}
${tiles.main}
${tiles.placed(first, vectors)}
${call.start}
  let row = top0 + y * 4u;
  var base: array<f32, 4>;
  var share: array<f32, 4>;
  var mean: array<f32, 4>;
  let count = ${u.lq} * ${word(first + 2)};
  for (var r = 0u; r < 4u; r++) {
    let at = batch * ${u.lq} + min(row + r, ${u.lq} - 1u);
    base[r] = ${from}[at];
    share[r] = ${from}[count + at];
    mean[r] = ${from}[2u * count + at];
  }
${tiles.sums("sum", vectors)}
  for (var key = 0u; key < ${last}; key += ${side}u) {
${tiles.product("s", q!, "top0", k!, "key")}
${tiles.product("slope", g!, "top0", v!, "key")}
    let column = key + x * 4u;
    for (var r = 0u; r < 4u; r++) {
      let score = ${programmed ? "changed4(row + r, column, s[r])" : "s[r] + bias4(row + r, column)"};
      let w = share[r] * exp4(score - base[r]);
      let own = slope[r]${drops ? " * kept4(batch, row + r, column)" : ""} - mean[r];
      let exists = allowed4(row + r, column)${programmed ? ` & (score > vec4(${lowest}))` : ""};
      let by = ${programmed ? `slopeOfChange4(row + r, column, s[r]) * ${f.scale}` : f.scale};
      s[r] = select(vec4(${none}), w * own * by, exists);
    }
${tiles.keep("s")}
${tiles.accumulate("sum", vectors, k!, "key", `min(${side}u, ${u.lk} - key)`, "left", excludes)}
  }
${tiles.write("put", "sum", vectors, "top0", "left")}
}`;
    },
  });
}

interface Results {
  readonly dk?: Operand;
  readonly dv?: Operand;
}

/** dK = scale · dSᵀ Q and dV = Pᵀ dO, or one of them: rows of a block are keys, its columns queries. */
function runKeys(machine: Machine, call: AttentionCall, queries: Operand, { dk, dv }: Results): void {
  const { lq, lk, batches, causal, drops, programmed, excludes, u, matrix } = call;
  const tiles = new Tiles(acrossFor(machine, lq, lk));
  const { side } = tiles;
  const widest = Math.max(dk ? call.d : 1, dv ? call.dv : 1);
  const vectors = tiles.vectors(widest, 2);
  const grid = tiles.grid(widest, vectors, lk, batches);
  const results = [dk, dv].filter((x) => x !== undefined);
  const first = call.words.length;
  machine.run({
    name: "scaledDotProductBackward keys",
    variant: `${call.variant} ${side} ${vectors} ${dk === undefined} ${dv === undefined}`,
    reads: [...call.reads, queries],
    writes: results,
    words: [...call.words, ...grid, (dk ?? dv)!.offset, (dv ?? dk)!.offset],
    groups: tiles.groups(machine, grid),
    source(buffers) {
      const [from] = buffers.slice(-1 - results.length) as [string];
      const to = [buffers.at(-results.length)!, buffers.at(-1)!] as const;
      const [q, k, v, g] = (["q", "k", "v", "g"] as const).map((role) => matrix(role, buffers));
      const rows = `min(${side}u, ${u.lq} - query)`;
      const add = (sum: string, values: typeof g): string =>
        tiles.accumulate(sum, vectors, values!, "query", rows, "left", excludes);
      return `${call.head(buffers)}
${dk ? writer("putK", to[0], word(first + 3), u.lk, u.d) : ""}
${dv ? writer("putV", to[1], word(first + 4), u.lk, u.dv) : ""}
fn column4(i: u32) -> vec4<u32> { return min(vec4(i) + vec4(0u, 1u, 2u, 3u), vec4(${u.lq} - 1u)); }
fn look(at: vec4<u32>) -> vec4<f32> { return vec4(${[..."xyzw"].map((c) => `${from}[at.${c}]`).join(", ")}); }
${tiles.shared}
${tiles.main}
${tiles.placed(first, vectors)}
${call.start}
  let row = top0 + y * 4u;
  let count = ${u.lq} * ${word(first + 2)};
${dk ? tiles.sums("k", vectors) : ""}
${dv ? tiles.sums("v", vectors) : ""}
  for (var query = ${causal ? "top0" : "0u"}; query < ${u.lq}; query += ${side}u) {
${tiles.product("w", k!, "top0", q!, "query")}
${dk ? tiles.product("slope", v!, "top0", g!, "query") : ""}
    let column = query + x * 4u;
    let at = vec4(batch * ${u.lq}) + column4(column);
    let base = look(at);
    let share = look(at + count);
    let mean = look(at + 2u * count);
    for (var r = 0u; r < 4u; r++) {
      let score = ${programmed ? "changedDown(column, row + r, w[r])" : "w[r] + biasDown(column, row + r)"};
      let exists = allowedDown(column, row + r)${programmed ? ` & (score > vec4(${lowest}))` : ""};
      let by = ${programmed ? "slopeOfChangeDown(column, row + r, w[r])" : "1f"};
      let weight = share * exp4(score - base);
      ${drops ? "let kept = keptDown(batch, column, row + r);" : ""}
      ${dk ? `slope[r] = select(vec4(${none}), weight * (slope[r]${drops ? " * kept" : ""} - mean) * by, exists);` : ""}
      w[r] = select(vec4(${none}), weight${drops ? " * kept" : ""}, exists);
    }
${dv ? `${tiles.keep("w")}\n${add("v", g)}` : ""}
${dk ? `${tiles.keep("slope")}\n${add("k", q)}` : ""}
  }
${dk ? tiles.write("putK", "k", vectors, "top0", "left") : ""}
${dv ? tiles.write("putV", "v", vectors, "top0", "left") : ""}
}`;
    },
  });
}

interface AttentionGradient {
  readonly operands: AttentionOperands;
  readonly attrs: ScaledDotProductAttrs;
  readonly batch: readonly number[];
  readonly output: Operand;
  readonly logSumExp: Operand;
  readonly gLogSumExp: Operand;
}

/** Above it the rounding of ln Σ exp affects the weights, and the sum is recomputed. */
const coarse = 128;

/**
 * A thread a query: `base` and `share`, such that a weight is share · exp(score − base), and `mean`, which the weights'
 * slopes are measured from. The result is (3, queries).
 */
function sumsOf(gradient: AttentionGradient): Omit<Launch, "writes"> {
  const { operands, attrs, batch, output, logSumExp, gLogSumExp } = gradient;
  // With a mask and a bias, there is no buffer left for a new sum: GPUs guarantee eight.
  const resums = (operands.mask === undefined || operands.bias === undefined) && !attrs.program;
  const { program: _, ...plain } = attrs;
  const call = attentionCall(operands, plain, batch, resums ? ["q", "k", "mask", "bias", "g"] : ["g"]);
  const { lq, batches, causal, u, f } = call;
  const rows: Place[] = [output, logSumExp, gLogSumExp].map(({ strides, offset }) => ({
    strides: strides.slice(0, batch.length + 1),
    offset,
  }));
  const walk = walkOf([...batch, lq], rows);
  const count = batches * lq;
  const first = call.words.length;
  return {
    name: "scaledDotProductBackward sums",
    variant: `${call.variant} ${walk.sizes.length}`,
    reads: [...call.reads, output, logSumExp, gLogSumExp],
    words: [...call.words, stepOf(output, -1), ...wordsOf(walk, rows)],
    threads: count,
    source(buffers) {
      const [out, lse, gLse, to] = buffers.slice(-4) as [string, string, string, string];
      const from = (role: "q" | "k" | "g", row: string): string => {
        const { name, buffer, rowStep, columnStep } = call.matrix(role, buffers);
        return `${buffer}[${name}At + ${row} * ${rowStep} + c * ${columnStep}]`;
      };
      const resum = (): string => `  if (abs(base) > ${coarse}) {
    base = -3.4028234e38f;
    var total = 0f;
    let last = ${causal ? `min(${u.lk}, query + 1u)` : u.lk};
    for (var j = 0u; j < last; j++) {
      if (!isAllowed(query, j)) { continue; }
      var s = 0f;
      for (var c = 0u; c < ${u.d}; c++) { s += ${from("q", "query")} * ${f.scale} * ${from("k", "j")}; }
      s += biasOf(query, j);
      let old = base;
      base = max(base, s);
      total = total * expOf(old - base) + expOf(s - base);
    }
    share = select(1 / total, infinity(), total == 0);
  }
`;
      return `${call.head(buffers)}
${perElement(`  let batch = i / ${u.lq};
  let query = i % ${u.lq};
${call.start}
${findPlaces(walk, first + 1, "i", "row")}
  let count = ${u.queries};
  var mean = -${gLse}[row2];
  for (var c = 0u; c < ${u.dv}; c++) { mean += ${from("g", "query")} * ${out}[row0 + c * ${word(first)}]; }
  var base = ${lse}[row1];
  var share = 1f;
${resums ? resum() : ""}  ${to}[i] = base;
  ${to}[count + i] = share;
  ${to}[2u * count + i] = mean;`)}`;
    },
  };
}

import type { Operand } from "@saccade/tensor/backend";
import { countOf, type KernelTable, type Machine, mostWords, u, windowOn, wordOf } from "../machine.ts";
import { findPlaces, type Place, type Walk, walkOf, wordsOf } from "../walk.ts";
import { letParameters, runFold, sumFold } from "./fold.ts";
import { calledIn } from "./functions.ts";
import { normFold } from "./reduce.ts";

/** How many elements a workgroup takes. */
const perGroup = 4096;
/** Tensors of one dispatch: with the parts, as many buffers as every device binds. */
const mostTensors = 7;

/** A tensor of a dispatch: its elements, in any order that is always the same. */
interface Member {
  readonly x: Operand;
  readonly n: number;
  readonly groups: number;
  readonly walk: Walk;
  readonly words: readonly number[];
}

/**
 * The norm of all gradients, and the factor that clips them. Workgroups of one dispatch fold pieces of several tensors;
 * the pieces' parts are folded at the end.
 */
export function totalNormKernels(machine: Machine): KernelTable {
  return {
    totalNorm(xs, [y], { normType: p }) {
      const { fold, value, norm } = normFold(p);
      const parameters = [wordOf(p), wordOf(1 / p)];
      const members = xs.map(memberOf).filter(({ n }) => n > 0);
      const count = members.reduce((sum, { groups }) => sum + groups, 0);
      machine.withScratch([count], (parts) => {
        let done = 0;
        for (const batch of batches(members)) {
          foldPieces(batch, windowOn(parts, [count], [1], done), parameters);
          for (const { groups } of batch) done += groups;
        }
        runFold(machine, {
          name: "totalNorm",
          shape: [count],
          dims: [0],
          operands: { x: parts },
          // Folds the pieces' values, which are no longer elements.
          fold: value === "acc" ? { ...fold, step: "return join(acc, x);" } : sumFold("x"),
          perRow: [[y!, norm(value)]],
          parameters,
          variant: fold.join + norm(value),
        });
      });
      return true;

      function foldPieces(batch: readonly Member[], to: Operand, parameters: readonly number[]): void {
        const width = machine.teamOf(64);
        const groups = batch.reduce((sum, member) => sum + member.groups, 0);
        const across = Math.min(groups, machine.mostGroups);
        // The parameters of the fold's own formula come first, where it expects them.
        const words = [groups, to.offset, 0, ...parameters];
        const starts = batch.map((member) => {
          const at = words.length;
          words.push(member.n, member.groups, ...member.words);
          return at;
        });
        machine.run({
          name: "totalNorm, pieces",
          variant: `${batch.map(({ walk }) => walk.sizes.length)} ${width} ${fold.sum} ${fold.step}`,
          reads: batch.map(({ x }) => x),
          writes: [to],
          words,
          groups: [across, Math.ceil(groups / across), 1],
          source: (buffers) => {
            const pieces = batch.map(({ walk }, k) => {
              const at = starts[k]!;
              return `  if (piece < ${u(at + 1)}) {
    for (var i = piece * ${perGroup}u + lane; i < min(${u(at)}, (piece + 1) * ${perGroup}u); i += ${width}u) {
${findPlaces(walk, at + 2)}
      acc = step(acc, ${buffers[k]}[at0]);
    }
  }
  piece -= ${u(at + 1)};`;
            });
            const code = `${fold.acc}
fn start() -> Acc { ${fold.start} }
fn step(acc: Acc, x: f32) -> Acc {
${letParameters(parameters.length)}
  ${fold.sum === undefined ? "" : `let term = ${fold.sum};`}
  ${fold.step}
}
fn join(a: Acc, b: Acc) -> Acc { ${fold.join} }
var<workgroup> lanes: array<Acc, ${width}>;
@compute @workgroup_size(${width})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let own = group.x + group.y * groups.x;
  if (own >= ${u(0)}) { return; }
  // Of the tensor whose turn it is; those before have wrapped round to large numbers.
  var piece = own;
  var acc = start();
${pieces.join("\n")}
  lanes[lane] = acc;
  workgroupBarrier();
  for (var half = ${width / 2}u; half > 0u; half /= 2u) {
    if (lane < half) { lanes[lane] = join(lanes[lane], lanes[lane + half]); }
    workgroupBarrier();
  }
  if (lane == 0u) { ${buffers.at(-1)}[${u(1)} + own] = ${value.replaceAll("acc", "lanes[0]")}; }
}`;
            return `${calledIn(code)}\n${code}`;
          },
        });
      }
    },
    clipFactor: ([norm], [y], { maxNorm, eps }) => {
      const value = eps === 0 ? "select(1.0, p / x, x > p)" : "select(min(1.0, p / (x + q)), x, isNaN(x))";
      const call = { reads: [norm!], names: ["x"], types: [y!.dtype], result: y!, value };
      machine.elementwise({
        name: `clipFactor ${eps === 0}`,
        ...call,
        parameters: [maxNorm, eps].map(wordOf),
      });
      return true;
    },
  };
}

function memberOf(x: Operand): Member {
  const n = countOf(x.shape);
  // A transposed tensor is its buffer's elements in another order.
  const order = x.strides.map((_, d) => d).sort((a, b) => x.strides[b]! - x.strides[a]!);
  const turned = (list: readonly number[]): number[] => order.map((d) => list[d]!);
  const [shape, strides] = [turned(x.shape), turned(x.strides)];
  const place: Place = { strides, offset: x.offset };
  const walk = walkOf(shape, [place]);
  return { x, n, groups: Math.ceil(n / perGroup), walk, words: wordsOf(walk, [place]) };
}

/** Members of dispatches: as many as have room for their buffers and words. */
function batches(members: readonly Member[]): Member[][] {
  const all: Member[][] = [];
  let room = 0;
  for (const member of members) {
    const words = member.words.length + 2;
    if (all.length === 0 || all.at(-1)!.length === mostTensors || words > room) {
      all.push([]);
      room = mostWords - 5;
    }
    all.at(-1)!.push(member);
    room -= words;
  }
  return all;
}

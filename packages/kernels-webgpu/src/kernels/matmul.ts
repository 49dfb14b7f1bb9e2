import type { Operand } from "@saccade/tensor/backend";
import { countOf, type KernelTable, type Machine, storageTypes, u, windowOn } from "../machine.ts";
import { findPlaces, type Place, walkOf, wordsOf } from "../walk.ts";

/** A workgroup computes a tile of side² results, each of its 8 × 8 threads a block of own² of them. */
const [side, own, depth] = [32, 4, 16];

/** out (…, n, m) = a (…, n, k) · b (…, k, m), of any strides, plus `bias` (m). */
export function runProduct(
  machine: Machine,
  name: string,
  a: Operand,
  b: Operand,
  out: Operand,
  bias?: Operand,
): void {
  const rank = out.shape.length;
  const [n, m] = out.shape.slice(-2) as [number, number];
  const k = a.shape.at(-1)!;
  const batch = out.shape.slice(0, -2);
  const batches = countOf(batch);
  if (n * m * batches === 0) return;
  const places: Place[] = [a, b].map(({ strides, offset }) => ({ strides: strides.slice(0, -2), offset }));
  const walk = walkOf(batch, places);
  const [aRow, aStep] = a.strides.slice(-2) as [number, number];
  const [bRow, bStep] = b.strides.slice(-2) as [number, number];
  const words = [n, m, k, aRow, aStep, bRow, bStep, bias?.offset ?? 0, bias?.strides[0] ?? 0, out.offset];
  const first = words.length;
  const type = storageTypes[out.dtype];
  machine.run({
    name,
    variant: `${walk.sizes.length} ${bias === undefined} ${rank === 2}`,
    reads: bias === undefined ? [a, b] : [a, b, bias],
    writes: [out],
    words: [...words, ...wordsOf(walk, places)],
    groups: [Math.ceil(m / side), Math.ceil(n / side), batches],
    source: (buffers) => {
      const [x, y] = buffers as [string, string];
      const to = buffers.at(-1)!;
      const added = bias === undefined ? "" : ` + ${buffers[2]}[${u(7)} + column * ${u(8)}]`;
      return `// Tiles of both operands go through memory that a workgroup shares, so that each element is read once a tile.
var<workgroup> left: array<array<${type}, ${side}>, ${depth}>;
var<workgroup> right: array<array<${type}, ${side}>, ${depth}>;
@compute @workgroup_size(8, 8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let n = ${u(0)}; let m = ${u(1)}; let k = ${u(2)};
  let i = group.z;
${findPlaces(walk, first)}
  let top = group.y * ${side}u;
  let start = group.x * ${side}u;
  var sums: array<array<${type}, ${own}>, ${own}>;
  for (var deep = 0u; deep < k; deep += ${depth}u) {
    for (var e = lane; e < ${side * depth}u; e += 64u) {
      // Neighbouring threads read neighbours, whichever way the operand lies.
      let alongA = select(vec2(e % ${side}u, e / ${side}u), vec2(e / ${depth}u, e % ${depth}u), ${u(4)} == 1u);
      let alongB = select(vec2(e / ${depth}u, e % ${depth}u), vec2(e % ${side}u, e / ${side}u), ${u(6)} == 1u);
      let row = top + alongA.x; let column = start + alongB.x;
      let pa = deep + alongA.y; let pb = deep + alongB.y;
      left[alongA.y][alongA.x] = 0;
      right[alongB.y][alongB.x] = 0;
      if (row < n && pa < k) { left[alongA.y][alongA.x] = ${x}[at0 + row * ${u(3)} + pa * ${u(4)}]; }
      if (column < m && pb < k) { right[alongB.y][alongB.x] = ${y}[at1 + pb * ${u(5)} + column * ${u(6)}]; }
    }
    workgroupBarrier();
    for (var p = 0u; p < ${depth}u; p++) {
      var by: array<${type}, ${own}>;
      for (var c = 0u; c < ${own}u; c++) { by[c] = right[p][local.x * ${own}u + c]; }
      for (var r = 0u; r < ${own}u; r++) {
        let x = left[p][local.y * ${own}u + r];
        for (var c = 0u; c < ${own}u; c++) { sums[r][c] += x * by[c]; }
      }
    }
    workgroupBarrier();
  }
  for (var r = 0u; r < ${own}u; r++) {
    let row = top + local.y * ${own}u + r;
    for (var c = 0u; c < ${own}u; c++) {
      let column = start + local.x * ${own}u + c;
      if (row < n && column < m) { ${to}[${u(9)} + (group.z * n + row) * m + column] = sums[r][c]${added}; }
    }
  }
}`;
    },
  });
}

export function matmulKernels(machine: Machine): KernelTable {
  return {
    matmul([a, b], [out]) {
      if (a!.dtype !== b!.dtype || a!.dtype === "bool") return false;
      runProduct(machine, "matmul", a!, b!, out!);
      return true;
    },
    linear([x, weight, bias], [out]) {
      const rows = rowsOf(x!);
      if (rows === null) return false;
      const { shape, strides } = weight!;
      const turned = windowOn(weight!, [shape[1]!, shape[0]!], [strides[1]!, strides[0]!]);
      const flat = windowOn(out!, [rows.shape[0]!, shape[0]!], [shape[0]!, 1]);
      runProduct(machine, "linear", rows, turned, flat, bias);
      return true;
    },
  };
}

/** x (…, width) as a matrix, if its leading dims lie behind one another. */
function rowsOf(x: Operand): Operand | null {
  const { shape, strides } = x;
  const last = shape.length - 1;
  const leading = shape.slice(0, -1);
  const walk = walkOf(leading, [{ strides: strides.slice(0, -1), offset: 0 }]);
  if (walk.sizes.length > 1) return null;
  const step = walk.strides[0]![0] ?? shape[last]!;
  return windowOn(x, [countOf(leading), shape[last]!], [step, strides[last]!]);
}

import type { Operand } from "@saccade/tensor/backend";
import {
  countOf,
  f,
  type Kernel,
  type KernelTable,
  type Machine,
  perElement,
  u,
  wordOf,
} from "../machine.ts";

/** Threefry-2x32, 20 rounds (Salmon et al. 2011): the same bits as everywhere. */
export const threefry: string = `fn threefry(key: vec2<u32>, counter: vec2<u32>) -> vec2<u32> {
  var keys = array<u32, 3>(key.x, key.y, 0x1bd11bdau ^ key.x ^ key.y);
  const rotations = array<u32, 8>(13u, 15u, 26u, 6u, 17u, 29u, 16u, 24u);
  var x = counter + key;
  for (var group = 0u; group < 5u; group++) {
    for (var r = 0u; r < 4u; r++) {
      x.x += x.y;
      let by = rotations[(group % 2u) * 4u + r];
      x.y = ((x.y << by) | (x.y >> (32u - by))) ^ x.x;
    }
    x.x += keys[(group + 1u) % 3u];
    x.y += keys[(group + 2u) % 3u] + group + 1u;
  }
  return x;
}`;

interface State {
  readonly seed: readonly [number, number];
  readonly offset: number;
}

const keyWords = ({ seed, offset }: State): number[] => [seed[0], seed[1], offset];
const draw = `threefry(vec2(${u(1)}, ${u(2)}), vec2(i, ${u(3)}))`;

/** Random numbers by counter: element i depends on the seed, the number of the draw, and i. */
export function randomKernels(machine: Machine): KernelTable {
  const uniform: Kernel<{ readonly state: State }> = (_inputs, [y], { state }) => {
    const n = countOf(y!.shape);
    if (y!.dtype !== "float32") return false;
    if (n === 0) return true;
    machine.run({
      name: "uniform",
      variant: "",
      reads: [],
      writes: [y!],
      words: [n, ...keyWords(state)],
      threads: n,
      source: ([to]) => `${threefry}
${perElement(`  ${to}[i] = f32(${draw}.x >> 8) * 5.9604645e-8;`)}`,
    });
    return true;
  };
  return {
    uniform,
    dropout([x], [y, kept], { p, state }) {
      const n = countOf(y!.shape);
      if (n === 0) return true;
      machine.run({
        name: "dropout keep",
        variant: "",
        reads: [],
        writes: [kept!],
        words: [n, ...keyWords(state), wordOf(1 - p)],
        threads: n,
        source: ([to]) => `${threefry}
${perElement(`  ${to}[i] = u32(f32(${draw}.x >> 8) * 5.9604645e-8 < ${f(4)});`)}`,
      });
      scaleKept(x!, kept!, y!, p);
      return true;
    },
    dropoutBackward([g, kept], [y], { p }) {
      scaleKept(g!, kept!, y!, p);
      return true;
    },
  };

  function scaleKept(x: Operand, kept: Operand, y: Operand, p: number): void {
    const scale = p === 1 ? 0 : 1 / (1 - p);
    machine.elementwise({
      name: "dropout scale",
      reads: [x, kept],
      names: ["x", "m"],
      types: [y.dtype, "bool"],
      result: y,
      value: "select(0.0, x * p, m != 0u)",
      parameters: [wordOf(scale)],
    });
  }
}

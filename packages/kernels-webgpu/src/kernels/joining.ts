import { contiguousStrides, type KernelTable, numelOf, type Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { type Place, perElement, storageTypes, u, type Walk, walkOf, windowOn, wordOf } from "../wgsl.ts";
import { runIndexed } from "./moving.ts";

/** Operands of one dispatch of `cat`: with the result, as many buffers as every device binds. */
const mostOperands = 7;
const mostWords = 64;

/** Ops whose result combines operands and fill values, in one dispatch: each thread finds the source of its element. */
export function joiningKernels(machine: Machine): KernelTable {
  /** A number of y's dtype: its word, and the word as that number. */
  const filling = (y: Operand, value: number): readonly [number, (word: string) => string] =>
    y.dtype === "float32"
      ? [wordOf(value), (word) => `bitcast<f32>(${word})`]
      : [value, (word) => `bitcast<${storageTypes[y.dtype]}>(${word})`];
  return {
    cat(xs, [y], { dim }) {
      const rank = y!.shape.length;
      const many = Math.min(mostOperands, Math.floor((mostWords - 3 - 2 * rank) / (2 + rank)));
      const parts = xs.filter(({ shape }) => shape[dim]! > 0 && !(shape.length === 1 && shape[0] === 0));
      let start = 0;
      for (let k = 0; k < parts.length; k += many) start = catSome(parts.slice(k, k + many), y!, dim, start);
      return true;
    },
    pad([x], [y], { before, value }) {
      const [word, numberOf] = filling(y!, value);
      const { shape, strides } = x!;
      const start = before.reduce((at, n, d) => at - n * strides[d]!, x!.offset);
      const moved = windowOn(x!, shape, strides, start);
      const words = [word, ...before, ...shape];
      runIndexed(machine, "pad", [moved], y!, words, ([from], { at, parameter: p }) => {
        // A coordinate before the first wraps round to a large one.
        const inside = shape.map((_, d) => `c${d} - ${p(1 + d)} < ${p(1 + shape.length + d)}`);
        return `  var value = ${numberOf(p(0))};
  if (${inside.join(" && ") || "true"}) { value = ${from}[${at(0)}]; }`;
      });
      return true;
    },
    shift([x], [y], { dim, by, fill }) {
      const [word, numberOf] = filling(y!, fill);
      const { shape, strides, offset } = x!;
      const moved = windowOn(x!, shape, strides, offset - by * strides[dim]!);
      const outside = by === 1 ? 0 : shape[dim]! - 1;
      runIndexed(machine, `shift ${dim}`, [moved], y!, [word, outside], ([from], { at, parameter: p }) => {
        return `  var value = ${numberOf(p(0))};
  if (c${dim} != ${p(1)}) { value = ${from}[${at(0)}]; }`;
      });
      return true;
    },
    embed([x], [y], { window }) {
      const digits = digitsOf(x!, window.strides, window.offset);
      if (digits === null) return false;
      const { sizes, steps, strides, first, offset } = digits;
      const n = numelOf(y!.shape);
      const rank = sizes.length;
      machine.run({
        name: "embed",
        variant: `${rank}`,
        reads: [x!],
        writes: [y!],
        words: [n, first, y!.offset, offset, ...sizes, ...steps, ...strides],
        threads: n,
        source: ([from, to]) => {
          const digit = (d: number): string => `  let digit${d} = rest / ${u(4 + rank + d)};
  inside = inside && digit${d} < ${u(4 + d)};
  rest -= digit${d} * ${u(4 + rank + d)};
  at += digit${d} * ${u(4 + 2 * rank + d)};`;
          return perElement(`  var rest = i - ${u(1)};
  var inside = i >= ${u(1)};
  var at = ${u(3)};
${sizes.map((_, d) => digit(d)).join("\n")}
  var value = ${zeroOf(y!)};
  if (inside && rest == 0) { value = ${from}[at]; }
  ${to}[${u(2)} + i] = value;`);
        },
      });
      return true;
    },
  };

  /** Writes some operands side by side, from coordinate `start` on; returns where they end. */
  function catSome(parts: readonly Operand[], y: Operand, dim: number, start: number): number {
    const length = parts.reduce((sum, { shape }) => sum + shape[dim]!, 0);
    const outStrides = contiguousStrides(y.shape);
    const out = { strides: outStrides, offset: y.offset + start * outStrides[dim]! };
    const all: readonly Place[] = [...parts, out];
    const [inner, outer] = [y.shape.slice(dim + 1), y.shape.slice(0, dim)].map((sizes, k) => {
      const own = all.map(({ strides, offset }) => ({
        strides: k === 0 ? strides.slice(dim + 1) : strides.slice(0, dim),
        offset,
      }));
      return walkOf(sizes, own);
    }) as [Walk, Walk];
    // Coordinates, the innermost first.
    const sizes = [...inner.sizes, length, ...outer.sizes];
    const along = inner.sizes.length;
    const n = numelOf(sizes);
    const words = [n, ...sizes];
    const ends: number[] = [];
    let end = 0;
    for (const [k, { strides, offset }] of all.entries()) {
      // An operand's coordinate along the dim starts at 0.
      const before = k < parts.length ? end : 0;
      end += parts[k]?.shape[dim] ?? 0;
      ends.push(words.length);
      words.push(
        end,
        offset - before * strides[dim]!,
        ...inner.strides[k]!,
        strides[dim]!,
        ...outer.strides[k]!,
      );
    }
    machine.run({
      name: "cat",
      variant: `${sizes.length} ${along}`,
      reads: parts,
      writes: [y],
      words,
      threads: n,
      source: (buffers) => {
        const to = storageTypes[y.dtype];
        const place = (k: number): string =>
          [u(ends[k]! + 1), ...sizes.map((_, d) => `c${d} * ${u(ends[k]! + 2 + d)}`)].join(" + ");
        const coordinates = sizes.map((_, d) => {
          if (d === sizes.length - 1) return `  let c${d} = rest${d};`;
          return `  let rest${d + 1} = rest${d} / ${u(1 + d)}; let c${d} = rest${d} - rest${d + 1} * ${u(1 + d)};`;
        });
        const choices = parts.map((_, k) => {
          const test = k === parts.length - 1 ? "" : `if (c${along} < ${u(ends[k]!)}) `;
          return `${test}{ value = ${to}(${buffers[k]}[${place(k)}]); }`;
        });
        return perElement(`  let rest0 = i;
${coordinates.join("\n")}
  var value = ${zeroOf(y)};
  ${choices.join(" else ")}
  ${buffers.at(-1)}[${place(parts.length)}] = value;`);
      },
    });
    return start + length;
  }
}

const zeroOf = ({ dtype }: Operand): string => `${storageTypes[dtype]}(0)`;

/**
 * The dims of a window as digits of an element's number: the largest step first, each at least as large as all that
 * the smaller ones reach together. Null if they are not: then an element does not determine its coordinates.
 */
function digitsOf(x: Operand, windowStrides: readonly number[], start: number) {
  let first = start;
  let { offset } = x;
  const digits: { readonly size: number; readonly step: number; readonly stride: number }[] = [];
  for (const [d, size] of x.shape.entries()) {
    if (size === 1) continue;
    let [step, stride] = [windowStrides[d]!, x.strides[d]!];
    if (step < 0) {
      // From its other end.
      first += (size - 1) * step;
      offset += (size - 1) * stride;
      [step, stride] = [-step, -stride];
    }
    digits.push({ size, step, stride });
  }
  digits.sort((a, b) => b.step - a.step);
  let reach = 0;
  for (const { size, step } of digits.toReversed()) {
    if (step <= reach) return null;
    reach += (size - 1) * step;
  }
  const list = (of: "size" | "step" | "stride"): number[] => digits.map((digit) => digit[of]);
  return { sizes: list("size"), steps: list("step"), strides: list("stride"), first, offset };
}

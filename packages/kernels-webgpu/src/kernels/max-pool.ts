import type { KernelTable, Machine } from "../machine.ts";
import { countOf, perElement } from "../machine.ts";
import { findPlaces, walkOf, wordsOf } from "../walk.ts";
import { calledIn } from "./functions.ts";
import { Parameters } from "./parameters.ts";

/** The position of each window's maximum: the first of equal elements, the last NaN. A thread for each window. */
export function maxPoolKernels(machine: Machine): KernelTable {
  return {
    maxPoolIndex([x], [y], { kernel, stride, padding, dilation }) {
      const isFloat = x!.dtype === "float32";
      if (x!.dtype === "bool") return false;
      const [image, windows] = [x!.shape.slice(-2), y!.shape.slice(-2)];
      const leading = x!.shape.slice(0, -2);
      const place = { strides: x!.strides.slice(0, -2), offset: x!.offset };
      const walk = walkOf(leading, [place]);
      const n = countOf(y!.shape);
      if (n === 0) return true;
      const parameters = new Parameters();
      parameters.whole(n);
      const pair = (numbers: readonly number[]): string =>
        `vec2<i32>(vec2(${numbers.map((number) => parameters.whole(number))}))`;
      const sizes = { image, windows, kernel, stride, padding, dilation, steps: x!.strides.slice(-2) };
      const lets = Object.entries(sizes).map(([name, numbers]) => `  let ${name} = ${pair(numbers)};`);
      const to = parameters.whole(y!.offset);
      const first = parameters.words.length;
      const wins = isFloat ? "isNaN(value) || (!isNaN(best) && value > best)" : "value > best";
      machine.run({
        name: "maxPoolIndex",
        variant: `${walk.sizes.length}`,
        reads: [x!],
        writes: [y!],
        words: [...parameters.words, ...wordsOf(walk, [place])],
        threads: n,
        source: ([from, into]) => {
          const body = `${lets.join("\n")}
  let area = u32(windows.x * windows.y);
  let plane = i / area;
  let window = vec2<i32>(vec2(i % area / u32(windows.y), i % u32(windows.y)));
${findPlaces(walk, first, "plane")}
  var found = -1;
  var best = ${isFloat ? "0f" : "0i"};
  for (var k = 0; k < kernel.x; k++) {
    for (var l = 0; l < kernel.y; l++) {
      let at = window * stride - padding + vec2(k, l) * dilation;
      if (any(at < vec2(0)) || any(at >= image)) { continue; }
      let value = ${from}[at0 + u32(at.x * steps.x + at.y * steps.y)];
      if (found < 0 || ${wins}) { found = at.x * image.y + at.y; best = value; }
    }
  }
  ${into}[${to} + i] = found;`;
          return `${calledIn(body)}\n${perElement(body)}`;
        },
      });
      return true;
    },
  };
}

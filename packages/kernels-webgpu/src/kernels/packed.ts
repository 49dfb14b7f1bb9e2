import { contiguousStrides, type Operand } from "@saccade/tensor/backend";
import { countOf, type Machine, perElement, windowOn } from "../machine.ts";
import { Parameters } from "./parameters.ts";

/**
 * Calls `use` with dense float32 copies of operands of one or two dims, all in one buffer, and with `spare` elements after
 * them: a kernel may bind eight buffers, and adjacent elements are fastest to read.
 */
export function withPacked(
  machine: Machine,
  pieces: readonly Operand[],
  spare: number,
  use: (packed: readonly Operand[], rest: Operand) => void,
): void {
  const sizes = pieces.map(({ shape }) => countOf(shape));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  machine.withScratch([total + spare], (scratch) => {
    const parameters = new Parameters();
    parameters.whole(total);
    let end = 0;
    const copies = pieces.map(({ shape }, k) => {
      const start = end;
      end += sizes[k]!;
      return windowOn(scratch, shape, contiguousStrides(shape), start);
    });
    const reads = pieces.map(({ shape, strides, offset }, k) => {
      const width = parameters.whole(shape.at(-1)!);
      // A vector is a matrix of one row.
      const at = parameters.place({ offset, strides: shape.length === 1 ? [0, ...strides] : strides });
      return { count: parameters.whole(sizes[k]!), at: at(`e / ${width}`, `e % ${width}`) };
    });
    machine.run({
      name: "pack",
      variant: `${pieces.length}`,
      reads: pieces,
      writes: [scratch],
      words: parameters.words,
      threads: total,
      source: (buffers) =>
        perElement(`  var e = i;
${reads
  .map(
    ({ count, at }, k) => `  if (e < ${count}) { ${buffers.at(-1)}[i] = f32(${buffers[k]}[${at}]); continue; }
  e -= ${count};`,
  )
  .join("\n")}`),
    });
    use(copies, windowOn(scratch, [spare], [1], total));
  });
}

import { cat, stack } from "@saccade/tensor";
import { computed, dimIn, fromRank, type Maker, method, onDim } from "./step.ts";

/** Parts of a tensor, and other shapes of it. */
export const views: Readonly<Record<string, Maker>> = {
  slice: onDim(1, (dim, choice) => {
    const options: { start?: number; stop?: number; step?: number } = {};
    if (choice.chance(0.7)) options.start = choice.int(-12, 8);
    if (choice.chance(0.5)) options.stop = choice.int(-8, 20);
    if (choice.chance(0.5)) options.step = choice.of([2, 3, 4, 7, 20, 64]);
    return method("slice", [dim, options]);
  }),
  sliceComputed: onDim(1, (dim, choice) => {
    const [start, stop, step] = [computed(choice), computed(choice), choice.of([1, 1, 2, 3, 5])];
    const back = choice.chance(0.3);
    return {
      text: `slice(${dim}, { start: ${back ? "-" : ""}(${start.text("n")}), stop: ${stop.text("n")}, step: ${step} })`,
      run: (y) => {
        const n = y.size(dim);
        return y.slice(dim, { start: back ? -start.of(n) : start.of(n), stop: stop.of(n), step });
      },
    };
  }),
  narrow: onDim(1, (dim, choice) => method("narrow", [dim, computed(choice), computed(choice)])),
  select: onDim(2, (dim, choice) => method("select", [dim, choice.int(-3, 2)])),
  selectComputed: onDim(2, (dim, choice) => method("select", [dim, computed(choice)])),
  squeeze: (choice) => (choice.chance(0.4) ? method("squeeze", []) : null),
  squeezeDim: onDim(1, (dim) => method("squeeze", [dim])),
  unsqueeze: (choice, x) => (x.ndim > 3 ? null : method("unsqueeze", [choice.int(0, x.ndim)])),
  transpose: fromRank(2, (choice, x) => method("transpose", [dimIn(choice, x), dimIn(choice, x)])),
  flatten: fromRank(2, (choice, x) => {
    const start = choice.int(0, x.ndim - 2);
    return method("flatten", [start, choice.int(start + 1, x.ndim - 1)]);
  }),
  join: fromRank(2, (choice, x) => {
    const dim = choice.int(0, x.ndim - 2);
    return {
      text: `reshape([…, n${dim} * n${dim + 1}, …])`,
      run: (y) =>
        y
          .transpose(dim, dim + 1)
          .reshape([...y.shape.slice(0, dim), y.size(dim) * y.size(dim + 1), ...y.shape.slice(dim + 2)]),
    };
  }),
  blocks(choice, x) {
    if (x.ndim === 0 || x.ndim > 3) return null;
    const [dim, size] = [dimIn(choice, x), choice.int(2, 6)];
    return {
      text: `pad dim ${dim} to blocks of ${size}, reshape([…, blocks, ${size}, …])`,
      run: (y) => {
        const n = y.size(dim);
        const blocks = Math.ceil(n / size);
        const pads = [...new Array<number>(2 * (y.ndim - 1 - dim)).fill(0), 0, blocks * size - n];
        return y.pad(pads).reshape([...y.shape.slice(0, dim), blocks, size, ...y.shape.slice(dim + 1)]);
      },
    };
  },
  crop(choice, x) {
    if (x.ndim === 0 || x.ndim > 3) return null;
    const [dim, size] = [dimIn(choice, x), choice.int(2, 5)];
    const last = choice.chance(0.5);
    return {
      text: `crop dim ${dim} to a multiple of ${size}, reshape([…, ${last ? `-1, ${size}` : `${size}, -1`}, …])`,
      run: (y) => {
        const whole = Math.floor(y.size(dim) / size) * size;
        const parts = last ? [whole / size, size] : [size, whole / size];
        return y
          .narrow(dim, 0, whole)
          .reshape([...y.shape.slice(0, dim), ...parts, ...y.shape.slice(dim + 1)]);
      },
    };
  },
  fold(choice, x) {
    if (x.ndim === 0 || x.ndim > 3) return null;
    const [dim, size] = [dimIn(choice, x), choice.int(2, 4)];
    return {
      text: `reshape([…, n / ${size}, ${size}, …])`,
      run: (y) => y.reshape([...y.shape.slice(0, dim), -1, size, ...y.shape.slice(dim + 1)]),
    };
  },
  chunk: onDim(1, (dim, choice) => {
    const [count, from] = [choice.int(2, 4), choice.chance(0.5)];
    return {
      text: `chunk(${count}, ${dim})${from ? "[0]" : ".at(-1)"}`,
      run: (y) => y.chunk(count, dim).at(from ? 0 : -1)!,
    };
  }),
  split: onDim(1, (dim, choice) => {
    const size = choice.int(1, 12);
    return { text: `split(${size}, ${dim})[0]`, run: (y) => y.split(size, dim)[0]! };
  }),
  splitComputed: onDim(1, (dim, choice) => {
    const at = computed(choice);
    return {
      text: `split([${at.text("n")}, n - ${at.text("n")}], ${dim}) swapped`,
      run: (y) => {
        const first = at.of(y.size(dim));
        const [a, b] = y.split([first, y.size(dim) - first], dim);
        return cat([b!, a!], dim);
      },
    };
  }),
  unbind: onDim(2, (dim) => ({
    text: `stack(unbind(${dim}).slice(0, 3))`,
    run: (y) => stack(y.unbind(dim).slice(0, 3)),
  })),
  flip: onDim(1, (dim) => method("flip", [dim])),
  roll: onDim(1, (dim, choice) => method("roll", [choice.int(-3, 3), dim])),
  diagonal: fromRank(2, (choice, x) => {
    const [dim1, dim2, offset] = [dimIn(choice, x), dimIn(choice, x), choice.int(-4, 4)];
    return method("diagonal", [{ dim1, dim2, offset }]);
  }),
  diagEmbed: (choice, x) =>
    x.ndim === 0 || x.ndim > 2 ? null : method("diagEmbed", [{ offset: choice.int(-2, 2) }]),
  triangle: fromRank(2, (choice) => {
    const [upper, by] = [choice.chance(0.5), computed(choice)];
    return {
      text: `${upper ? "triu" : "tril"}(${by.text("n")} - 2)`,
      run: (y) => (upper ? y.triu(by.of(y.size(-1)) - 2) : y.tril(by.of(y.size(-1)) - 2)),
    };
  }),
  expand(choice, x) {
    if (x.ndim > 3) return null;
    const count = computed(choice);
    return {
      text: `unsqueeze(0).expand([${count.text("n")}, …])`,
      run: (y) => y.unsqueeze(0).expand([count.of(y.ndim > 0 ? y.size(-1) : 1), ...y.shape]),
    };
  },
  expandOnes: onDim(1, (dim, choice) => {
    const to = computed(choice);
    return {
      text: `mean(${dim}, keepdim) expanded to ${to.text("n")}`,
      run: (y) => {
        const ones = y.to("float32").mean(dim, { keepdim: true });
        return ones.expand(y.shape.map((size, d) => (d === dim ? to.of(size) : size)));
      },
    };
  }),
  repeat: onDim(1, (dim, choice, x) => {
    const by = choice.int(1, 3);
    return method("repeat", [x.shape.map((_, d) => (d === dim ? by : 1))]);
  }),
  repeatInterleave: onDim(1, (dim, choice) => method("repeatInterleave", [choice.int(1, 3), dim])),
  pad: fromRank(1, (choice) => {
    const [before, after, value] = [choice.int(-3, 4), choice.int(-3, 4), choice.of([0, 1, -2])];
    return {
      text: `pad([${before}, ${after}], { value: ${value} })`,
      run: (y) => y.pad([before, after], { value: y.dtype === "bool" ? 0 : value }),
    };
  }),
  padComputed: fromRank(1, (choice) => {
    const [before, after] = [computed(choice), computed(choice)];
    return {
      text: `pad([${before.text("n")}, ${after.text("n")} - n])`,
      run: (y) => y.pad([before.of(y.size(-1)), after.of(y.size(-1)) - y.size(-1)]),
    };
  }),
  movedim: fromRank(2, (choice, x) => method("movedim", [dimIn(choice, x), dimIn(choice, x)])),
};

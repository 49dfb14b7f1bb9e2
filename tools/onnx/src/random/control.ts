import { cat, type Tensor } from "@saccade/tensor";
import { computed, dimIn, floats, type Maker, onDim } from "./step.ts";

/** Programs that decide by a size. */
export const control: Readonly<Record<string, Maker>> = {
  branch: onDim(1, (dim, choice) => {
    const at = choice.of([0, 1, 2, 3, 5, 8, 16, 33, 64]);
    const [yes, no] = choice.of<readonly [(y: Tensor) => Tensor, (y: Tensor) => Tensor]>([
      [(y) => y.mul(2), (y) => y],
      [(y) => y.neg(), (y) => y.abs()],
      [(y) => y.mul(2), (y) => y.mul(3)],
      [(y) => y.sum(dim), (y) => y.amax(dim)],
      [(y) => y.slice(dim, { stop: 4 }), (y) => y],
    ]);
    return { text: `n${dim} > ${at} ? … : …`, run: (y) => (y.size(dim) > at ? yes : no)(floats(y)) };
  }),
  parity: onDim(1, (dim, choice) => {
    const by = choice.int(2, 5);
    const pads = choice.chance(0.5);
    return {
      text: `n${dim} % ${by} === 0 ? x : ${pads ? "padded" : "negated"}`,
      run: (y) => {
        if (y.size(dim) % by === 0) return floats(y);
        return pads ? floats(y).transpose(dim, -1).pad([0, 1]).transpose(dim, -1) : floats(y).neg();
      },
    };
  }),
  loop: onDim(2, (dim, choice) => {
    const count = computed(choice);
    return {
      text: `sum of the first ${count.text("n")} rows, by a loop`,
      run: (y) => {
        let sum = floats(y).select(dim, 0);
        for (let i = 1; i < Math.min(count.of(y.size(dim)), y.size(dim)); i++)
          sum = sum.add(y.select(dim, i));
        return sum;
      },
    };
  }),
  halves: onDim(1, (dim) => ({
    text: `halves of dim ${dim}, exchanged`,
    run: (y) => {
      const n = y.size(dim);
      const half = Math.floor(n / 2);
      return cat([y.narrow(dim, half, n - half), y.narrow(dim, 0, half)], dim);
    },
  })),
  times: onDim(1, (dim, choice) => {
    const count = computed(choice);
    return {
      text: `tanh ${count.text("n")} times`,
      run: (y) => {
        let z = floats(y);
        for (let i = 0; i < count.of(y.size(dim)); i++) z = z.tanh();
        return z;
      },
    };
  }),
  factor: onDim(1, (dim, choice) => {
    const at = choice.of([1, 2, 4, 10, 50]);
    return { text: `mul(n${dim} > ${at} ? 2 : 5)`, run: (y) => floats(y).mul(y.size(dim) > at ? 2 : 5) };
  }),
  logarithm(choice, x) {
    if (x.ndim === 0 || !choice.chance(0.4)) return null;
    const dim = dimIn(choice, x);
    return { text: "mul(floor(log2(n)))", run: (y) => floats(y).mul(Math.floor(Math.log2(y.size(dim)))) };
  },
};

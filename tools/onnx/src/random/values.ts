import {
  all,
  any,
  arange,
  cat,
  cosineSimilarity,
  einsum,
  eye,
  full,
  linspace,
  ones,
  stack,
  type Tensor,
  tensor,
  where,
  zeros,
} from "@saccade/tensor";
import { computed, dimIn, floats, fromRank, type Maker, onDim } from "./step.ts";

const unary: Readonly<Record<string, (x: Tensor) => Tensor>> = {
  neg: (x) => x.neg(),
  abs: (x) => x.abs(),
  tanh: (x) => x.tanh(),
  sigmoid: (x) => x.sigmoid(),
  relu: (x) => x.relu(),
  gelu: (x) => x.gelu(),
  silu: (x) => x.silu(),
  sin: (x) => x.sin(),
  square: (x) => x.tanh().square(),
  exp: (x) => x.tanh().exp(),
  log: (x) => x.abs().add(1).log(),
  sqrt: (x) => x.abs().add(0.1).sqrt(),
  clamp: (x) => x.clamp({ min: -0.5, max: 0.7 }),
  softplus: (x) => x.softplus(),
  leakyRelu: (x) => x.leakyRelu(),
  elu: (x) => x.elu(),
  erf: (x) => x.erf(),
  expm1: (x) => x.tanh().expm1(),
};

function elements(n: number, f: (i: number) => number): Tensor {
  return tensor(Array.from({ length: n }, (_, i) => f(i)));
}

/** Numbers: elementwise, reductions, products, and tensors made of sizes. */
export const values: Readonly<Record<string, Maker>> = {
  unary(choice) {
    const name = choice.of(Object.keys(unary));
    return { text: `${name}()`, run: (y) => unary[name]!(floats(y)) };
  },
  scaleBySize: onDim(1, (dim, choice) => {
    const size = computed(choice);
    const how = choice.of(["mul", "add", "div", "mulInverse", "maximum"]);
    return {
      text: `${how} ${size.text("n")} + 1`,
      run: (y) => {
        const by = size.of(y.size(dim)) + 1;
        const z = floats(y);
        if (how === "mul") return z.mul(by);
        if (how === "add") return z.add(by);
        if (how === "div") return z.div(by);
        return how === "maximum" ? z.maximum(-by) : z.mul(1 / by);
      },
    };
  }),
  scaleByRoot(choice, x) {
    if (x.ndim === 0 || !choice.chance(0.3)) return null;
    const dim = dimIn(choice, x);
    return { text: `div(sqrt(n${dim}))`, run: (y) => floats(y).div(Math.sqrt(y.size(dim))) };
  },
  reduce: onDim(1, (dim, choice) => {
    const keepdim = choice.chance(0.4);
    const how = choice.of([
      "sum",
      "mean",
      "amax",
      "amin",
      "var",
      "std",
      "logsumexp",
      "norm",
      "all",
      "any",
    ] as const);
    return {
      text: `${how}(${dim}, { keepdim: ${keepdim} })`,
      run: (y) => {
        const z = floats(y);
        if (how === "all") return all(z.gt(-0.123), dim, { keepdim });
        if (how === "any") return any(z.gt(1.234), dim, { keepdim });
        if (how === "norm") return z.norm({ dim, keepdim });
        if (how === "var") return z.var(dim, { keepdim, correction: 0 });
        if (how === "std") return z.std(dim, { keepdim, correction: 0 }).add(1);
        return z[how](dim, { keepdim });
      },
    };
  }),
  corrected: onDim(1, (dim) => ({ text: `var(${dim})`, run: (y) => floats(y).var(dim) })),
  reduceTwo: fromRank(2, (choice, x) => {
    const [dims, keepdim] = [[0, x.ndim - 1], choice.chance(0.5)];
    return {
      text: `mean([${dims}], { keepdim: ${keepdim} })`,
      run: (y) => floats(y).mean(dims, { keepdim }),
    };
  }),
  index: onDim(1, (dim, choice) => {
    const how = choice.of(["argmax", "argmin", "argsort", "maxIndices"] as const);
    return {
      text: `${how}(${dim})`,
      run: (y) => {
        const z = floats(y);
        return floats(how === "maxIndices" ? z.max(dim).indices : z[how](dim));
      },
    };
  }),
  order: onDim(1, (dim, choice) => {
    const descending = choice.chance(0.5);
    return {
      text: `sort(${dim}, { descending: ${descending} })`,
      run: (y) => floats(y).sort(dim, { descending }).values,
    };
  }),
  topk: onDim(1, (dim, choice) => {
    const k = computed(choice);
    return {
      text: `topk(${k.text("n")}, ${dim})`,
      run: (y) => floats(y).topk(k.of(y.size(dim)), dim).values,
    };
  }),
  along: onDim(1, (dim, choice) => {
    const how = choice.of(["softmax", "logSoftmax", "cumsum", "cumprod"] as const);
    return { text: `${how}(${dim})`, run: (y) => floats(y).tanh()[how](dim) };
  }),
  withOther(choice, x, others) {
    const alike = others.map((y, i) => ({ y, i })).filter(({ y }) => String(y.shape) === String(x.shape));
    if (alike.length === 0) return null;
    const { i } = choice.of(alike);
    const how = choice.of(["add", "mul", "sub", "maximum", "cat", "stack"] as const);
    return {
      text: `${how} value ${i}`,
      run: (y, all) => {
        const [a, b] = [floats(y), floats(all[i]!)];
        if (how === "cat") return y.ndim === 0 ? a.add(b) : cat([a, b], 0);
        return how === "stack" ? stack([a, b]) : a[how](b);
      },
    };
  },
  broadcast(choice, _x, others) {
    if (others.length === 0) return null;
    const i = choice.int(0, others.length - 1);
    return { text: `add value ${i}`, run: (y, all) => floats(y).add(floats(all[i]!)) };
  },
  catOther(choice, x, others) {
    const alike = others.map((y, i) => ({ y, i })).filter(({ y }) => y.ndim === x.ndim && x.ndim > 0);
    if (alike.length === 0) return null;
    const [{ i }, dim] = [choice.of(alike), dimIn(choice, x)];
    return {
      text: `cat with value ${i} along ${dim}`,
      run: (y, all) => cat([floats(all[i]!), floats(y)], dim),
    };
  },
  ramp: fromRank(1, (choice) => {
    const [start, step] = [computed(choice), choice.of([1, 2, -1, 0.5])];
    return {
      text: `add arange(${start.text("n")}, …, ${step}) of n numbers, divided by n + 1`,
      run: (y) => {
        const [n, from] = [y.size(-1), start.of(y.size(-1))];
        return floats(y).add(arange(from, from + n * step, step).div(n + 1));
      },
    };
  }),
  between(choice, x) {
    if (x.ndim === 0 || !choice.chance(0.3)) return null;
    return { text: "mul linspace(0, 1, n)", run: (y) => floats(y).mul(linspace(0, 1, y.size(-1))) };
  },
  table(choice, x) {
    if (x.ndim === 0 || !choice.chance(0.3)) return null;
    return {
      text: "add sines of n, from an array",
      run: (y) => floats(y).add(elements(y.size(-1), Math.sin)),
    };
  },
  filled: fromRank(1, (choice) => {
    const [count, value, make] = [computed(choice), computed(choice), choice.of(["full", "zeros", "ones"])];
    return {
      text: `cat with ${make}([${count.text("n")}, …])${make === "full" ? ` of ${value.text("n")}` : ""}`,
      run: (y) => {
        const shape = y.shape.with(0, count.of(y.size(0)));
        const z = floats(y);
        if (make === "full") return cat([z, full(shape, value.of(y.size(0)), { dtype: "float32" })], 0);
        return cat([z, make === "zeros" ? zeros(shape) : ones(shape)], 0);
      },
    };
  }),
  identity: fromRank(1, () => ({
    text: "matmul(eye(n) with a shifted diagonal)",
    run: (y) => floats(y).matmul(eye(y.size(-1)).roll(1, 0)),
  })),
  mask: fromRank(2, (choice) => {
    const limit = computed(choice);
    return {
      text: `where(arange(n) < ${limit.text("n")}, x, -1)`,
      run: (y) => where(arange(y.size(-1)).lt(limit.of(y.size(-1))), floats(y), -1),
    };
  }),
  square: fromRank(2, () => ({
    text: "matmul(own transpose) / n",
    run: (y) => floats(y).matmul(floats(y).transpose(-2, -1)).div(y.size(-1)),
  })),
  einsum(choice, x) {
    if (x.ndim !== 3) return null;
    const equation = choice.of(["bij,bkj->bik", "bij,bij->bi", "bij,bik->jk", "bij,bij->"]);
    return { text: `einsum("${equation}", x, x)`, run: (y) => einsum(equation, floats(y), floats(y)).tanh() };
  },
  gather: onDim(1, (dim, choice) => {
    const by = computed(choice);
    return {
      text: `indexSelect(${dim}, arange(n).add(${by.text("n")}).remainder(n))`,
      run: (y) => {
        const n = y.size(dim);
        const at = arange(n, { dtype: "int32" }).add(by.of(n)).remainder(n);
        return y.indexSelect(dim, at);
      },
    };
  }),
  indexAdd: onDim(1, (dim, choice) => {
    const at = computed(choice);
    return {
      text: `indexAdd(${dim}, one row at ${at.text("n")})`,
      run: (y) => {
        const z = floats(y);
        const index = tensor([at.of(y.size(dim))], { dtype: "int32" });
        return z.indexAdd(dim, index, z.mean(dim, { keepdim: true }));
      },
    };
  }),
  oneHot(choice, x) {
    if (x.ndim === 0 || x.ndim > 2) return null;
    const classes = computed(choice);
    return {
      text: `(x > 0).oneHot(${classes.text("n")} + 2)`,
      run: (y) =>
        floats(
          floats(y)
            .gt(0)
            .to("int32")
            .oneHot(classes.of(y.size(-1)) + 2),
        ),
    };
  },
  similarity: onDim(1, (dim) => ({
    text: `cosineSimilarity(x, x + 1, ${dim})`,
    run: (y) => cosineSimilarity(floats(y), floats(y).add(1), { dim }),
  })),
  integers: fromRank(1, (choice) => {
    const [how, by] = [choice.of(["remainder", "floorDivide", "fmod"] as const), computed(choice)];
    return {
      text: `arange(n) - 3 as int32, ${how}(${by.text("n")} + 1)`,
      run: (y) =>
        floats(
          arange(y.size(-1), { dtype: "int32" })
            .sub(3)
            [how](by.of(y.size(-1)) + 1),
        )
          .sin()
          .add(floats(y)),
    };
  }),
};

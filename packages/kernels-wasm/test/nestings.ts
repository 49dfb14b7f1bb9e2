// Random nestings of transforms, each beside the same computation by loops over samples.
import { checkpoint, grad, hessian, hvp, jacobian, jvp, valueAndGrad, vjp, vmap } from "@saccade/autograd";
import { ArgumentError, type DType, onesLike, scope, stack, type Tensor } from "@saccade/tensor";
import { type Backend, isFloat } from "@saccade/tensor/backend";
import { opBodies, tableBodies } from "./nesting-bodies.ts";

export type Program = (...xs: Tensor[]) => Tensor[];

/** What computes for many, and what recomputes: the library's transforms, or plain loops. */
interface Ways {
  vmap(f: Program, inDims: readonly (number | null)[], outDims: number): Program;
  jacobian(f: Program, x: Tensor): Tensor[];
  hessian(f: (x: Tensor) => Tensor, x: Tensor): Tensor;
  checkpoint(f: () => Tensor[]): Tensor[];
}

const transformed: Ways = {
  vmap: (f, inDims, outDims) => vmap(f, { inDims, outDims, randomness: "same" }),
  jacobian,
  hessian,
  checkpoint,
};

const looped: Ways = {
  vmap:
    (f, inDims, outDims) =>
    (...xs) => {
      const first = inDims.findIndex((dim) => dim !== null);
      const size = xs[first]!.size(inDims[first]!);
      const each = Array.from({ length: size }, (_, i) =>
        f(...xs.map((x, k) => (inDims[k] === null ? x : x.select(inDims[k]!, i)))),
      );
      return each[0]!.map((_, k) => stack(each.map((ys) => ys[k]!), outDims)); // biome-ignore format: one line
    },
  jacobian: (f, x) =>
    f(x).map((y, k) => {
      const rows = Array.from({ length: y.numel }, (_, at) => {
        const { value, pullBack } = vjp((z) => f(z)[k]!.reshape([y.numel]).select(0, at), [x]);
        return pullBack(onesLike(value))[0]!;
      });
      return stack(rows).reshape([...y.shape, ...x.shape]);
    }),
  hessian: (f, x) => looped.jacobian((z) => [grad(f)(z!)], x)[0]!,
  checkpoint: (f) => f(),
};

/** A program written once for both ways, with inputs to run it on. */
interface Nesting {
  readonly text: string;
  readonly inputs: readonly Tensor[];
  /** The places of float inputs. */
  readonly floats: readonly number[];
  /** The shapes of the outputs, all floats. */
  readonly shapes: readonly (readonly number[])[];
  readonly program: (ways: Ways) => Program;
}

/** Numbers that a seed draws (mulberry32). */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1);
  }

  /** A whole number below n. */
  below(n: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Some of a list, at least one. */
  some<T>(list: readonly T[]): T[] {
    const kept = list.filter(() => this.below(2) === 0);
    return kept.length > 0 ? kept : [this.one(list)];
  }
}

const numelOf = (shape: readonly number[]): number => shape.reduce((n, size) => n * size, 1);
const total = (shapes: readonly (readonly number[])[]): number =>
  shapes.reduce((sum, shape) => sum + numelOf(shape), 0);

/** All of one, in a single number that is not linear in them. */
export function scalar(ys: readonly Tensor[], kind: number): Tensor {
  const parts = ys.map((y, i) => {
    if ((kind + i) % 3 === 0) return y.sum();
    return (kind + i) % 3 === 1 ? y.square().mean() : y.square().add(1).sqrt().sum();
  });
  return parts.reduce((a, b) => a.add(b));
}

/** Numbers between −1 and 1, near for near ones, however large. */
export const bounded = (y: Tensor): Tensor => y.div(y.square().add(1).sqrt());

/** The program with some of its inputs as variables, the others as they are given. */
const at =
  (f: Program, xs: readonly Tensor[], places: readonly number[]): Program =>
  (...some) =>
    f(...xs.map((x, i) => some[places.indexOf(i)] ?? x));

const pick = (xs: readonly Tensor[], places: readonly number[]): Tensor[] => places.map((i) => xs[i]!);

/** Other inputs of the same domain for other samples. */
function samples(x: Tensor, size: number): Tensor[] {
  return Array.from({ length: size }, (_, i) => {
    if (isFloat(x.dtype)) return x.mul([1, 0.9, 1.07][i]!);
    return i % 2 === 1 && x.ndim > 0 ? x.flip(0) : x;
  });
}

/** A transform of a nesting: its name, its program, and its inputs where they become others. */
type Transform = (
  inner: Nesting,
  draws: Draws,
) => { name: string; program: Nesting["program"]; inputs?: readonly Tensor[] } | null;

/** One with respect to some float inputs, whose programs differ in `run` alone. */
const along =
  (
    name: string,
    run: (f: Program, xs: Tensor[], kind: number, ways: Ways) => Tensor[],
    { most = Number.POSITIVE_INFINITY, single = false } = {},
  ): Transform =>
  ({ program, floats, inputs, shapes }, draws) => {
    const places = single ? [draws.one(floats)] : draws.some(floats);
    const kind = draws.below(3);
    if (total(shapes) * total(pick([...inputs], places).map((x) => x.shape)) > most) return null;
    return {
      name: `${name}${JSON.stringify(places)}`,
      program:
        (ways) =>
        (...xs) =>
          run(at(program(ways), xs, places), pick(xs, places), kind, ways),
    };
  };

const transforms: Readonly<Record<string, Transform>> = {
  vmap({ program, inputs, shapes }, draws) {
    const size = 1 + draws.below(3);
    const drawn: (number | null)[] = inputs.map(({ ndim }) =>
      draws.below(3) === 0 ? null : draws.below(ndim + 1),
    );
    if (!drawn.some((dim) => dim !== null)) drawn[0] = 0;
    // From the end, for half of them.
    const inDims = drawn.map((dim, i) =>
      dim !== null && draws.below(2) === 0 ? dim - inputs[i]!.ndim - 1 : dim,
    );
    // What is not mapped over is an argument that all share, or read from outside.
    const places = inputs.map((_, i) => i).filter((i) => inDims[i] !== null || draws.below(2) === 0);
    const rank = Math.min(...shapes.map((shape) => shape.length)) + 1;
    const outDims = draws.below(2 * rank) - rank;
    const dims = places.map((i) => inDims[i]!);
    return {
      name: `vmap(in ${JSON.stringify(inDims)}, out ${outDims})`,
      inputs: inputs.map((x, i) => (drawn[i] === null ? x : stack(samples(x, size), drawn[i]!))),
      program:
        (ways) =>
        (...xs) =>
          ways.vmap(at(program(ways), xs, places), dims, outDims)(...pick(xs, places)),
    };
  },
  grad: along("grad", (f, xs, kind) =>
    grad((...some) => scalar(f(...some), kind), { argnums: xs.map((_, i) => i) })(...xs),
  ),
  valueAndGrad: along("valueAndGrad", (f, xs, kind) => {
    const { value, grads } = valueAndGrad(() => {
      const ys = f(...xs);
      return { loss: scalar(ys, kind), aux: ys };
    }, xs);
    return [value.loss, ...value.aux, ...grads];
  }),
  vjp: along("vjp", (f, xs) => {
    const { value, pullBack } = vjp(f, xs);
    return [...value, ...pullBack(value.map((y) => bounded(y).add(0.5)))];
  }),
  jvp: along("jvp", (f, xs) => {
    const { value, tangent } = jvp(f, xs, xs.map((x) => x.cos())); // biome-ignore format: one line
    return [...value, ...tangent];
  }),
  hvp: along("hvp", (f, xs, kind) => {
    const some = hvp((...given) => scalar(f(...given), kind), xs, xs.map((x) => x.cos())); // biome-ignore format: one line
    return [some.value, ...some.hvp];
  }),
  jacobian: along("jacobian", (f, [x], _kind, ways) => ways.jacobian(f, x!), { most: 80, single: true }),
  hessian: along("hessian", (f, [x], kind, ways) => [ways.hessian((z) => scalar(f(z), kind), x!)], {
    most: 40,
    single: true,
  }),
  checkpoint: ({ program }) => ({
    name: "checkpoint",
    program:
      (ways) =>
      (...xs) =>
        ways.checkpoint(() => program(ways)(...xs)),
  }),
};

/** A nesting that a seed draws, as a program by the transforms and one by loops. */
export interface Drawn {
  readonly text: string;
  readonly inputs: readonly Tensor[];
  readonly floats: readonly number[];
  readonly transformed: Program;
  readonly looped: Program;
}

/** A function in one to four transforms, one of which maps. */
export function drawNesting(seed: number, dtype: DType, backend: Backend): Drawn {
  const draws = new Draws(seed);
  const { name, f, inputs } = draws.one(draws.below(2) === 0 ? tableBodies : opBodies);
  const start: Nesting = {
    text: name,
    inputs: inputs.map((x) => x.to(isFloat(x.dtype) ? dtype : x.dtype).to(backend)),
    floats: inputs.map((_, i) => i).filter((i) => isFloat(inputs[i]!.dtype)),
    shapes: [],
    program: () => (...xs) => ([f(...xs)].flat() as Tensor[]).filter((y) => isFloat(y.dtype)), // biome-ignore format: one line
  };
  let nesting = measured(start)!;
  const depth = 2 + draws.below(3);
  const mapped = draws.below(depth);
  for (let i = 0; i < depth; i++) {
    const wanted = i === mapped ? "vmap" : draws.one(Object.keys(transforms));
    nesting = around(wanted, nesting, draws) ?? around("vmap", nesting, draws) ?? nesting;
  }
  const { text, floats, program } = nesting;
  return {
    ...{ text, inputs: nesting.inputs, floats },
    transformed: program(transformed),
    looped: program(looped),
  };
}

function around(wanted: string, inner: Nesting, draws: Draws): Nesting | null {
  const made = transforms[wanted]!(inner, draws);
  if (made === null) return null;
  const { name, program, inputs = inner.inputs } = made;
  return measured({ ...inner, text: `${name}(${inner.text})`, inputs, program });
}

/** With the shapes of its outputs; null where they are too many numbers, or it has a gradient of nothing. */
function measured(nesting: Nesting): Nesting | null {
  try {
    const ys = scope(() => nesting.program(looped)(...nesting.inputs));
    const shapes = ys.map(({ shape }) => shape);
    for (const y of ys) if (!nesting.inputs.includes(y)) y.dispose();
    return total(shapes) > 400 ? null : { ...nesting, shapes };
  } catch (error) {
    if (error instanceof ArgumentError && /depend on|on the path/.test(error.message)) return null;
    throw error;
  }
}

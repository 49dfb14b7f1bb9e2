import { scaledDotProductAttention } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { cat, randn, type Tensor, tensor, zeros } from "@saccade/tensor";
import type { Figure } from "../program.ts";

// Stacks of random layers at the scale that keeps the size of what passes: what is left of the differences between
// tokens, and of their quick changes along the sequence (Dong, Cordonnier, Loukas 2021).
const length = 32;
const width = 32;
const batch = 8;

type Layer = (x: Tensor) => Tensor;

/** How a layer is wrapped: alone, with a residual connection, or with an MLP and residual connections around both. */
const wrappings = {
  alone: (mix: Layer) => mix,
  "with residuals": (mix: Layer): Layer => {
    return (x) => norm(x.add(mix(x)));
  },
  "with residuals and MLP": (mix: Layer): Layer => {
    const feed = mlp();
    return (x) => {
      const y = norm(x.add(mix(x)));
      return norm(y.add(feed(y)));
    };
  },
} as const;

type Wrapping = keyof typeof wrappings;
const kinds = { attention, convolution } as const;

/** A matrix that keeps the variance of what it multiplies. */
function matrix(rows: number, columns: number): Tensor {
  return randn([rows, columns]).div(Math.sqrt(rows));
}

function attention(): Layer {
  const [q, k, v] = [matrix(width, width), matrix(width, width), matrix(width, width)];
  return (x) =>
    scaledDotProductAttention(x.matmul(q), x.matmul(k), x.matmul(v), { needWeights: false }).output;
}

/** A convolution of three positions, with zeros beyond the ends. */
function convolution(): Layer {
  const kernel = matrix(3 * width, width);
  return (x) => {
    const end = zeros([batch, 1, width]);
    const padded = cat([end, x, end], 1); // (b, length + 2, width)
    return cat(
      [0, 1, 2].map((start) => padded.narrow(1, start, length)),
      -1,
    ).matmul(kernel);
  };
}

function mlp(): Layer {
  const [up, down] = [matrix(width, 4 * width), matrix(4 * width, width)];
  return (x) => x.matmul(up).relu().matmul(down);
}

/** Layer normalization without parameters. */
function norm(x: Tensor): Tensor {
  const centred = x.sub(x.mean(-1, { keepdim: true }));
  return centred.div(centred.square().mean(-1, { keepdim: true }).sqrt());
}

/** ‖X − 1x̄ᵀ‖ / ‖X‖, where x̄ is the mean of the tokens: 0 where all tokens are alike. */
export function residualOf(x: Tensor): number {
  return x
    .sub(x.mean(1, { keepdim: true }))
    .norm()
    .div(x.norm())
    .item();
}

/** The share of the energy in changes from one token to the next of the kind + − + −: the upper half of the frequencies. */
export function highShareOf(x: Tensor): number {
  const energies = cosines().matmul(x).square().sum([0, 2]); // (length)
  return energies
    .narrow(0, length / 2, length / 2)
    .sum()
    .div(energies.sum())
    .item();
}

/** The orthonormal cosine transform (Ahmed, Natarajan, Rao 1974): a row for each frequency, the mean first. */
function cosines(): Tensor {
  const places = Array.from({ length }, (_, i) => i);
  return tensor(
    places.map((frequency) =>
      places.map((place) => {
        const scale = Math.sqrt((frequency === 0 ? 1 : 2) / length);
        return scale * Math.cos((Math.PI * frequency * (2 * place + 1)) / (2 * length));
      }),
    ),
  );
}

/** The residual after each of `depth` layers, for random tokens and weights. */
function throughLayers(kind: keyof typeof kinds, wrapping: Wrapping, depth: number) {
  return noGrad(() => {
    let x = randn([batch, length, width]);
    return Array.from({ length: depth }, () => {
      x = wrappings[wrapping](kinds[kind]())(x);
      return { residual: residualOf(x), high: highShareOf(x) };
    });
  });
}

/** The measures after one layer and after the last. */
export function measureRank(quick: boolean): Figure[] {
  const depth = quick ? 2 : 12;
  const names: readonly Wrapping[] = ["alone", "with residuals", "with residuals and MLP"];
  return (["attention", "convolution"] as const).flatMap((kind) =>
    names.flatMap((wrapping) => {
      const layers = throughLayers(kind, wrapping, depth);
      return [layers[0]!, layers.at(-1)!].flatMap(({ residual, high }, i): Figure[] => {
        const after = `${kind} ${wrapping}, ${i === 0 ? "1 layer" : `${depth} layers`}`;
        return [
          { name: `residual, ${after}`, value: residual },
          { name: `high frequencies, ${after}`, value: high },
        ];
      });
    }),
  );
}

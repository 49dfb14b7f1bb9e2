import { apply1, type HostArray, inOrder, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cat } from "../indexing/join.ts";

/** The attributes of the rotary op. */
export interface RotaryAttrs {
  /** Whether pairs are neighbors (2i, 2i + 1) instead of (i, i + d / 2). */
  readonly interleaved: boolean;
  /** Whether pairs turn back. */
  readonly inverse: boolean;
}

/**
 * Turns pairs of numbers by angles (Su et al. 2021): x (…, n, d) and a table (n, d) of d / 2 cosines and then d / 2 sines a
 * row. (a, b) becomes (a cos − b sin, b cos + a sin).
 */
export const rotaryOp: Op<readonly [x: Tensor, table: Tensor], readonly [Tensor], RotaryAttrs> = {
  name: "rotary",
  infer: ([x]) => [x],
  forward: ([x, table], [out], attrs) => turn(inOrder(x), inOrder(table), out, attrs),
  gradient: ([g], [x, table], _outputs, { interleaved, inverse }) => [
    () => apply1(rotaryOp, [g, table], { interleaved, inverse: !inverse }),
    () => {
      const [a, b] = pairsOf(x, interleaved);
      const [c, d] = pairsOf(g, interleaved);
      const sines = inverse ? c.mul(b).sub(d.mul(a)) : d.mul(a).sub(c.mul(b));
      // The tape sums over the leading dims.
      return cat([c.mul(a).add(d.mul(b)), sines], -1);
    },
  ],
};

// The first and the second number of each pair: (…, d / 2) each.
function pairsOf(x: Tensor, interleaved: boolean): [Tensor, Tensor] {
  const half = x.size(-1) / 2;
  if (!interleaved) return [x.narrow(-1, 0, half), x.narrow(-1, half, half)];
  const pairs = x.reshape([...x.shape.slice(0, -1), half, 2]);
  return [pairs.select(-1, 0), pairs.select(-1, 1)];
}

type Dense = Pick<HostArray, "data" | "offset">;

function turn(x: Dense, table: Dense, out: HostArray, { interleaved, inverse }: RotaryAttrs): void {
  const [n, d] = [out.shape.at(-2)!, out.shape.at(-1)!];
  const half = d / 2;
  const [step, apart] = interleaved ? [2, 1] : [1, half];
  for (let at = 0; at < out.data.length; at += d) {
    const row = table.offset + ((at / d) % n) * d;
    for (let i = 0; i < half; i++) {
      const first = at + i * step;
      const [a, b] = [x.data[x.offset + first]!, x.data[x.offset + first + apart]!];
      const cosine = table.data[row + i]!;
      const sine = inverse ? -table.data[row + half + i]! : table.data[row + half + i]!;
      out.data[first] = a * cosine - b * sine;
      out.data[first + apart] = b * cosine + a * sine;
    }
  }
}

/**
 * Turns pairs of the numbers of x (…, n, d) by angles: pair i of position p by the one whose cosine is element i of row p of
 * the table (n, d), and whose sine is element d / 2 + i.
 *
 * @param table of x's dtype; d is even
 * @example rotary(tensor([[1, 0]]), tensor([[0, 1]])) // tensor([[0, 1]])
 */
export function rotary(x: Tensor, table: Tensor, attrs: Partial<RotaryAttrs> = {}): Tensor {
  const { interleaved = false, inverse = false } = attrs;
  return apply1(rotaryOp, [x, table], { interleaved, inverse });
}

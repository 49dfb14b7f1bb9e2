import { tensor } from "@saccade/tensor";

/**
 * All vectors of d signs, (2^d, d): each element has mean 0 and
 * variance 1, and they are independent.
 */
function signs(d: number): number[][] {
  return Array.from({ length: 2 ** d }, (_, i) =>
    Array.from({ length: d }, (_, j) => ((i >> j) & 1 ? 1 : -1)),
  );
}

for (const d of [1, 4, 9]) {
  const keys = tensor(signs(d)); // (2^d, d)
  const query = tensor(signs(d)[0]!); // (d)
  const products = keys.mul(query).sum(-1); // (2^d)
  const of = (divisor: number): string =>
    products.div(divisor).var(0, { correction: 0 }).item().toFixed(3);
  console.log(
    `d ${d}: mean ${products.mean().item()}, variance ${of(1)}, ` +
      `by √d ${of(Math.sqrt(d))}, by d ${of(d)}`,
  );
}

import type { JSX } from "preact";

const [radius, middle] = [40, 56];

interface DialProps {
  readonly query: readonly [number, number];
  readonly other: readonly [number, number];
  readonly label: string;
}

/** One pair of components of a query and of a key, as arrows, and what the pair adds to the score. */
export function Dial({ query, other, label }: DialProps): JSX.Element {
  const arrow = ([x, y]: readonly [number, number], name: string): JSX.Element => (
    <g class={name}>
      <line x1={middle} y1={middle} x2={middle + radius * x} y2={middle - radius * y} />
      <circle cx={middle + radius * x} cy={middle - radius * y} r={4} />
    </g>
  );
  const product = query[0] * other[0] + query[1] * other[1];
  return (
    <svg class="dial" viewBox="0 0 112 132" role="img" aria-label={label}>
      <circle class="round" cx={middle} cy={middle} r={radius} />
      {arrow(query, "query")}
      {arrow(other, "key")}
      <text x={middle} y={124} text-anchor="middle">
        {product.toFixed(2)}
      </text>
    </svg>
  );
}

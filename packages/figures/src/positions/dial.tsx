import type { JSX } from "preact";

const [radius, middle, wedge] = [40, 56, 22];

interface DialProps {
  readonly query: readonly [number, number];
  readonly other: readonly [number, number];
  readonly product: string;
  /** By how many radians both are turned further. */
  readonly turned: number;
  readonly label: string;
}

/** One pair of components of a query and of a key, as arrows, the angle between them, and what the pair adds to the score. */
export function Dial({ query, other, product, turned, label }: DialProps): JSX.Element {
  const arrow = ([x, y]: readonly [number, number], name: string): JSX.Element => (
    <g class={name}>
      <line x1={middle} y1={middle} x2={middle + radius * x} y2={middle - radius * y} />
      <circle cx={middle + radius * x} cy={middle - radius * y} r={4} />
    </g>
  );
  const [from, to] = [query, other].map(([x, y]) => Math.atan2(y, x)) as [number, number];
  const angle = Math.atan2(Math.sin(to - from), Math.cos(to - from)); // the smaller way around
  const rim = (radians: number): string =>
    `${middle + wedge * Math.cos(radians)} ${middle - wedge * Math.sin(radians)}`;
  return (
    <svg class="dial" viewBox="0 0 112 132" role="img" aria-label={label}>
      <circle class="round" cx={middle} cy={middle} r={radius} />
      <g transform={`rotate(${(-turned * 180) / Math.PI} ${middle} ${middle})`}>
        <path
          class="angle"
          d={`M${middle} ${middle}L${rim(from)}A${wedge} ${wedge} 0 0 ${angle < 0 ? 1 : 0} ${rim(to)}z`}
        />
        {arrow(query, "query")}
        {arrow(other, "key")}
      </g>
      <text x={middle} y={124} text-anchor="middle">
        {product}
      </text>
    </svg>
  );
}

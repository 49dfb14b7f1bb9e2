// One picture for each part of the book, as the content of an SVG of 200 × 120 in the figures' colours. What they show is computed.
import type { Lang } from "./pages.ts";

const many = <T>(count: number, draw: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => draw(i));

function softmax(scores: readonly number[]): number[] {
  const powers = scores.map(Math.exp);
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

const fixed = (...numbers: number[]): string => numbers.map((one) => one.toFixed(1)).join(" ");
const path = (points: readonly string[], more: string): string =>
  `<path d="M${points.join("L")}" fill="none" ${more}/>`;
const label = (x: number, y: number, text: string, more = ""): string =>
  `<text x="${x}" y="${y}" text-anchor="middle" font-size="13" fill="var(--ink)" ${more}>${text}</text>`;

/** Gradient descent on a parabola. */
export function descentPicture(): string {
  const at = (x: number): string => fixed(100 + 80 * x, 104 - 88 * x * x);
  const xs = many(6, (i) => -0.95 * 0.62 ** i);
  return [
    path(
      many(41, (i) => at(i / 20 - 1)),
      'stroke="var(--quiet)" stroke-width="2"',
    ),
    path(xs.map(at), 'stroke="var(--accent)" stroke-width="1.5"'),
    ...xs.map(at).map((point) => `<circle transform="translate(${point})" r="4.5" fill="var(--accent)"/>`),
  ].join("");
}

/** The weights of a Gaussian kernel at a query. */
export function poolingPicture(): string {
  const keys = [14, 38, 52, 77, 94, 112, 131, 158, 184];
  const query = 104;
  const weights = softmax(keys.map((key) => -(((key - query) / 26) ** 2) / 2));
  const bars = keys.map((key, i) => {
    const height = 300 * weights[i]!;
    return `<rect x="${key - 5}" y="${fixed(92 - height)}" width="10" height="${fixed(height)}" fill="var(--value)"/><circle cx="${key}" cy="100" r="4" fill="var(--key)"/>`;
  });
  const line = path(["6 100", "194 100"], 'stroke="var(--line)" stroke-width="1.5"');
  return `${line}${bars.join("")}<path d="M${query} 106l-6 11h12z" fill="var(--query)"/>`;
}

/** Which words of a translation belong together. */
export function alignmentPicture(): string {
  const pairs = [
    [0, 1],
    [1, 0],
    [2, 2],
  ] as const;
  const x = (i: number): number => 34 + 66 * i;
  return [
    ...pairs.map(([from, to]) =>
      path([`${x(from)} 32`, `${x(to)} 88`], 'stroke="var(--accent)" stroke-width="3"'),
    ),
    ...["black", "birds", "sing"].map((word, i) => label(x(i), 24, word)),
    ...["oiseaux", "noirs", "chantent"].map((word, i) => label(x(i), 104, word)),
  ].join("");
}

/** The weights of a causal head. */
export function headPicture(): string {
  const rows = many(6, (i) => softmax(many(i + 1, (j) => 2 * Math.sin(2.1 * i + 3.7 * j * j))));
  const cells = rows.flatMap((weights, i) =>
    many(6, (j) => {
      const weight = weights[j];
      const fill =
        weight === undefined ? "none" : `var(--accent)" fill-opacity="${(0.06 + 0.94 * weight).toFixed(2)}`;
      return `<rect x="${46 + 18 * j}" y="${6 + 18 * i}" width="17" height="17" fill="${fill}" stroke="var(--line)"/>`;
    }),
  );
  return cells.join("");
}

/** A Transformer's block. */
export function blocksPicture(lang: Lang): string {
  const names = lang === "en" ? ["attention", "feed-forward"] : ["注意力", "前馈"];
  const box = (y: number, name: string): string =>
    `<rect x="44" y="${y}" width="100" height="26" rx="5" fill="var(--panel)" stroke="var(--accent)" stroke-width="1.5"/>${label(94, y + 18, name)}`;
  const around = (y: number): string =>
    `<path d="M94 ${y + 36}h68v-44h-68" fill="none" stroke="var(--quiet)" stroke-width="1.5"/><circle cx="94" cy="${y - 8}" r="4" fill="var(--accent)"/>`;
  return [
    path(["94 118", "94 3"], 'stroke="var(--quiet)" stroke-width="1.5"'),
    around(70),
    around(18),
    box(70, names[0]!),
    box(18, names[1]!),
  ].join("");
}

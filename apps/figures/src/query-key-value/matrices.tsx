import type { JSX } from "preact";
import { NumberBox, rectOf, short } from "../ui/index.ts";
import type { Layout } from "./layout.ts";
import { type Attended, at, bestKey, count, dims, divisor } from "./sentence.ts";
import type { Moment } from "./steps.ts";

export interface SceneState {
  readonly layout: Layout;
  readonly attended: Attended;
  /** The query whose row is computed or looked at. */
  readonly row: number;
  /** The key that is looked at. */
  readonly key: number;
  readonly moment: Moment;
}

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const rows = range(count);
const cols = range(dims);
const largest = 2.2; // of the entries of q, k and v
const largestScore = 3.3;
const faint = 0.45; // rows that are not looked at

/** The rows of Q, K transposed and V, which stand before anything moves. */
export function Inputs({ layout, attended, row, moment, key }: SceneState): JSX.Element {
  const { q, k, v, weights } = attended;
  const mixing = moment.done("mix") > 0;
  const scoring = moment.step.kind === "score" ? moment.step.key : moment.finished ? key : -1;
  return (
    <g>
      {rows.flatMap((i) =>
        cols.map((c) => {
          // While the values mix, each row is as strong as its weight.
          const share = mixing ? 0.25 + 0.75 * Math.sqrt(at(weights, row, i)) : 0.6;
          return (
            <g key={`${i} ${c}`}>
              <NumberBox
                box={layout.q(i, c)}
                text={short(at(q, i, c))}
                hue="query"
                strength={(Math.abs(at(q, i, c)) / largest) * (i === row ? 1 : faint)}
                bold={i === row}
              />
              <NumberBox
                box={layout.k(i, c)}
                text={short(at(k, i, c))}
                hue="key"
                strength={(Math.abs(at(k, i, c)) / largest) * (i === scoring ? 1 : faint)}
                bold={i === scoring}
              />
              <NumberBox
                box={layout.v(i, c)}
                text={short(at(v, i, c))}
                hue="value"
                strength={(Math.abs(at(v, i, c)) / largest) * share}
                bold={mixing && i === bestKey(attended, row)}
              />
            </g>
          );
        }),
      )}
    </g>
  );
}

/** The scores, weights and outputs, as far as they are computed. */
export function Results({ layout, attended, row, moment }: SceneState): JSX.Element {
  const { products, weights } = attended;
  const others = moment.done("rest");
  const halved = 1 + (divisor - 1) * moment.done("scale");
  return (
    <g>
      {rows.flatMap((i) =>
        rows.map((j) => {
          const mine = i === row;
          const score = at(products, i, j) / (mine ? halved : divisor);
          const weight = at(weights, i, j);
          const poured = mine ? moment.done("weights") : others;
          // A sum has arrived in its cell at the end of its step.
          const scored = mine ? Number(moment.done("score", j) >= 0.999) : others;
          return (
            <g key={`${i} ${j}`}>
              <rect class="empty" {...rectOf(layout.score(i, j))} />
              <rect class="empty" {...rectOf(layout.weight(i, j))} />
              {scored > 0 && (
                <NumberBox
                  box={layout.score(i, j)}
                  text={short(score)}
                  hue="ink"
                  strength={(Math.max(0, score) / largestScore) * (mine ? 0.6 : 0.3)}
                  opacity={scored}
                  bold={mine}
                />
              )}
              {poured > 0 && (
                <NumberBox
                  box={layout.weight(i, j)}
                  text={share(weight, layout)}
                  hue="pink"
                  strength={mine ? 1 : 0.7}
                  filled={weight * poured}
                  opacity={mine ? 1 : others}
                  bold={mine}
                />
              )}
            </g>
          );
        }),
      )}
      {rows.flatMap((i) =>
        cols.map((c) => {
          const mine = i === row;
          const seen = mine ? Number(arrival(0, moment.done("mix")) >= 0.999) : others;
          const value = mine ? mixed(attended, row, c, moment.done("mix")) : at(attended.output, i, c);
          return (
            <g key={`${i} ${c}`}>
              <rect class="empty" {...rectOf(layout.output(i, c))} />
              {seen > 0 && (
                <NumberBox
                  box={layout.output(i, c)}
                  text={short(value)}
                  hue="value"
                  strength={(Math.abs(value) / largest) * (mine ? 1 : faint)}
                  opacity={seen}
                  bold={mine}
                />
              )}
            </g>
          );
        }),
      )}
    </g>
  );
}

/** How far a value row has come while the values mix: one sets out after the other. */
export function arrival(key: number, part: number): number {
  const t = Math.min(1, Math.max(0, (part - key * 0.14) / 0.44));
  return t * t * (3 - 2 * t);
}

// An output while its values arrive; the whole output when all have.
function mixed({ weights, v, output }: Attended, row: number, col: number, part: number): number {
  if (part >= 1) return at(output, row, col);
  return rows.reduce(
    (sum, j) => sum + (arrival(j, part) >= 0.999 ? at(weights, row, j) * at(v, j, col) : 0),
    0,
  );
}

/** A weight with two digits; without the 0 before the point where there is no room. */
export function share(weight: number, { wide }: Layout): string {
  return wide ? weight.toFixed(2) : weight.toFixed(2).replace(/^0/, "");
}

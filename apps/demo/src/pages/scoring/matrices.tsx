import { NumberBox, rectOf } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { brief } from "./brief.ts";
import { sumOf } from "./expression.ts";
import { arrival, at, isAllowed, mixedSoFar, pairsOf, range, type SceneState } from "./scene-state.ts";
import { d, n } from "./settings.ts";

const rows = range(n);
const cols = range(d);
const faint = 0.4; // rows that are not looked at
/** How strongly a number is tinted: by its size, and never so much that it cannot be read. */
const tint = (value: number): number => Math.min(1, 0.15 + Math.abs(value) / 4);

/** The rows of Q, K transposed and V, which stand before anything moves. */
export function Inputs(state: SceneState): JSX.Element {
  const { layout, attended, head, columns, row, moment, target } = state;
  const { q, k, v } = attended;
  const mixing = moment.done("mix") > 0;
  const scoring =
    moment.step.kind === "score" ? moment.step.key : moment.finished || state.isLooking ? target : -1;
  return (
    <g>
      {rows.flatMap((i) =>
        cols.map((c) => {
          const mine = columns.includes(c);
          // While the values mix, each row is as strong as its weight.
          const share = mixing ? 0.25 + 0.75 * Math.sqrt(at(head.weights, row, i)) : 0.6;
          const box = (name: "query" | "key" | "value", value: number, part: number, isBold: boolean) => (
            <NumberBox
              box={name === "query" ? layout.q(i, c) : name === "key" ? layout.k(i, c) : layout.v(i, c)}
              text={brief(value)}
              hue={name}
              strength={tint(value) * part}
              opacity={mine ? 1 : 0.35}
              bold={mine && isBold}
            />
          );
          return (
            <g key={`${i} ${c}`}>
              {box("query", at(q, i, c), i === row ? 1 : faint, i === row)}
              {box("key", at(k, i, c), i === scoring ? 1 : faint, i === scoring)}
              {box("value", at(v, i, c), share, mixing && at(head.weights, row, i) > 0.5)}
            </g>
          );
        }),
      )}
    </g>
  );
}

/** The scores, weights and outputs, as far as they are computed. */
export function Results(state: SceneState): JSX.Element {
  return (
    <g>
      {rows.flatMap((i) =>
        rows.map((j) => (
          <g key={`${i} ${j}`}>
            <ScoreBox {...state} i={i} j={j} />
            <WeightBox {...state} i={i} j={j} />
          </g>
        )),
      )}
      {rows.flatMap((i) => cols.map((c) => <OutputBox key={`${i} ${c}`} {...state} i={i} c={c} />))}
    </g>
  );
}

function ScoreBox(state: SceneState & { readonly i: number; readonly j: number }): JSX.Element {
  const { layout, head, moment, row, divisor, i, j } = state;
  const mine = i === row;
  const others = moment.done("rest");
  const divided = mine ? moment.done("scale") : others;
  const score = at(head.scores, i, j);
  const sum = sumOf(state.score, pairsOf(state, i, j));
  // The library's score once all is divided; on the way there, the sum over a growing divisor.
  const shown = divided >= 1 ? score : sum / (1 + (divisor - 1) * divided);
  // A sum has arrived in its cell at the end of its step.
  const scored = mine ? Number(moment.done("score", j) >= 0.999) : others;
  const masked = isAllowed(state, i, j) ? 0 : mine ? moment.done("mask") : others;
  const box = layout.score(i, j);
  return (
    <g data-number={`score ${i} ${j}`}>
      <rect class="empty" {...rectOf(box)} />
      {scored > 0 && masked < 1 && (
        <NumberBox
          box={box}
          text={brief(shown)}
          hue="ink"
          strength={Math.max(0, tint(score) - 0.1) * (mine ? 0.6 : 0.3)}
          opacity={scored * (1 - masked)}
          bold={mine}
        />
      )}
      {masked > 0 && (
        <g class="masked" opacity={masked.toFixed(3)}>
          <rect {...rectOf(box)} />
          <line x1={box.x + 3} x2={box.x + box.w - 3} y1={box.y + box.h - 3} y2={box.y + 3} />
        </g>
      )}
    </g>
  );
}

function WeightBox(state: SceneState & { readonly i: number; readonly j: number }): JSX.Element {
  const { layout, head, moment, row, i, j } = state;
  const mine = i === row;
  const poured = mine ? moment.done("weights") : moment.done("rest");
  const weight = at(head.weights, i, j);
  return (
    <g data-number={`weight ${i} ${j}`}>
      <rect class="empty" {...rectOf(layout.weight(i, j))} />
      {poured > 0 && (
        <NumberBox
          box={layout.weight(i, j)}
          text={weight.toFixed(2)}
          hue="pink"
          strength={mine ? 1 : 0.65}
          filled={weight * poured}
          opacity={mine ? 1 : poured}
          bold={mine}
        />
      )}
    </g>
  );
}

function OutputBox(state: SceneState & { readonly i: number; readonly c: number }): JSX.Element {
  const { layout, attended, moment, row, columns, i, c } = state;
  const others = moment.done("rest");
  const mine = i === row && columns.includes(c);
  const mix = moment.done("mix");
  const seen = mine ? Number(arrival(0, mix) >= 0.999) : others;
  const value = mine ? mixedSoFar(state, i, c, mix) : at(attended.output, i, c);
  return (
    <g data-number={`output ${i} ${c}`}>
      <rect class="empty" {...rectOf(layout.output(i, c))} />
      {seen > 0 && (
        <NumberBox
          box={layout.output(i, c)}
          text={brief(value)}
          hue="value"
          strength={tint(value) * (mine ? 1 : faint)}
          opacity={columns.includes(c) ? seen : 0.35 * seen}
          bold={mine}
        />
      )}
    </g>
  );
}

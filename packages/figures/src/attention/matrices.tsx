import { brief, NumberBox, rectOf } from "../ui/index.ts";
import { at, isAllowed, pairsOf, range } from "./attended.ts";
import { arrival, keyInSight, mixedSoFar, type SceneState } from "./scene-state.ts";
import { sumOf } from "./terms.ts";

const faint = 0.4; // rows that are not looked at
const bold = 0.25 + 0.75 * Math.sqrt(0.5); // the strength above which numbers are bold: of a weight above a half
/** How strongly a number is tinted: by its size, and never so much that it cannot be read. */
const tint = (value: number): number => Math.min(1, 0.15 + Math.abs(value) / 4);

/** The rows of Q, K transposed and V, visible before anything moves. */
export function Inputs(state: SceneState) {
  const { layout, attended, head, columns, valueColumns, row, moment } = state;
  const mixing = moment.done("mix") > 0;
  const matrix = (name: "q" | "k" | "v", mine: readonly number[], strengths: readonly number[]) =>
    attended[name].flatMap((values, i) =>
      values.map((value, c) => (
        <NumberBox
          key={`${name} ${i} ${c}`}
          box={layout[name](i, c)}
          text={brief(value, layout.digits)}
          hue={({ q: "query", k: "key", v: "value" } as const)[name]}
          strength={tint(value) * strengths[i]!}
          opacity={mine.includes(c) ? 1 : 0.35}
          bold={mine.includes(c) && strengths[i]! > bold}
        />
      )),
    );
  const only = (chosen: number, count: number): number[] =>
    range(count).map((i) => (i === chosen ? 1 : faint));
  // While the values mix, each row is as strong as its weight.
  const mixed = attended.v.map((_, i) => (mixing ? 0.25 + 0.75 * Math.sqrt(at(head.weights, row, i)) : 0.6));
  return (
    <g>
      {matrix("q", columns, only(row, attended.q.length))}
      {matrix("k", columns, only(keyInSight(state), attended.k.length))}
      {matrix("v", valueColumns, mixed)}
    </g>
  );
}

/** The scores, weights and outputs, as far as they are computed. */
export function Results(state: SceneState) {
  const { q, k, output } = state.attended;
  return (
    <g>
      {q.flatMap((_, i) =>
        k.map((_, j) => (
          <g key={`${i} ${j}`}>
            <ScoreBox {...state} i={i} j={j} />
            <WeightBox {...state} i={i} j={j} />
          </g>
        )),
      )}
      {output.flatMap((values, i) =>
        range(values.length).map((c) => <OutputBox key={`${i} ${c}`} {...state} i={i} c={c} />),
      )}
    </g>
  );
}

function ScoreBox(state: SceneState & { readonly i: number; readonly j: number }) {
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
          text={brief(shown, layout.digits)}
          hue="ink"
          strength={Math.max(0, tint(score) - 0.1) * (mine ? 0.6 : 0.3)}
          opacity={scored * (1 - masked)}
          bold={mine}
        />
      )}
      {masked > 0 && (
        <g class="masked" opacity={masked.toFixed(3)}>
          <rect {...rectOf(box)} />
          <line class="axis" x1={box.x + 3} x2={box.x + box.w - 3} y1={box.y + box.h - 3} y2={box.y + 3} />
        </g>
      )}
    </g>
  );
}

function WeightBox(state: SceneState & { readonly i: number; readonly j: number }) {
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
          text={layout.digits < 2 ? weight.toFixed(2).replace(/^0/, "") : weight.toFixed(2)}
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

function OutputBox(state: SceneState & { readonly i: number; readonly c: number }) {
  const { layout, attended, moment, row, valueColumns, i, c } = state;
  const others = moment.done("rest");
  const mine = i === row && valueColumns.includes(c);
  const mix = moment.done("mix");
  const seen = mine ? Number(arrival(0, mix) >= 0.999) : others;
  const value = mine ? mixedSoFar(state, i, c, mix) : at(attended.output, i, c);
  return (
    <g data-number={`output ${i} ${c}`}>
      <rect class="empty" {...rectOf(layout.output(i, c))} />
      {seen > 0 && (
        <NumberBox
          box={layout.output(i, c)}
          text={brief(value, layout.digits)}
          hue="value"
          strength={tint(value) * (mine ? 1 : faint)}
          opacity={valueColumns.includes(c) ? seen : 0.35 * seen}
          bold={mine}
        />
      )}
    </g>
  );
}

import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Bench } from "./bench.tsx";
import { Marks } from "./marks.tsx";
import { Inputs, Results } from "./matrices.tsx";
import type { RowNames } from "./names.ts";
import { Bars, Values } from "./pouring.tsx";
import { range, type SceneState } from "./scene-state.ts";
import { d, n } from "./settings.ts";
import { words } from "./words.ts";

interface SceneProps extends SceneState {
  readonly names: RowNames;
  /** The divisor of the scores as text; empty if there is none. */
  readonly divisorText: string;
}

/** The whole drawing at one moment. */
export function Scene(props: SceneProps): JSX.Element {
  return (
    <g aria-hidden="true">
      <Titles {...props} />
      <Labels {...props} />
      <Inputs {...props} />
      <Results {...props} />
      <Marks {...props} />
      <Bars {...props} />
      <Values {...props} />
      <Bench {...props} />
    </g>
  );
}

function Titles({ layout, moment, isLooking, divisorText, score }: SceneProps): JSX.Element {
  const { titles } = useWords(words);
  const { w } = layout.cell;
  const { lines } = layout;
  const lower = layout.bar(0).y - layout.k(0, 0).y; // how much further down the second product stands
  const title = (text: string, x: number, y: number, hue = ""): JSX.Element => (
    <text class={`title ${hue}`} x={x} y={y} text-anchor="middle">
      {text}
    </text>
  );
  const left = layout.q(0, 0).x + (d / 2) * w;
  const middle = layout.k(0, 0).x + (n / 2) * w;
  const bars = layout.weight(0, 0).x + (n / 2) * w;
  const right = layout.v(0, 0).x + (d / 2) * w;
  const isDot = score === "dot" || score === "scaled";
  const divided = moment.done("scale") > 0 && divisorText !== "" ? ` / ${divisorText}` : "";
  return (
    <g>
      {(moment.finished || isLooking || moment.step.kind === "score") &&
        score !== "average" &&
        title(titles.bench, left, lines.title)}
      {title("Kᵀ", middle, lines.title, "of-key")}
      {title(titles.softmax, bars, lines.title + lower)}
      {title("V", right, lines.title + lower, "of-value")}
      {title("Q", left, lines.under, "of-query")}
      {title(isDot ? `${titles.scores} QKᵀ${divided}` : titles.scores, middle, lines.under)}
      {title(titles.weights, bars, lines.under + lower)}
      {title(titles.output, right, lines.under + lower, "of-value")}
    </g>
  );
}

function Labels({ layout, row, target, moment, isLooking, names, score, columns }: SceneProps): JSX.Element {
  const { w, h } = layout.cell;
  const { lines } = layout;
  const lower = layout.bar(0).y - layout.k(0, 0).y;
  const scoring =
    moment.step.kind === "score" && !isLooking ? moment.step.key : moment.finished || isLooking ? target : -1;
  const before = (text: string, box: { x: number; y: number }, hue: string): JSX.Element => (
    <text class={`word ${hue}`} x={box.x - 6} y={box.y + h / 2} dy="0.35em" text-anchor="end">
      {text}
    </text>
  );
  const over = (text: string, x: number, y: number, hue: string): JSX.Element => (
    <text class={`word ${hue}`} x={x + w / 2} y={y} text-anchor="middle">
      {text}
    </text>
  );
  const signs = {
    ...{ dot: ["q", "k", "×", "Σ"], scaled: ["q", "k", "×", "Σ"], average: [] },
    ...{ gaussian: ["q", "k", "(q−k)²", "−½ Σ"], additive: ["w", "Wq+Uk", "w·tanh", "Σ"] },
  }[score];
  return (
    <g>
      {range(n).map((i) => (
        <g key={i}>
          {before(names.queries[i] ?? "", layout.q(i, 0), i === row ? "of-query strong" : "")}
          {over(names.keys[i] ?? "", layout.k(i, 0).x, lines.heads, i === scoring ? "of-key strong" : "")}
          {before(names.keys[i] ?? "", layout.bar(i), i === scoring ? "of-key strong" : "")}
          {before(names.queries[i] ?? "", layout.weight(i, 0), i === row ? "of-query strong" : "")}
        </g>
      ))}
      {range(d).map((c) => (
        <g key={c} class="features">
          {over(names.features[c] ?? "", layout.q(0, c).x, lines.feet, "")}
          {over(names.meanings[c] ?? "", layout.v(0, c).x, lines.heads + lower, "")}
        </g>
      ))}
      {(moment.finished || isLooking || moment.step.kind === "score") &&
        signs.map((sign, r) => (
          <g key={sign}>
            {before(
              sign,
              layout.bench(r, columns[0] ?? 0),
              ["of-query strong", "of-key strong", "", "strong"][score === "additive" ? 2 : r] ?? "",
            )}
          </g>
        ))}
    </g>
  );
}

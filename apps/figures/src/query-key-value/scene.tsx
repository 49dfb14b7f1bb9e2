import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { around, moveFocus, rectOf, short } from "../ui/index.ts";
import { Inputs, Results, type SceneState } from "./matrices.tsx";
import { Bars, Bench, Values } from "./motion.tsx";
import { at, count, dims, divisor } from "./sentence.ts";
import { words } from "./words.ts";

/** A cell that the reader looks at. */
export interface Looked {
  readonly kind: "score" | "weight";
  readonly row: number;
  readonly key: number;
}

interface SceneProps extends SceneState {
  readonly lang: "en" | "zh";
  readonly kind: Looked["kind"];
  readonly looked: Signal<Looked | null>;
}

const rows = Array.from({ length: count }, (_, i) => i);

/** The whole drawing at one moment. */
export function Scene(props: SceneProps): JSX.Element {
  const { layout, attended, row, key, moment, lang } = props;
  const t = words[lang];
  return (
    <>
      <g aria-hidden="true">
        <Titles {...props} />
        <Labels {...props} />
        <Inputs {...props} />
        <Results {...props} />
        <Marks {...props} />
        <Bars {...props} words={t.sentence} />
        <Values {...props} />
        <Bench {...props} />
      </g>
      {moment.finished &&
        (["score", "weight"] as const).map((kind) => (
          <g key={kind}>
            {rows.flatMap((i) =>
              rows.map((j) => {
                const [query, word] = [t.sentence[i] ?? "", t.sentence[j] ?? ""];
                const look = (): void => {
                  props.looked.value = { kind, row: i, key: j };
                };
                const first = props.kind === kind ? i === row && j === key : i === row && j === 0;
                return (
                  <rect
                    key={`${i} ${j}`}
                    class="hit"
                    role="button"
                    tabIndex={first ? 0 : -1}
                    data-cell={`${kind} ${i} ${j}`}
                    aria-label={
                      kind === "score"
                        ? t.scoreCell(query, word, short(at(attended.products, i, j) / divisor))
                        : t.weightCell(query, word, at(attended.weights, i, j).toFixed(2))
                    }
                    {...rectOf(kind === "score" ? layout.score(i, j) : layout.weight(i, j))}
                    onPointerEnter={look}
                    onFocus={look}
                    onClick={look}
                    onKeyDown={moveFocus}
                  />
                );
              }),
            )}
          </g>
        ))}
    </>
  );
}

function Titles({ layout, lang, moment }: SceneProps): JSX.Element {
  const { titles } = words[lang];
  const { w } = layout.cell;
  const title = (text: string, x: number, y: number): JSX.Element => (
    <text class="title" x={x} y={y} text-anchor="middle">
      {text}
    </text>
  );
  const under = layout.q(count - 1, 0).y + layout.cell.h + 16;
  const under2 = layout.weight(count - 1, 0).y + layout.cell.h + 16;
  const left = layout.q(0, 0).x + (dims / 2) * w;
  const middle = layout.k(0, 0).x + (count / 2) * w;
  const bars = layout.weight(0, 0).x + (count / 2) * w;
  const right = layout.v(0, 0).x + (dims / 2) * w;
  return (
    <g>
      {(moment.finished || moment.step.kind === "score") && title(titles.score, left, 14)}
      {title(titles.k, middle, 14)}
      {title(titles.softmax, bars, layout.bar(0).y - 6)}
      {title(titles.v, right, layout.bar(0).y - 6)}
      {title(titles.q, left, under)}
      {title(
        moment.done("scale") > 0 ? `${titles.scores} QKᵀ / √${dims}` : `${titles.scores} QKᵀ`,
        middle,
        under,
      )}
      {title(titles.weights, bars, under2)}
      {title(titles.output, right, under2)}
    </g>
  );
}

function Labels({ layout, row, key, moment, lang }: SceneProps): JSX.Element {
  const { sentence } = words[lang];
  const { w, h } = layout.cell;
  const scoring = moment.step.kind === "score" ? moment.step.key : moment.finished ? key : -1;
  return (
    <g>
      {sentence.map((word, i) => (
        <g key={word}>
          <text
            class={i === row ? "word of-q strong" : "word"}
            x={layout.q(i, 0).x - 6}
            y={layout.q(i, 0).y + h / 2}
            dy="0.35em"
            text-anchor="end"
          >
            {word}
          </text>
          <text
            class={i === scoring ? "word of-k strong" : "word"}
            x={layout.k(i, 0).x + w / 2}
            y={layout.k(i, 0).y - 7}
            text-anchor="middle"
          >
            {word}
          </text>
          {!layout.wide && (
            <text
              class={i === row ? "word of-q strong" : "word"}
              x={layout.weight(i, 0).x - 6}
              y={layout.weight(i, 0).y + h / 2}
              dy="0.35em"
              text-anchor="end"
            >
              {word}
            </text>
          )}
        </g>
      ))}
      {(moment.finished || moment.step.kind === "score") &&
        ["q", "k", "×", "Σ"].map((sign, r) => (
          <text
            key={sign}
            class={`word strong ${["of-q", "of-k", "", ""][r]}`}
            x={layout.bench(r, 0).x - 8}
            y={layout.bench(r, 0).y + h / 2}
            dy="0.35em"
            text-anchor="end"
          >
            {sign}
          </text>
        ))}
    </g>
  );
}

/** Frames around what belongs together: a score, its row of Q and column of K; a weight and its value. */
function Marks({ layout, row, key, moment, kind, attended }: SceneProps): JSX.Element {
  const last = dims - 1;
  const scoring = moment.step.kind === "score";
  const j = scoring ? moment.step.key : key;
  const showScore = scoring || (moment.finished && kind === "score");
  const showWeight = moment.finished;
  return (
    <g class="marks">
      {showScore && (
        <>
          <rect class="band of-q" {...rectOf(around(layout.score(row, 0), layout.score(row, j)))} />
          <rect class="band of-k" {...rectOf(around(layout.score(0, j), layout.score(row, j)))} />
          <rect class="of-q" {...rectOf(around(layout.q(row, 0), layout.q(row, last)))} />
          <rect class="of-k" {...rectOf(around(layout.k(j, 0), layout.k(j, last)))} />
          <rect class="of-score" {...rectOf(layout.score(row, j))} />
        </>
      )}
      {showWeight && (
        <>
          {rows.map((one) => (
            <rect
              key={one}
              class="of-v"
              style={{ strokeWidth: one === key ? 3 : 3 * at(attended.weights, row, one) }}
              {...rectOf(around(layout.v(one, 0), layout.v(one, last)))}
            />
          ))}
          <rect class="of-weight" {...rectOf(layout.weight(row, key))} />
          <rect class="of-v" {...rectOf(around(layout.output(row, 0), layout.output(row, last)))} />
        </>
      )}
    </g>
  );
}

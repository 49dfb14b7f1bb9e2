import { linearScale } from "@saccade/plot/page";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { pathOf } from "../ui/chart.tsx";
import { Table } from "../ui/table.tsx";
import "./head-pairs.css";
import "./head-scores.css";

/** A score of every head by step. */
export interface Score {
  /** The CSS class of its curves, whose `--way` is its colour. */
  readonly name: string;
  /** From 0 to 1, (steps, heads of all layers). */
  readonly values: readonly (readonly number[])[];
}

interface HeadScoresProps {
  readonly layers: number;
  readonly heads: number;
  readonly steps: readonly number[];
  readonly scores: readonly Score[];
  /** The index of the step that is looked at. */
  readonly at: number;
  /** The curves end here, or later where a step does. */
  readonly end: number;
  /** The text for screen readers of a head's curves at the chosen step. */
  readonly label: (layer: number, head: number) => string;
  /** The heading of a head's curves. */
  readonly above: (layer: number, head: number) => ComponentChildren;
  readonly isOff: (layer: number, head: number) => boolean;
}

const [width, height] = [100, 48];

/** The scores of each head as it learns: a small chart a head, a row a layer, and a line at the step that is looked at. */
export function HeadScores(props: HeadScoresProps) {
  const { layers, heads, steps, scores, at, end, label, above, isOff } = props;
  const last = Math.max(end, steps.at(-1) ?? 0, 1);
  const paths = useMemo(() => {
    const scales = { x: linearScale([0, last], 0, width), y: linearScale([0, 1], height, 0) };
    return Array.from({ length: layers * heads }, (_, head) =>
      scores.map(({ name, values }) => (
        <path
          key={name}
          class={`curve ${name}`}
          d={pathOf(
            steps,
            values.map((row) => row[head] ?? 0),
            scales,
          )}
        />
      )),
    );
  }, [layers, heads, steps, scores, last]);
  const x = (width * (steps[at] ?? 0)) / last;
  return (
    <div class="head-scores" style={{ "--heads": heads }}>
      {Array.from({ length: layers }, (_, layer) => (
        <div key={layer} class="layer">
          {Array.from({ length: heads }, (_, head) => (
            <div key={head} class={isOff(layer, head) ? "head off" : "head"}>
              {above(layer, head)}
              <svg
                class="chart"
                viewBox={`0 0 ${width} ${height}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={label(layer, head)}
              >
                <path class="grid" d={`M0 ${height / 2}H${width}`} />
                {paths[layer * heads + head]}
                <path class="at" d={`M${x.toFixed(1)} 0V${height}`} />
              </svg>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface HeadPairsProps {
  /** (left, right), from 0 to 1. */
  readonly values: readonly number[];
  /** Names of the heads of the left and the right network. */
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly caption: string;
}

/** How alike the heads of two networks are: a table whose cells are darker the more alike two heads are. */
export function HeadPairs({ values, left, right, caption }: HeadPairsProps) {
  return (
    <figure class="head-pairs">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div class="scroll" role="group" tabIndex={0} aria-label={caption}>
        <Table
          columns={right}
          rows={left}
          cells={(i) => {
            const row = values.slice(i * right.length, (i + 1) * right.length);
            const most = Math.max(...row);
            return row.map((value, j) => (
              <td key={j} class={value === most ? "most chosen" : undefined} style={{ "--alike": value }}>
                {value.toFixed(2).replace("0.", ".")}
              </td>
            ));
          }}
        />
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

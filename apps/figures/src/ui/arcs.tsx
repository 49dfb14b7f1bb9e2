import type { JSX } from "preact";

/** Where an arc begins or ends, in the units of the drawing. */
export interface ArcEnd {
  readonly x: number;
  readonly y: number;
}

/** The word that the reader looks at: one that attends, or one that is attended to. */
export interface ArcFocus {
  readonly side: "source" | "target";
  readonly index: number;
}

interface ArcsProps {
  /** (targets, sources): how much each target attends to each source, from 0 to 1. */
  readonly weights: readonly (readonly number[])[];
  readonly sources: readonly ArcEnd[];
  readonly targets: readonly ArcEnd[];
  /** The way in which arcs leave their ends: "y" between two rows of words, "x" between two columns. */
  readonly axis: "x" | "y";
  /** The arcs of this word stand out, and the others fade. */
  readonly focus?: ArcFocus | null;
  /** Width of an arc of weight 1. Default 12. */
  readonly widest?: number;
  /** Weights below are not drawn. Default 0.01. */
  readonly least?: number;
}

/**
 * Attention as arcs from sources to targets, each as wide as its weight; for use inside an SVG. `charts.css` has the
 * classes: arcs of class "strong" belong to the focus, the others are "faint" meanwhile. Each has its target as the CSS
 * property `--i`, for motion in the order of the words.
 */
export function Arcs(props: ArcsProps): JSX.Element {
  const { weights, sources, targets, axis, focus = null, widest = 12, least = 0.01 } = props;
  return (
    <g class="arcs" aria-hidden="true">
      {weights.flatMap((row, target) =>
        row.map((weight, source) => {
          const from = sources[source];
          const to = targets[target];
          if (from === undefined || to === undefined || weight < least) return null;
          return (
            <path
              key={`${target} ${source}`}
              class={`arc ${strengthOf(focus, target, source)}`}
              data-target={target}
              data-source={source}
              data-weight={weight}
              d={arc(from, to, axis)}
              pathLength={1}
              style={{ "--i": target, strokeWidth: (widest * weight).toFixed(2) }}
            />
          );
        }),
      )}
    </g>
  );
}

function strengthOf(focus: ArcFocus | null, target: number, source: number): string {
  if (focus === null) return "";
  return focus.index === (focus.side === "target" ? target : source) ? "strong" : "faint";
}

/** A cubic whose ends both point along the axis. */
function arc(from: ArcEnd, to: ArcEnd, axis: "x" | "y"): string {
  const mid = ((from[axis] + to[axis]) / 2).toFixed(1);
  const [a, b] = [at(from), at(to)];
  return axis === "y"
    ? `M${a}C${from.x.toFixed(1)} ${mid} ${to.x.toFixed(1)} ${mid} ${b}`
    : `M${a}C${mid} ${from.y.toFixed(1)} ${mid} ${to.y.toFixed(1)} ${b}`;
}

const at = ({ x, y }: ArcEnd): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

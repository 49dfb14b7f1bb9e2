import { fill } from "../messages.ts";
import { brief, short } from "../ui/index.ts";
import { at, isAllowed, pairsOf, range } from "./attended.ts";
import type { Looked, SceneState } from "./scene-state.ts";
import { sumOf } from "./terms.ts";

/** Weights that are written alike count as equal. */
const written = (weight: number): string => weight.toFixed(2);

/** A sentence about the row's weights, computed from the row itself. */
export function resultOf(state: Pick<SceneState, "t" | "names" | "row" | "head" | "attended">): string {
  const { t, names, row, head } = state;
  const name = names.queries[row] ?? "";
  const open = names.keys.flatMap((key, j) =>
    isAllowed(state, row, j) ? [{ key, weight: at(head.weights, row, j) }] : [],
  );
  if (open.length === 0) return fill(t.resultNone, { query: name });
  const most = written(Math.max(...open.map(({ weight }) => weight)));
  const best = open.filter(({ weight }) => written(weight) === most).map(({ key }) => key);
  if (best.length === open.length && open.length > 1) return fill(t.resultEven, { query: name });
  return fill(t.resultOf, {
    query: name,
    count: best.length,
    keys: best.map((key) => `“${key}”`).join(t.and),
    weight: most,
  });
}

/** A sentence about a moment. */
export function sayingOf(state: SceneState): string {
  const { t, row, moment, score, names } = state;
  const { kind, key } = moment.step;
  const query = names.queries[row] ?? "";
  if (moment.finished)
    return state.isLooking ? cellText(state, { kind: state.kind, row, key: state.target }) : resultOf(state);
  switch (kind) {
    case "score": {
      const say = score === "dot" || score === "scaled" ? t.steps.score : t.otherTerms[score];
      const sum = short(sumOf(score, pairsOf(state, row, key)), 2);
      return fill(say, { query, key: names.keys[key] ?? "", sum });
    }
    case "scale":
      return fill(t.steps.scale, {
        divisor: state.divisorText,
        value: brief(state.divisor),
        same: state.divisorText === brief(state.divisor),
      });
    case "mask":
      return fill(t.steps.mask, {
        query,
        masked: names.keys.filter((_, j) => !isAllowed(state, row, j)).join(", "),
      });
    default:
      // Without a key, nothing is shared out, poured or mixed.
      return range(names.keys.length).some((j) => isAllowed(state, row, j))
        ? fill(t.steps[kind], { query })
        : resultOf(state);
  }
}

/** What a cell of the scores or weights holds; its number is written by `show`. */
export function cellText(
  state: Pick<SceneState, "t" | "names" | "head" | "attended">,
  { kind, row, key: j }: Looked,
  show = (x: number): string => short(x, 2),
): string {
  const { t, names, head } = state;
  const [query, key] = [names.queries[row] ?? "", names.keys[j] ?? ""];
  return kind === "score"
    ? fill(t.scoreCell, { query, key, score: show(at(head.scores, row, j)), open: isAllowed(state, row, j) })
    : fill(t.weightCell, { query, key, weight: show(at(head.weights, row, j)) });
}

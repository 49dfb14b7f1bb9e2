import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Curve } from "./calls.ts";
import type { RegressionModel } from "./model.ts";
import { xRange } from "./range.ts";
import { words } from "./words.ts";

/** The error, or the reason for gaps in a curve. */
export function Notes({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const { settings, problem, row, look } = model;
  const h = String(Number(settings.bandwidth.value.toFixed(3)));
  const isFixed = settings.way.value === "fixed";
  const text = (): string => {
    if (problem.value !== "") return problem.value;
    if (isFixed && row.value.prediction === null) return t.noKey(h, settings.query.value.toFixed(2));
    return isFixed && hasGaps(look.value.curves.fixed) ? t.gaps(h) : "";
  };
  return (
    <p class={problem.value === "" ? "quiet gaps" : "problem"} role="status">
      {text()}
    </p>
  );
}

function hasGaps(curve: Curve): boolean {
  const [first, last] = [curve[0]?.x[0], curve.at(-1)?.x.at(-1)];
  return curve.length !== 1 || first !== xRange[0] || last !== xRange[1];
}

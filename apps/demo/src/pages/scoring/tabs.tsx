import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { MatrixInput } from "./matrix-input.tsx";
import type { ScoringModel } from "./model.ts";
import type { RowNames } from "./names.ts";
import { type MatrixName, matrixNames } from "./settings.ts";
import { words } from "./words.ts";

const hues = { q: "of-query", k: "of-key", v: "of-value" } as const;

/** Q, K and V one at a time, for screens on which the figure's own cells are too small to be typed into. */
export function MatrixTabs({
  model,
  names,
}: {
  readonly model: ScoringModel;
  readonly names: RowNames;
}): JSX.Element {
  const t = useWords(words);
  const shown = useSignal<MatrixName>("q");
  const move = (by: number): void => {
    const index = (matrixNames.indexOf(shown.value) + by + matrixNames.length) % matrixNames.length;
    shown.value = matrixNames[index] ?? "q";
    document.getElementById(`tab-${shown.value}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={t.matrixTabs}>
        {matrixNames.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            class={hues[name]}
            aria-selected={name === shown.value}
            aria-controls="matrix-panel"
            tabIndex={name === shown.value ? 0 : -1}
            onClick={() => {
              shown.value = name;
            }}
            onKeyDown={(event) => {
              if (event.key === "ArrowRight") move(1);
              else if (event.key === "ArrowLeft") move(-1);
            }}
          >
            {t.matrices[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="matrix-panel" aria-labelledby={`tab-${shown.value}`}>
        <MatrixInput key={shown.value} model={model} name={shown.value} names={names} />
      </div>
    </div>
  );
}

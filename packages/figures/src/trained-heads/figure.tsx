import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { Caption, Cells, Choice, setTo, useRun } from "../ui/index.ts";
import { Ring } from "./ring.tsx";
import { length, type Trained, totalSteps, train } from "./train.ts";
import "./trained-heads.css";
import type en from "./en.json";

const counts = ["1", "2", "4"] as const;

/** Heads of a small model that is trained as soon as it is seen. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const count = useSignal<(typeof counts)[number]>("2");
  const seed = useSignal(0);
  const chosen = useSignal(0);
  const { now: state, done, start } = useRun<Trained>();
  useEffect(() => {
    chosen.value = 0;
    start(train(Number(count.value), seed.value));
  }, [count.value, seed.value]);
  const weights = state?.weights ?? [];
  const head = Math.min(chosen.value, Math.max(0, weights.length - 1));
  const share = (matrix: readonly (readonly number[])[], shift: number): string =>
    wholePercent(matrix.reduce((sum, row, i) => sum + (row[(i + shift + length) % length] ?? 0), 0) / length);
  const label = (h: number): string =>
    fill(t.map, { head: h, before: share(weights[h] ?? [], -1), after: share(weights[h] ?? [], 1) });
  return (
    <figure class="fig-trained-heads" data-done={done ? "true" : undefined}>
      <div class="top apart flow">
        <Choice legend={t.heads} value={count} names={counts} />
        <button type="button" data-run onClick={() => seed.value++}>
          {t.retrain}
        </button>
      </div>
      <p class="number quiet">{fill(t.training, { step: state?.step ?? 0, total: totalSteps })}</p>
      <div class="both flow">
        <div class="maps flow">
          {weights.map((matrix, h) => (
            <button key={h} type="button" class="map" aria-pressed={h === head} onClick={setTo(chosen, h)}>
              <span>{fill(t.head, { n: h })}</span>
              <Cells rows={matrix} gap={0.08} titleOf={(weight) => weight.toFixed(3)} />
              <span class="number">
                {fill(t.shares, { before: share(matrix, -1), after: share(matrix, 1) })}
              </span>
            </button>
          ))}
        </div>
        {weights[head] && <Ring weights={weights[head]} label={label(head)} />}
      </div>
      <p class="number">
        {state &&
          fill(t.right, { before: wholePercent(state.right[0]), after: wholePercent(state.right[1]) })}
      </p>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}

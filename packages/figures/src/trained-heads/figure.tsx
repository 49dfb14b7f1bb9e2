import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { dictionary, fill, wholePercent } from "../messages.ts";
import { Caption, Cells, Choice } from "../ui/index.ts";
import { Ring } from "./ring.tsx";
import { length, type Trained, totalSteps, train } from "./train.ts";
import "./trained-heads.css";
import en from "./en.json" with { type: "json" };

const words = dictionary(en, () => import("./zh.json"));

const counts = ["1", "2", "4"] as const;

/** Heads of a small model that is trained as soon as it is seen. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const count = useSignal<(typeof counts)[number]>("2");
  const seed = useSignal(0);
  const shown = useSignal<Trained | null>(null);
  const chosen = useSignal(0);
  useEffect(() => {
    let left = false;
    chosen.value = 0;
    const run = async (): Promise<void> => {
      for await (const state of train(Number(count.value), seed.value)) {
        if (left) return;
        shown.value = state;
      }
    };
    void run();
    return () => {
      left = true;
    };
  }, [count.value, seed.value, shown, chosen]);

  const state = shown.value;
  const weights = state?.weights ?? [];
  const head = Math.min(chosen.value, Math.max(0, weights.length - 1));
  const share = (matrix: readonly (readonly number[])[], shift: number): string =>
    wholePercent(matrix.reduce((sum, row, i) => sum + (row[(i + shift + length) % length] ?? 0), 0) / length);
  const label = (h: number): string =>
    fill(t.map, { head: h, before: share(weights[h] ?? [], -1), after: share(weights[h] ?? [], 1) });
  return (
    <figure class="fig-trained-heads" data-done={state?.step === totalSteps ? "true" : undefined}>
      <div class="top flow">
        <Choice legend={t.heads} value={count} names={counts} labels={{ 1: "1", 2: "2", 4: "4" }} />
        <button
          type="button"
          data-run
          onClick={() => {
            shown.value = null;
            seed.value++;
          }}
        >
          {t.retrain}
        </button>
      </div>
      <p class="number quiet">{fill(t.training, { step: state?.step ?? 0, total: totalSteps })}</p>
      <div class="both flow">
        <div class="maps flow">
          {weights.map((matrix, h) => (
            <button
              key={h}
              type="button"
              class="map"
              aria-pressed={h === head}
              onClick={() => {
                chosen.value = h;
              }}
            >
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

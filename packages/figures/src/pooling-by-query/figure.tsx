import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { Choice, Table, useTween } from "../ui/index.ts";
import "./pooling-by-query.css";
import type en from "./en.json";
import { pool } from "./pool.ts";
import { Scene } from "./scene.tsx";
import { sceneWords } from "./scene-words.ts";
import { type CueName, cueNames, keys, mix, queries, thingNames, values } from "./things.ts";

/** One table of things, looked at with different queries. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const cue = useSignal<CueName>("eat");
  const { scores, weights } = useMemo(() => pool(cue.value), [cue.value]);
  const moving = useTween(weights);
  const [x, y] = mix(weights).map((place) => place.toFixed(1)) as [string, string];
  return (
    <figure class="fig-pooling-by-query" data-done="true">
      <Choice legend={t.cue} value={cue} names={cueNames} labels={t.cues} />
      <p class="query mono number">q = ({queries[cue.value].join(", ")})</p>
      <Scene weights={weights} lang={lang} />
      <figcaption aria-live="polite">{t.says[cue.value]}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="scroll" tabIndex={0} role="region" aria-label={t.table}>
        <Table
          corner={t.head[0]}
          columns={t.head.slice(1)}
          rows={thingNames.map((name) => sceneWords[lang].things[name])}
          cells={(i) => (
            <>
              <td>({keys[i]?.join(", ")})</td>
              <td>{(scores[i] ?? 0).toFixed(1)}</td>
              <td class="share">
                <span class="bar" style={{ width: `${(moving[i] ?? 0) * 4}rem` }} />
                {(weights[i] ?? 0).toFixed(3)}
              </td>
              <td>({values[i]?.join(", ")})</td>
            </>
          )}
          foot={
            <>
              <th scope="row" colSpan={4}>
                {t.output}
              </th>
              <td>
                ({x}, {y})
              </td>
            </>
          }
        />
      </div>
    </figure>
  );
}

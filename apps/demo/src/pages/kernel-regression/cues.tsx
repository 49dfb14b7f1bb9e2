import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { cueNames, thingNames } from "./cue.ts";
import { cueSaid } from "./cue-said.ts";
import { drawings } from "./drawings.tsx";
import type { Settings } from "./settings.ts";
import { start } from "./start.gen.ts";
import { words } from "./words.ts";

/** One scene, weighted by what stands out or by what is asked for. */
export function Cues({ settings }: { readonly settings: Settings }): JSX.Element {
  const t = useWords(words);
  const weights = start.cues[settings.cue.value];
  const spoken = thingNames.map((name, i) => `${t.things[name]} ${(weights[i] ?? 0).toFixed(2)}`).join(", ");
  return (
    <section class="cues">
      <div>
        <h2>{t.cuesTitle}</h2>
        <p>{t.cuesText}</p>
        <p role="status">{cueSaid(t, weights)}</p>
        <Choice legend={t.cue} value={settings.cue} names={cueNames} labels={t.cues} />
      </div>
      <ul aria-label={t.cueFigure(spoken)}>
        {thingNames.map((name, i) => {
          const weight = weights[i] ?? 0;
          return (
            <li key={name}>
              <svg
                viewBox="0 0 64 64"
                aria-hidden="true"
                style={{ opacity: 0.25 + 0.75 * Math.min(1, weight * 1.6) }}
              >
                {drawings[name]}
              </svg>
              <span class="bar" style={{ width: `${Math.max(1, weight * 100)}%` }} />
              <span class="name">{t.things[name]}</span>
              <span class="number">{weight.toFixed(2)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

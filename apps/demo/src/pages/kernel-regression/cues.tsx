import { fill } from "@saccade/figures/messages";
import { Scene, sceneWords, thingNames } from "@saccade/figures/pooling-scene";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useShell, useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import { cues, type Settings } from "./settings.ts";
import { start } from "./start.gen.ts";

/** One scene, weighted by salience or by the query. */
export function Cues({ settings }: { readonly settings: Settings }): JSX.Element {
  const t = useWords(words);
  const lang = useShell().language.value;
  const weights = start.cues[settings.cue.value];
  const most = Math.max(...weights);
  const thing = thingNames[weights.indexOf(most)];
  return (
    <section class="cues">
      <div>
        <h2>{t.cuesTitle}</h2>
        <p>{t.cuesText}</p>
        <p role="status">
          {thing && fill(t.cueSaid, { most: sceneWords[lang].things[thing], weight: most.toFixed(2) })}
        </p>
        <Choice legend={t.cue} value={settings.cue} names={cues} labels={t.cues} />
      </div>
      <Scene weights={weights} lang={lang} />
    </section>
  );
}

import { Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Bars } from "./bars.tsx";
import type { Reader } from "./reader.ts";
import { allTokens } from "./settings.ts";
import { words } from "./words.ts";

/** The distribution of the next token, and what it is drawn by. */
export function NextToken({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const { choices, kept, vocabSize } = reader.reading.value;
  const { temperature, topK, topP, seed } = reader.settings;
  const ready = reader.ready.value !== null;
  const two = (value: number): string => value.toFixed(2);
  return (
    <div class="next-token">
      <figure>
        <h2>{t.next}</h2>
        <Bars choices={choices} disabled={!ready} onChoose={(choice) => reader.add(choice)} />
        <p class="number kept">{t.kept(kept, vocabSize)}</p>
        <figcaption>{t.nextText}</figcaption>
      </figure>
      <div class="controls">
        <Slider label={t.temperature} value={temperature} min={0.1} max={2} step={0.05} show={two} />
        <Slider
          label={t.topK}
          value={topK}
          min={1}
          max={allTokens}
          step={1}
          show={(k) => (k === allTokens ? t.all : String(k))}
        />
        <Slider label={t.topP} value={topP} min={0.05} max={1} step={0.05} show={two} />
        <Slider label={t.seed} value={seed} min={0} max={99} step={1} />
      </div>
    </div>
  );
}

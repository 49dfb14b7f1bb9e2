import { Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Choice } from "./calls.ts";
import type { Reader } from "./reader.ts";
import { allTokens } from "./settings.ts";
import { words } from "./words.ts";

/** The distribution of the next token, and what it is drawn by. */
export function NextToken({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const { choices, kept, vocabSize } = reader.reading.value;
  const { temperature, topK, topP } = reader.settings;
  const ready = reader.ready.value !== null;
  const two = (value: number): string => value.toFixed(2);
  return (
    <div class="next-token">
      <figure>
        <h2>{t.next}</h2>
        <ol class="bars">
          {choices.map((choice) => (
            <li key={choice.token}>
              <Bar choice={choice} disabled={!ready} onChoose={() => reader.add(choice)} />
            </li>
          ))}
        </ol>
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
      </div>
    </div>
  );
}

interface BarProps {
  readonly choice: Choice;
  readonly disabled: boolean;
  readonly onChoose: () => void;
}

function Bar({ choice: { text, plain, tempered, drawn }, disabled, onChoose }: BarProps): JSX.Element {
  const t = useWords(words);
  const isCut = drawn === 0;
  return (
    <button type="button" class={isCut ? "bar-row cut" : "bar-row"} disabled={disabled} onClick={onChoose}>
      <span class="token">{text}</span>
      <span class="track" aria-hidden="true">
        <span class="bar" style={{ width: `${100 * (isCut ? tempered : drawn)}%` }} />
        <span class="model" style={{ left: `${100 * plain}%` }} />
      </span>
      <span class="share" aria-hidden="true">
        {percent(drawn)}
      </span>
      <span class="unseen">
        {" "}
        {isCut ? t.cut(percent(plain)) : t.drawnShare(percent(drawn), percent(plain))}
      </span>
    </button>
  );
}

export function percent(share: number): string {
  if (share === 0) return "0 %";
  return share < 0.001 ? "<0.1 %" : `${(100 * share).toFixed(1)} %`;
}

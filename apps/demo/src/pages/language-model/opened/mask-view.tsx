import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { Bars, percent } from "../bars.tsx";
import { longestText } from "../settings.ts";
import { words } from "../words.ts";
import type { MaskReader } from "./mask-reader.ts";
import { openedWords } from "./words.ts";

interface MaskViewProps {
  readonly reader: MaskReader;
  /** How the model's mask is written. */
  readonly mask: string;
}

/** A text of which one token is masked, and what the model guesses. */
export function MaskView({ reader, mask }: MaskViewProps): JSX.Element {
  const t = useWords(openedWords);
  const w = useWords(words);
  const reading = reader.reading.value;
  const notes =
    reading === null
      ? []
      : [
          reader.leftOut.value > 0 ? w.textCut(longestText, reader.leftOut.value) : "",
          reading.unknown.length > 0 ? w.unknown(reading.unknown, reading.unknownAs) : "",
          reading.unread > 0 ? t.unreadEnd(reading.unread, reading.maxLen) : "",
        ].filter((note) => note !== "");
  return (
    <section class="masking">
      <label class="field">
        <span>{t.maskText}</span>
        <textarea
          rows={2}
          spellcheck={false}
          value={reader.text.value}
          onInput={(event) => reader.type(event.currentTarget.value)}
        />
      </label>
      <p class="quiet notes" role="status">
        {[t.maskHint, ...notes].join(" ")}
      </p>
      {reading !== null && (
        <>
          <p class="chips">
            {reading.tokens.map((token, i) => (
              <button
                key={i}
                type="button"
                aria-pressed={i === reading.position}
                aria-label={i === reading.position ? undefined : t.maskLabel(token)}
                onClick={() => {
                  reader.position.value = i;
                }}
              >
                {i === reading.position ? mask : token}
              </button>
            ))}
          </p>
          <h2>{t.guesses}</h2>
          <Bars choices={reading.choices} onChoose={({ token }) => reader.fill(token)} />
          <p class="number hidden-token">
            {reading.hidden === null
              ? t.fillHint
              : t.hidden(reading.hidden.text, percent(reading.hidden.probability))}
          </p>
        </>
      )}
    </section>
  );
}

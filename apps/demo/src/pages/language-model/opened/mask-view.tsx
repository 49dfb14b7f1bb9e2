import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
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
  const chips = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const box = chips.current;
    const masked = box?.querySelector<HTMLElement>("[aria-pressed=true]");
    if (!box || !masked) return;
    // Only the row of tokens scrolls, never the page.
    const top = masked.offsetTop - box.offsetTop;
    const isSeen = top >= box.scrollTop && top + masked.offsetHeight <= box.scrollTop + box.clientHeight;
    if (!isSeen) box.scrollTop = top - box.clientHeight / 2;
  }, [reading]);
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
          <p class="chips" ref={chips}>
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

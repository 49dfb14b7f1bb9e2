import { NextBars, percent } from "@saccade/figures/language-model";
import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { notesOf, words } from "../messages/index.ts";
import { longestText } from "../settings.ts";
import type { MaskReader } from "./mask-reader.ts";
import { openedWords } from "./messages/index.ts";

/** A text with one masked token, and the model's guesses. */
export function MaskView({ reader }: { readonly reader: MaskReader }): JSX.Element {
  const t = useWords(openedWords);
  const w = useWords(words);
  const reading = reader.reading.value;
  const { mask } = reader;
  const { unread = 0, maxLen = 0 } = reading ?? {};
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
        {t.maskHint} {reading !== null && notesOf(w, reader.leftOut.value, longestText, reading)}
        {unread > 0 && fill(t.unreadEnd, { unread, maxLen })}
      </p>
      {reading !== null && (
        <>
          <p class="chips flow switches" ref={chips}>
            {reading.tokens.map((token, i) => (
              <button
                key={i}
                type="button"
                aria-pressed={i === reading.position}
                aria-label={i === reading.position ? undefined : fill(t.maskLabel, { token })}
                onClick={() => {
                  reader.position.value = i;
                }}
              >
                {i === reading.position ? mask : token}
              </button>
            ))}
          </p>
          <h2>{t.guesses}</h2>
          <NextBars choices={reading.choices} texts={w} onChoose={({ token }) => reader.fill(token)} />
          <p class="number hidden-token">
            {reading.hidden === null
              ? t.fillHint
              : fill(t.hidden, {
                  token: reading.hidden.text,
                  share: percent(reading.hidden.probability),
                })}
          </p>
        </>
      )}
    </section>
  );
}

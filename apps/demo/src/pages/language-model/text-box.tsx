import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import type { Reader } from "./reader.ts";
import { words } from "./words.ts";

/** The text, which the reader types and the model continues. */
export function TextBox({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const { text, unknown, unknownAs, unread, maxLen } = reader.reading.value;
  const leftOut = reader.leftOut.value;
  const ready = reader.ready.value !== null;
  const writing = reader.writing.value;
  const notes = [
    leftOut > 0 ? t.textCut(reader.longest, leftOut) : "",
    unknown.length > 0 ? t.unknown(unknown, unknownAs) : "",
    unread > 0 ? t.unread(unread, maxLen) : "",
  ].filter((note) => note !== "");
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (writing && area.current !== null) area.current.scrollTop = area.current.scrollHeight;
  }, [text, writing]);
  return (
    <div class="text-box">
      <label class="field">
        <span>{t.text}</span>
        <textarea
          ref={area}
          rows={2}
          spellcheck={false}
          value={reader.added.value.length > 0 ? text : reader.settings.prompt.value}
          onInput={(event) => reader.type(event.currentTarget.value)}
        />
      </label>
      <div class="buttons">
        {writing ? (
          <button type="button" class="primary" onClick={() => reader.stop()}>
            {t.stop}
          </button>
        ) : (
          <button type="button" class="primary" disabled={!ready} onClick={() => reader.write()}>
            {t.write}
          </button>
        )}
        <button type="button" disabled={!ready || writing} onClick={() => reader.draw()}>
          {t.draw}
        </button>
        <button type="button" disabled={reader.added.value.length === 0} onClick={() => reader.restart()}>
          {t.restart}
        </button>
      </div>
      <p class="quiet notes" role="status">
        {notes.join(" ")}
      </p>
    </div>
  );
}

import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { fetchTales } from "./shipped.ts";
import { longest, shortest } from "./text-limits.ts";
import type { Training } from "./training.ts";
import { words } from "./words.ts";

/** The reader's text to train on. */
export function OwnText({ training }: { readonly training: Training }): JSX.Element {
  const t = useWords(words);
  const text = training.ownText.value;
  const given = text?.trim().length ?? 0;
  const put = (value: string): void => {
    training.ownText.value = value.trim() === "" ? null : value;
  };
  return (
    <div class="own-text">
      <label class="field">
        <span class="unseen">{t.ownText}</span>
        <textarea
          rows={4}
          spellcheck={false}
          placeholder={t.ownHint(shortest)}
          value={text ?? ""}
          onInput={(event) => put(event.currentTarget.value)}
        />
      </label>
      <p class={given > 0 && given < shortest ? "wrong" : "quiet"} role="status">
        {given === 0
          ? t.ownHint(shortest)
          : given < shortest
            ? t.tooShort(given, shortest)
            : t.given(given, Math.min(given, longest))}
      </p>
      <div class="buttons">
        <button
          type="button"
          onClick={() => void fetchTales("zh").then(put, (error) => training.tell(error))}
        >
          {t.chinese}
        </button>
        {text !== null && (
          <button type="button" onClick={() => put("")}>
            {t.emptied}
          </button>
        )}
      </div>
    </div>
  );
}

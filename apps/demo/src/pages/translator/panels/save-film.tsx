import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { words } from "../messages/index.ts";
import { MessageLine } from "../messages/message.tsx";
import type { TranslatorModel } from "../model.ts";
import { linkOf } from "../saved/shared-run.ts";

/** The film as a file, and the run as a link. */
export function SaveFilm({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const [link, setLink] = useState("");
  const { film, exporting, training, messages } = model;
  const progress = exporting.progress.value;
  const hasFilm = film.frames.value.length > 1;
  const save = (): void => {
    void exporting.save({ film: film.of.value, facts: model.session.facts.value, words: t });
  };
  const share = async (): Promise<void> => {
    const recipe = await model.recipe();
    if (recipe === null) {
      messages.say("film", (texts) => texts.noLink, true);
      return;
    }
    const address = linkOf(window.location.href, recipe);
    setLink(address);
    // Without a permission the reader copies it from the field.
    const copied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    messages.say("film", (texts) => (copied === true ? texts.linkCopied : texts.linkShown));
  };
  return (
    <section class="save-film">
      <h2>{t.saveTitle}</h2>
      <div class="buttons">
        <button type="button" disabled={!hasFilm || progress !== null} onClick={save}>
          {t.saveFilm}
        </button>
        <button type="button" disabled={training.losses.value.length === 0} onClick={share}>
          {t.copyLink}
        </button>
        {progress !== null && <progress value={progress.done} max={progress.of} aria-label={t.drawing} />}
      </div>
      {link !== "" && (
        <label class="field">
          <span>{t.link}</span>
          <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
      <MessageLine model={model} place="film" />
      <p class="quiet">{t.saveText}</p>
    </section>
  );
}

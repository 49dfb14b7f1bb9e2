import type { JSX } from "preact";
import { useShell, useWords } from "../../../app/shell.ts";
import type { TranslatorModel } from "../model.ts";
import { words } from "../words/words.ts";

/** The runs that this browser keeps: each can be resumed or forgotten. */
export function SavedRuns({ model }: { readonly model: TranslatorModel }): JSX.Element | null {
  const t = useWords(words);
  const { language } = useShell();
  const runs = model.keeping.others.value;
  if (runs.length === 0) return null;
  return (
    <ul class="saved" aria-label={t.savedRuns}>
      {runs.map((run) => {
        const began = new Date(run.began).toLocaleString(language.value, {
          dateStyle: "medium",
          timeStyle: "short",
        });
        return (
          <li key={run.began}>
            <span>
              {t.saved(began, run.settings.name, run.losses.length, run.losses.at(-1)?.toFixed(3) ?? "–")}
            </span>
            <button type="button" onClick={() => model.resume(run)}>
              {t.resume}
            </button>
            <button type="button" onClick={() => model.keeping.forget(run)}>
              {t.forget}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

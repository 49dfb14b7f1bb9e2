import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { TranslatorModel } from "../model.ts";
import { percent } from "../words/percent.ts";
import { words } from "../words/words.ts";

/** One place of the translation: what might have stood there, and the way to say something else. */
export function Decoding({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { reading } = model;
  const { tokens, candidates } = reading.translation.value;
  const chosen = reading.place.value;
  return (
    <div class="decoding">
      <h2>{t.decodingTitle}</h2>
      <div class="buttons">
        <button
          type="button"
          aria-label={t.previous}
          disabled={chosen <= 0}
          onClick={() => reading.choose(chosen - 1)}
        >
          ←
        </button>
        <span class="number place">{t.place(Math.min(chosen + 1, tokens.length), tokens.length)}</span>
        <button
          type="button"
          aria-label={t.next}
          disabled={chosen >= tokens.length - 1}
          onClick={() => reading.choose(chosen + 1)}
        >
          →
        </button>
      </div>
      <p class="quiet">{t.candidatesText}</p>
      <ul class="candidates">
        {(candidates[chosen] ?? []).map(({ token, probability }) => (
          <li key={token}>
            <button
              type="button"
              aria-pressed={token === tokens[chosen]}
              onClick={() => reading.sayInstead(chosen, token)}
            >
              <span lang="fr">{token}</span>
              <span class="bar" style={{ "--part": probability }} />
              <span class="number"> {percent(probability)}</span>
              <span class="unseen"> {t.sayInstead}</span>
            </button>
          </li>
        ))}
      </ul>
      {reading.prefix.value.length > 0 && (
        <button type="button" onClick={() => reading.ownWords()}>
          {t.ownWords}
        </button>
      )}
    </div>
  );
}

import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { lookedAt } from "./looked-at.ts";
import type { TranslatorModel } from "./model.ts";
import { words } from "./words.ts";

/** What was read and what was said; pointing at a said word shades the read ones by its weights on them. */
export function Exchange({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const translation = model.translation.value;
  const { source, tokens, weights } = translation;
  const chosen = model.chosen.value;
  const row = weights[chosen] ?? [];
  return (
    <div class="exchange">
      <p class="said-label">{t.source}</p>
      <p class="read" lang="en">
        {source.map(({ text, known }, i) => (
          <span
            key={i}
            class={known ? "word" : "word unknown"}
            title={known ? undefined : t.unknown}
            style={{ "--looked": row[i] ?? 0 }}
          >
            {text}
          </span>
        ))}
      </p>
      <p class="said-label">{t.target}</p>
      <p class="said" lang="fr">
        {tokens.map((token, i) => (
          <button
            key={i}
            type="button"
            class={i > chosen ? "word later" : "word"}
            aria-pressed={i === chosen}
            onPointerEnter={() => model.choose(i)}
            onFocus={() => model.choose(i)}
            onClick={() => model.choose(i)}
          >
            {token}
          </button>
        ))}
      </p>
      <p class="quiet" role="status">
        {tokens[chosen] === undefined
          ? t.chooseHint
          : t.chosenLabel(tokens[chosen], lookedAt(translation, chosen))}
      </p>
    </div>
  );
}

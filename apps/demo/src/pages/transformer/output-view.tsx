import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { TransformerModel } from "./model.ts";
import { share } from "./names.ts";
import { words } from "./words.ts";

/** The probabilities of the next word, at every step. */
export function OutputView({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { fed, choices } = model.look.value;
  return (
    <div class="output-view">
      <p>{t.blocks.output.text}</p>
      <div class="steps-of-output">
        {choices.map((step, i) => (
          <div key={i}>
            <p class="quiet">{t.nextWord(fed[i] ?? "")}</p>
            <ul class="number">
              {step.slice(0, 3).map(({ word, probability }) => (
                <li key={word} style={{ "--weight": probability }}>
                  <span lang="fr">{word}</span> {share(probability)}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}

import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { TranslatorModel } from "../model.ts";
import { percent } from "../words/percent.ts";
import { words } from "../words/words.ts";
import { Alignment } from "./alignment.tsx";
import { Decoding } from "./decoding.tsx";

/** The weights as numbers, the choice of each word, and the numbers of each epoch. */
export function Details({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  return (
    <section class="details">
      <h2>{t.detailsTitle}</h2>
      <div class="aligned">
        <Alignment model={model} />
        <Decoding model={model} />
      </div>
      <details>
        <summary>{t.epochsTable}</summary>
        <EpochsTable model={model} />
      </details>
    </section>
  );
}

function EpochsTable({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const losses = model.training.losses.value;
  const accuracies = model.film.accuracies.value;
  return (
    <div class="scroll">
      <table class="epochs-table">
        <thead>
          <tr>
            <th scope="col">{t.epoch}</th>
            <th scope="col">{t.loss}</th>
            <th scope="col">{t.accuracy}</th>
          </tr>
        </thead>
        <tbody>
          {losses.map((loss, i) => {
            const accuracy = accuracies.get(i + 1);
            return (
              <tr key={i}>
                <th scope="row">{i + 1}</th>
                <td>{loss.toPrecision(8)}</td>
                <td>{accuracy === undefined ? "–" : percent(accuracy)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

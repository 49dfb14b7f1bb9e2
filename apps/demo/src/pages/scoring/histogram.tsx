import { fill } from "@saccade/figures/messages";
import { Choice, Histogram } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import type { ScoringModel } from "./model.ts";
import { spreadSizes } from "./settings.ts";

/** Why scores are divided by √d: the spread of dot products of random vectors, and the resulting softmax. */
export function Spread({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { reach, dot, scaled, dotVariance, scaledVariance, dotGreatest, scaledGreatest } = model.spread.value;
  const line = (name: "dot" | "scaled", variance: number, greatest: number): JSX.Element => (
    <tr>
      <th scope="row" class={`swatch ${name}`}>
        {t.scoreNames[name]}
      </th>
      <td>{variance.toFixed(2)}</td>
      <td>{greatest.toFixed(3)}</td>
    </tr>
  );
  return (
    <section class="spread">
      <h2>{t.spreadTitle}</h2>
      <p>{t.spreadText}</p>
      <div class="beside">
        <figure>
          <Histogram
            reach={reach}
            series={[
              { name: "scaled", shares: scaled },
              { name: "dot", shares: dot },
            ]}
            tall={240}
            label={fill(t.spreadLabel, {
              size: model.settings.size.value,
              dot: dotVariance.toFixed(1),
              scaled: scaledVariance.toFixed(2),
            })}
          />
          <figcaption>{t.spreadCaption}</figcaption>
        </figure>
        <div class="controls">
          <Choice
            legend={t.size}
            value={model.settings.size}
            names={spreadSizes}
            labels={{ "1": "1", "4": "4", "16": "16", "64": "64", "256": "256" }}
          />
          <table class="wrapped">
            <thead>
              <tr>
                <td />
                <th scope="col">{t.variance}</th>
                <th scope="col">{t.greatest}</th>
              </tr>
            </thead>
            <tbody>
              {line("dot", dotVariance, dotGreatest)}
              {line("scaled", scaledVariance, scaledGreatest)}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

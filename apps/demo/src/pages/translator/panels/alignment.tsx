import { colorScale, contrastingInk, css } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import type { TranslatorModel } from "../model.ts";
import { words } from "../words/words.ts";

/** The weights of every said word on every read word, as a table that is also a heatmap. */
export function Alignment({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { reading } = model;
  const { source, tokens, weights } = reading.translation.value;
  const color = useMemo(() => colorScale([0, 1], "viridis"), []);
  return (
    <figure class="alignment">
      <div class="scroll">
        <table aria-label={t.alignmentLabel}>
          <thead>
            <tr>
              <td />
              {source.map(({ text }, i) => (
                <th key={i} scope="col" lang="en">
                  <span>{text}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tokens.map((token, row) => (
              <tr
                key={row}
                class={row === reading.place.value ? "chosen" : undefined}
                onPointerEnter={() => reading.choose(row)}
              >
                <th scope="row" lang="fr">
                  {token}
                </th>
                {(weights[row] ?? []).map((weight, col) => (
                  <td
                    key={col}
                    style={{ background: css(color(weight)), color: contrastingInk(color(weight)) }}
                  >
                    {weight.toFixed(2).replace(/^0/, "")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption>{t.alignmentCaption}</figcaption>
    </figure>
  );
}

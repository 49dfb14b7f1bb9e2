import { TranslationArcs } from "@saccade/figures/arcs";
import { fill, percent } from "@saccade/figures/messages";
import { useMedia } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { FigureFrame } from "../../../ui/figure-frame.tsx";
import { words } from "../messages/index.ts";
import type { TranslatorModel } from "../model.ts";

/** The sentence, its translation at the moment that is shown, and the attention between them. */
export function Figure({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { epoch, isNow, drawn } = model.view.value;
  const height = useMedia("(max-width: 54rem)") ? 264 : 284;
  const looked = model.looked.value;
  useEffect(() => {
    if (looked?.side === "target") model.reading.choose(looked.index);
  }, [model, looked]);
  return (
    <figure class="learning" style={{ minHeight: `${height}px` }} data-epoch={epoch} data-now={isNow}>
      {drawn.source.length === 0 ? (
        <p class="quiet">{t.empty}</p>
      ) : (
        <FigureFrame name="saccade-alignment" title={t.figureTitle}>
          <TranslationArcs
            {...drawn}
            chosen={model.looked}
            height={height}
            languages={["en", "fr"]}
            label={fill(t.figureLabel, { source: drawn.source.join(" "), target: drawn.target.join(" ") })}
            describe={(word, others, trust) =>
              fill(t.describe, {
                word,
                unsure: trust < 0.9,
                certainty: percent(trust),
                others: others.map(([other, weight]) => `${other} ${percent(weight)}`).join(t.clause),
              })
            }
          />
        </FigureFrame>
      )}
    </figure>
  );
}

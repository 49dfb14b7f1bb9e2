import { TranslationArcs } from "@saccade/figures/arcs";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { FigureFrame } from "../../../ui/figure-frame.tsx";
import type { TranslatorModel } from "../model.ts";
import { words } from "../words/words.ts";

const narrow = "(max-width: 54rem)";

/** The sentence, its translation at the moment that is shown, and the attention between them. */
export function Figure({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { source, target, weights, trust, unknown, epoch, isNow } = model.view.value;
  const height = useMatches(narrow) ? 264 : 284;
  const looked = model.looked.value;
  useEffect(() => {
    if (looked?.side === "target") model.reading.choose(looked.index);
  }, [model, looked]);
  return (
    <figure class="learning" style={{ minHeight: `${height}px` }} data-epoch={epoch} data-now={isNow}>
      {source.length === 0 ? (
        <p class="quiet">{t.empty}</p>
      ) : (
        <FigureFrame name="saccade-alignment" title={t.figureTitle}>
          <TranslationArcs
            source={source}
            target={target}
            weights={weights}
            trust={trust}
            unknown={unknown}
            chosen={model.looked}
            height={height}
            languages={["en", "fr"]}
            label={t.figureLabel(source.join(" "), target.join(" "))}
            describe={t.describe}
          />
        </FigureFrame>
      )}
    </figure>
  );
}

function useMatches(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const read = (): void => setMatches(list.matches);
    list.addEventListener("change", read);
    return () => list.removeEventListener("change", read);
  }, [query]);
  return matches;
}

import { LayerTable, type PointedGuess, percent } from "@saccade/figures/language-model";
import type { LayerGuesses } from "@saccade/figures/language-model/layer-guesses";
import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Foldable } from "./foldable.tsx";
import { useWanted, type Wanted } from "./heads.ts";
import { layersWords } from "./layers-messages.ts";

interface LayersViewProps {
  readonly layers: Wanted<LayerGuesses>;
  /** Whether the guess is for the place itself, as with a BERT's mask, rather than after it. */
  readonly inPlace?: boolean;
}

/** A logit lens: the model's prediction after each layer, at each token. */
export function LayersView({ layers, inPlace = false }: LayersViewProps): JSX.Element {
  const t = useWords(layersWords);
  const into = useWanted(layers);
  const [pointed, point] = useState<PointedGuess | null>(null);
  const all = layers.answer.value;
  const count = all?.guesses.length ?? 0;
  const names = Array.from({ length: count }, (_, layer) =>
    fill(t.layerName, { layer, number: layer - 1, last: layer === count - 1 }),
  );
  // The text may have become shorter meanwhile.
  const at = pointed !== null && pointed.place < (all?.tokens.length ?? 0) ? pointed : null;
  const { layer, place } = at ?? { layer: count - 1, place: (all?.tokens.length ?? 0) - 1 };
  return (
    <section class={all === null ? "layers awaited" : "layers"} ref={into}>
      <Foldable title={t.layersTitle}>
        <p>{inPlace ? t.layersTextMasked : t.layersText}</p>
        {all !== null && count > 0 && (
          <>
            <LayerTable guesses={all} names={names} pointed={at} onPoint={point} label={t.layersLabel} />
            <p class="number" role="status">
              {fill(inPlace ? t.guessInPlace : t.guess, {
                row: names[layer] ?? "",
                token: all.tokens[place] ?? "",
                guess: all.guesses[layer]?.[place] ?? "",
                share: percent(all.shares[layer]?.[place] ?? 0),
              })}
            </p>
            <p class="quiet number">
              {all.unshown > 0 && `${fill(t.layersUnshown, { unshown: all.unshown })} `}
              {fill(t.layersTime, { ms: all.ms.toFixed(all.ms < 10 ? 1 : 0) })}
            </p>
          </>
        )}
      </Foldable>
    </section>
  );
}

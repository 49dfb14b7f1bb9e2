import {
  AttendedLine,
  HeadMap,
  HeadsGrid,
  leastKept,
  leftOutOf,
  type Pointed,
  weightsOf,
} from "@saccade/figures/head-maps";
import { headName } from "@saccade/figures/head-name";
import { LayerTable, type PointedGuess, percent } from "@saccade/figures/language-model";
import type { LayerGuesses } from "@saccade/figures/language-model/layer-guesses";
import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";
import { dictionary, fill } from "@saccade/figures/messages";
import { useTouch } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useCallback, useMemo, useState } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import en from "./layers.en.json" with { type: "json" };
import { words } from "./messages/index.ts";
import { type Heads, useWanted, type Wanted } from "./reader.ts";

interface InsideProps extends Omit<HeadsViewProps, "heads"> {
  readonly look: { readonly heads: Heads; readonly layers: Wanted<LayerGuesses> };
  /** Whether the guess is for the place itself, as with a BERT's mask, rather than after it. */
  readonly inPlace?: boolean;
}

/** What is inside a model: the heads of its blocks, and the guess after each block. */
export function Inside({ look, focus, hasCache, inPlace = false }: InsideProps): JSX.Element {
  const { heads, layers } = look;
  return (
    <>
      <HeadsView heads={heads} focus={focus} hasCache={hasCache} />
      <LayersView layers={layers} block={heads.head.value.layer} focus={focus} inPlace={inPlace} />
    </>
  );
}

interface HeadsViewProps {
  readonly heads: Heads;
  /** The token whose row is shown while none is pointed at; null for the last one. */
  readonly focus: number | null;
  /** Whether texts are read with a cache, which gives no weights. */
  readonly hasCache: boolean;
}

/** Every head's weights as a small map, and the chosen head with its tokens. */
function HeadsView({ heads, focus, hasCache }: HeadsViewProps): JSX.Element {
  const isTouch = useTouch();
  const t = useWords(words);
  const into = useWanted(heads);
  const maps = heads.answer.value;
  return (
    <section class={maps === null ? "heads awaited" : "heads"} ref={into}>
      <h2>{t.headsTitle}</h2>
      <p>{isTouch ? t.headsTextTouch : t.headsText}</p>
      {maps !== null && maps.tokens.length > 0 && <Maps chosen={heads.head} maps={maps} focus={focus} />}
      <p class="quiet number">
        {maps !== null && fill(t.allWeights, { ms: maps.ms.toFixed(maps.ms < 10 ? 1 : 0) })}
        {maps !== null && hasCache && t.withoutCache}
        {maps?.keys !== undefined && t.largestOnly}
      </p>
    </section>
  );
}

interface MapsProps extends Pick<HeadsViewProps, "focus"> {
  /** The head that is drawn large. */
  readonly chosen: { value: HeadAsk };
  readonly maps: HeadMaps;
}

/** Small maps of all heads, and a large one. */
export function Maps({ chosen, maps, focus }: MapsProps): JSX.Element {
  const isTouch = useTouch();
  const t = useWords(words);
  const theme = useShell().theme.value;
  const [pointed, point] = useState<Pointed | null>(null);
  const head = chosen.value;
  const { tokens } = maps;
  const n = tokens.length;
  // The text may have become shorter meanwhile.
  const isThere = pointed !== null && Math.max(pointed.query, pointed.key ?? 0) < n;
  const { query, key } = isThere ? pointed : { query: Math.min(focus ?? n - 1, n - 1), key: null };
  const all = useMemo(() => weightsOf(maps, head), [maps, head]);
  const weights = all.subarray(query * n, (query + 1) * n);
  const least = leastKept(maps, head, query);
  const name = headName(head);
  // The same element while nothing in it has changed, so that pointing at a token redraws no map.
  const choose = useCallback((next: HeadAsk) => (chosen.value = next), [chosen]);
  const grid = useMemo(
    () => <HeadsGrid maps={maps} chosen={head} onChoose={choose} theme={theme} />,
    [maps, head, choose, theme],
  );
  return (
    <div class="heads-beside beside">
      <div>
        {grid}
        <AttendedLine
          tokens={tokens}
          query={query}
          weights={weights}
          caption={fill(t.headsLine, { head: name, token: tokens[query] ?? "" })}
          onQuery={(next) => point(next === null ? null : { query: next, key: null })}
        />
      </div>
      <div class="head-large">
        <FigureFrame name={name} title={name}>
          <HeadMap
            maps={maps}
            head={head}
            pointed={{ query, key }}
            onPoint={point}
            label={(shown) => fill(t.largeLabel, { head: name, tokens: shown })}
          />
        </FigureFrame>
        <p class="number" role="status">
          {key === null
            ? fill(isTouch ? t.largeHintTouch : t.largeHint, { left: leftOutOf(maps) })
            : fill(t.weight, {
                query: tokens[query] ?? "",
                key: tokens[key] ?? "",
                weight:
                  least !== null && weights[key] === 0 ? `< ${least.toFixed(4)}` : weights[key]!.toFixed(4),
              })}
        </p>
      </div>
    </div>
  );
}

interface LayersViewProps extends Pick<HeadsViewProps, "focus"> {
  readonly layers: Wanted<LayerGuesses>;
  /** The block whose heads are looked at. */
  readonly block: number;
  readonly inPlace: boolean;
}

/** A logit lens: the model's prediction after each layer, at each token. */
function LayersView({ layers, block, focus, inPlace }: LayersViewProps): JSX.Element {
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
  const last = (all?.tokens.length ?? 0) - 1;
  const from = focus === null ? last : Math.max(0, Math.min(last, focus - (all?.unshown ?? 0)));
  const { layer, place } = at ?? { layer: Math.min(block + 1, count - 1), place: from };
  const guessAt = (row: number): { guess: string; share: string } => ({
    guess: all?.guesses[row]?.[place] ?? "",
    share: percent(all?.shares[row]?.[place] ?? 0),
  });
  return (
    <section class={all === null ? "layers awaited" : "layers"} ref={into}>
      <h2>{t.layersTitle}</h2>
      <p>{inPlace ? t.layersTextMasked : t.layersText}</p>
      {all !== null && count > 0 && (
        <>
          <LayerTable
            guesses={all}
            names={names}
            pointed={{ layer, place }}
            onPoint={point}
            label={t.layersLabel}
          />
          <p class="number" role="status">
            {fill(inPlace ? t.guessInPlace : t.guess, {
              row: names[layer] ?? "",
              token: all.tokens[place] ?? "",
              ...guessAt(layer),
            })}
            {layer > 0 && fill(t.before, guessAt(layer - 1))}
          </p>
          <p class="quiet number">
            {all.unshown > 0 && `${fill(t.layersUnshown, { unshown: all.unshown })} `}
            {fill(t.layersTime, { ms: all.ms.toFixed(all.ms < 10 ? 1 : 0) })}
          </p>
        </>
      )}
    </section>
  );
}

export const layersWords = dictionary(en, () => import("./layers.zh.json"));

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { headName } from "../ui/head-name.ts";
import { Caption, Cells, seededRandom, setTo } from "../ui/index.ts";
import { free, restore } from "../ui/stored.ts";
import "./induction-heads.css";
import type en from "./en.json";
import {
  type HeadAt,
  half,
  heads,
  layers,
  letters,
  look,
  makeNet,
  meanWeight,
  twice,
  withoutEach,
} from "./net.ts";
import trained from "./trained.json" with { type: "json" };

const shownLetters = [..."HCQAFMDKTB"].map((letter) => letters.indexOf(letter));
const places: readonly HeadAt[] = Array.from({ length: layers * heads }, (_, i) => ({
  layer: Math.floor(i / heads),
  head: i % heads,
}));
const percent = (share: number | undefined): string =>
  share === undefined ? "…" : `${Math.round(100 * share)} %`;
const decimals = (weight: number): string => weight.toFixed(2);

/** The heads of a trained network: where each looks, what goes wrong without it, and a switch. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const off = useSignal<ReadonlySet<string>>(new Set());
  const chosen = useSignal<HeadAt>({ layer: 1, head: 3 });
  const query = useSignal(half + 3);
  const without = useSignal<readonly (readonly number[])[]>([]);
  const net = useMemo(() => restore(makeNet(), trained), []);
  const sequences = useMemo(() => [[...shownLetters, ...shownLetters], ...twice(31, seededRandom(7))], []);
  useEffect(() => {
    let left = false;
    const measured = withoutEach(net, sequences).then((table) => {
      if (!left) without.value = table;
    });
    return () => {
      left = true;
      measured.then(() => free(net));
    };
  }, [net, sequences, without]);

  const now = useMemo(
    () =>
      look(
        net,
        sequences,
        places.filter((place) => off.value.has(headName(place))),
      ),
    [net, sequences, off.value],
  );
  const all = useMemo(() => look(net, sequences, []).accuracy, [net, sequences]);
  const toggle = (name: string): void => {
    const next = new Set(off.value);
    if (!next.delete(name)) next.add(name);
    off.value = next;
  };
  const patternOf = ({ layer, head }: HeadAt) => now.patterns[layer]![head]!;

  const card = (place: HeadAt) => {
    const name = headName(place);
    const rows = patternOf(place);
    const [back, induction] = [meanWeight(rows, 1), meanWeight(rows, half - 1)];
    const alone = without.value[place.layer]?.[place.head];
    const isMissed = alone !== undefined && alone < all - 0.1;
    const looksAt =
      induction > 0.5
        ? fill(t.induction, { weight: decimals(induction) })
        : back > 0.5
          ? fill(t.back, { weight: decimals(back) })
          : t.elsewhere;
    return (
      <div
        key={name}
        class={`head ${off.value.has(name) ? "off" : ""} ${isMissed ? "needed" : ""}`}
        data-head={name}
      >
        <button
          type="button"
          class="map"
          aria-pressed={headName(chosen.value) === name}
          aria-label={fill(t.head, { name, looksAt, without: fill(t.without, { share: percent(alone) }) })}
          onClick={setTo(chosen, place)}
        >
          <Cells rows={rows} />
          <span class="looks number">{looksAt}</span>
        </button>
        <p class={isMissed ? "without number missed wrong chosen" : "without number"}>
          <span class="track">
            <span class="bar" style={{ "--share": alone ?? 0 }} />
          </span>
          {fill(t.without, { share: percent(alone) })}
        </p>
        <label class="check">
          <input
            type="checkbox"
            checked={!off.value.has(name)}
            aria-label={fill(t.on, { name })}
            onChange={() => toggle(name)}
          />
          <span aria-hidden="true">{name}</span>
        </label>
      </div>
    );
  };
  const chosenName = headName(chosen.value);
  const ids = sequences[0]!;
  const weights = patternOf(chosen.value)[query.value]!;
  const most = weights.indexOf(Math.max(...weights));
  const letterAt = (position: number): string => letters[ids[position]!]!;
  /** A letter, shaded by the attention that it gets; one of the second half chooses the query, and has what was predicted. */
  const letter = (position: number) => {
    const shade = { "--weight": weights[position] ?? 0 };
    if (position < half)
      return (
        <span key={position} class="letter mono" style={shade}>
          {letterAt(position)}
        </span>
      );
    // The prediction from the letter before; the first letter of the second half cannot be predicted.
    const guess = position > half ? now.guesses[position - 1] : undefined;
    const isRight = guess === ids[position];
    return (
      <button
        key={position}
        type="button"
        class="letter mono"
        aria-pressed={position === query.value}
        style={shade}
        onClick={setTo(query, position)}
      >
        {letterAt(position)}
        {guess !== undefined && (
          <span
            class={isRight ? "guess right" : "guess wrong chosen"}
            title={fill(t.guess, { letter: letters[guess]! })}
          >
            {isRight ? "✓" : letters[guess]}
          </span>
        )}
      </button>
    );
  };
  const switchOff = (layer: number): void => {
    off.value = new Set(places.filter((place) => place.layer === layer).map(headName));
  };
  return (
    <figure class="fig-induction-heads" data-done={without.value.length > 0 ? "true" : undefined}>
      <p class="headline">{t.headline}</p>
      {/* The sequence, its second half below the first. */}
      <div class="letters" role="group" aria-label={fill(t.letters, { name: chosenName })}>
        <div class="row">{ids.slice(0, half).map((_, i) => letter(i))}</div>
        <div class="row">{ids.slice(half).map((_, i) => letter(half + i))}</div>
        <p class="number">
          {off.value.has(chosenName)
            ? fill(t.isOff, { name: chosenName })
            : fill(t.looks, {
                name: chosenName,
                query: letterAt(query.value),
                key: letterAt(most),
                weight: decimals(weights[most]!),
              })}
        </p>
      </div>
      {Array.from({ length: layers }, (_, layer) => (
        <div key={layer} class="layer" role="group" aria-label={fill(t.layer, { layer })}>
          <p class="quiet">{fill(t.layer, { layer })}</p>
          <div class="heads">{places.filter((place) => place.layer === layer).map(card)}</div>
        </div>
      ))}
      <div class="result apart flow">
        <p class="predicted number" role="status">
          <span class="track">
            <span class="bar" style={{ "--share": now.accuracy }} />
          </span>
          {fill(t.predicted, { share: percent(now.accuracy) })}
        </p>
        <div class="buttons">
          {Array.from({ length: layers }, (_, layer) => (
            <button key={layer} type="button" onClick={() => switchOff(layer)}>
              {fill(t.layerOff, { layer })}
            </button>
          ))}
          <button
            type="button"
            data-all-on
            disabled={off.value.size === 0}
            onClick={setTo(off, new Set<string>())}
          >
            {t.allOn}
          </button>
        </div>
      </div>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}

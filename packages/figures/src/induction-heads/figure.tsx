import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { dictionary, fill } from "../messages.ts";
import { headName } from "../ui/head-name.ts";
import { Caption, Cells, seededRandom } from "../ui/index.ts";
import { restore } from "../ui/stored.ts";
import "./induction-heads.css";
import en from "./en.json" with { type: "json" };
import { Letters } from "./letters.tsx";
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

const words = dictionary(en, () => import("./zh.json"));

const shownLetters = [..."HCQAFMDKTB"].map((letter) => letters.indexOf(letter));
const places: readonly HeadAt[] = Array.from({ length: layers * heads }, (_, i) => ({
  layer: Math.floor(i / heads),
  head: i % heads,
}));
const nameOf = headName;
const percent = (share: number | undefined): string =>
  share === undefined ? "…" : `${Math.round(100 * share)} %`;
const decimals = (weight: number): string => weight.toFixed(2);

/** The heads of a trained network: where each looks, what goes wrong without it, and a switch. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const off = useSignal<ReadonlySet<string>>(new Set());
  const chosen = useSignal<HeadAt>({ layer: 1, head: 3 });
  const query = useSignal(half + 3);
  const without = useSignal<readonly (readonly number[])[]>([]);
  const { net, sequences } = useMemo(() => {
    const net = makeNet();
    restore(net, trained);
    return { net, sequences: [[...shownLetters, ...shownLetters], ...twice(31, seededRandom(7))] };
  }, []);
  useEffect(() => {
    let left = false;
    withoutEach(net, sequences).then((table) => {
      if (!left) without.value = table;
    });
    return () => {
      left = true;
    };
  }, [net, sequences, without]);

  const now = useMemo(
    () =>
      look(
        net,
        sequences,
        places.filter((place) => off.value.has(nameOf(place))),
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

  const card = (place: HeadAt): JSX.Element => {
    const name = nameOf(place);
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
          aria-pressed={nameOf(chosen.value) === name}
          aria-label={fill(t.head, { name, looksAt, without: fill(t.without, { share: percent(alone) }) })}
          onClick={() => {
            chosen.value = place;
          }}
        >
          <Cells rows={rows} />
          <span class="looks number">{looksAt}</span>
        </button>
        <p class={isMissed ? "without number missed" : "without number"}>
          <span class="bar" style={{ "--share": alone ?? 0 }} />
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
  const switchOff = (layer: number): void => {
    off.value = new Set(places.filter((place) => place.layer === layer).map(nameOf));
  };
  const chosenName = nameOf(chosen.value);
  return (
    <figure class="fig-induction-heads" data-done={without.value.length > 0 ? "true" : undefined}>
      <p class="headline">{t.headline}</p>
      <Letters
        ids={sequences[0]!}
        guesses={now.guesses}
        weights={patternOf(chosen.value)[query.value]!}
        query={query.value}
        onQuery={(position) => {
          query.value = position;
        }}
        label={fill(t.letters, { name: chosenName })}
        guessed={(letter) => fill(t.guess, { letter })}
        says={(letter, key, weight) =>
          off.value.has(chosenName)
            ? fill(t.isOff, { name: chosenName })
            : fill(t.looks, { name: chosenName, query: letter, key, weight: decimals(weight) })
        }
      />
      {Array.from({ length: layers }, (_, layer) => (
        <div key={layer} class="layer" role="group" aria-label={fill(t.layer, { layer })}>
          <p class="quiet">{fill(t.layer, { layer })}</p>
          <div class="heads">{places.filter((place) => place.layer === layer).map(card)}</div>
        </div>
      ))}
      <div class="result flow">
        <p class="predicted number" role="status">
          <span class="bar" style={{ "--share": now.accuracy }} />
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
            onClick={() => {
              off.value = new Set();
            }}
          >
            {t.allOn}
          </button>
        </div>
      </div>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}

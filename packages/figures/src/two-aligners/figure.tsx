import { useSignal } from "@preact/signals";
import { alignmentErrorRate, alignmentLinks } from "@saccade/models";
import { useMemo } from "preact/hooks";
import { AlignmentMap, WordRow } from "../alignment/alignment-map.tsx";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { Choice, useNarrow } from "../ui/index.ts";
import { restore, useNet } from "../ui/stored.ts";
import { trained } from "./trained.ts";
import { kinds, makeTranslator, readingOf, type StoredPair, type Translator } from "./translators.ts";
import "./two-aligners.css";
import type en from "./en.json";

/** Two trained translators read the same held-out pair: where does each look? */
export function Figure({ t }: FigureProps<typeof en>) {
  const chosen = useSignal(1); // a relative clause
  const at = useSignal(3); // its subject, "elle"
  const only = useSignal<(typeof kinds)[number]>("bothWays");
  // Where there is no room side by side, one replaces the other.
  const isNarrow = useNarrow();
  const nets = [useTranslator("oneWay"), useTranslator("bothWays")];
  const pair = trained.pairs[chosen.value]!;
  const row = Math.min(at.value, pair.target.length - 1);
  const choose = (next: number): void => {
    at.value = next;
  };
  return (
    <figure class="fig-two-aligners" data-done="true">
      <p class="headline">{t.headline}</p>
      <label class="field">
        <span>{t.sentence}</span>
        <select
          value={chosen.value}
          onChange={(event) => {
            chosen.value = Number(event.currentTarget.value);
          }}
        >
          {trained.pairs.map(({ source }, i) => (
            <option key={i} value={i} lang="en">
              {source.join(" ")}
            </option>
          ))}
        </select>
      </label>
      <WordRow words={pair.target} at={row} onChoose={choose} label={t.asked} lang="fr" />
      {isNarrow && <Choice legend={t.reader} value={only} names={kinds} labels={t.titles} />}
      <div class="panels">
        {kinds.map(
          (kind, i) =>
            (!isNarrow || kind === only.value) && (
              <Panel key={kind} {...{ t, kind, pair, row }} net={nets[i]!} onChoose={choose} />
            ),
        )}
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

interface PanelProps {
  readonly t: typeof en;
  readonly net: Translator;
  readonly kind: (typeof kinds)[number];
  readonly pair: StoredPair;
  readonly row: number;
  readonly onChoose: (row: number) => void;
}

function Panel({ net, kind, pair, row, t, onChoose }: PanelProps) {
  const { source, target, sure, possible } = pair;
  const weights = useMemo(() => readingOf(net, trained.words, pair).weights, [net, pair]);
  const rate = alignmentErrorRate([{ links: alignmentLinks(weights, source, target), sure, possible }]);
  const most = (i: number): string => {
    const shares = weights[i] ?? [];
    const place = shares.indexOf(Math.max(...shares));
    return fill(t.says, { source: source[place] ?? "", share: (shares[place] ?? 0).toFixed(2) });
  };
  const rows = target.map((word, i) => `${fill(t.at, { word })} ${most(i)}`).join("; ");
  return (
    <section class={kind} aria-label={t.titles[kind]}>
      <p class="title">{t.titles[kind]}</p>
      <p class="quiet">{t.ways[kind]}</p>
      <AlignmentMap
        {...{ source, target, weights, sure, onChoose }}
        possible={possible ?? []}
        at={row}
        label={fill(t.map, { title: t.titles[kind], rows })}
        languages={["en", "fr"]}
      />
      <p class="says">
        {fill(t.at, { word: target[row] ?? "" })} {most(row)}
      </p>
      <p class="number">
        {fill(t.rate, { here: rate.toFixed(2), all: trained[kind].aer.toFixed(2), pairs: trained.testPairs })}
      </p>
      <p class="number">
        {fill(t.rest, {
          right: wholePercent(trained[kind].accuracy),
          late: wholePercent(trained[kind].late),
        })}
      </p>
    </section>
  );
}

const useTranslator = (kind: (typeof kinds)[number]): Translator =>
  useNet(() => restore(makeTranslator(kind, trained.words, 0), trained[kind].parameters));

import { useWidth } from "@saccade/figures/ui";
import { Fragment, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import type { Look } from "./calls.ts";
import { arc, flow, type Spot, wordHeight } from "./flow.ts";
import { strongest, wordsOf } from "./focus.ts";
import type { TransformerModel } from "./model.ts";
import { fullName, share } from "./names.ts";
import { type Side, sidesOf } from "./places.ts";
import { textScale, widthOf } from "./text-width.ts";
import { words } from "./words.ts";
import "./sentences.css";

const least = 0.02; // weights below are not seen
const widest = 11; // px
// So that the percentages of neighbours do not touch: French has pairs of short words, as in n' a.
const leastWidths: Readonly<Record<Side, number>> = { source: 23, target: 31 };

/** The two sentences, and what one word of them attends to: arcs as wide as the weights. */
export function Sentences({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<HTMLDivElement>(900);
  const scale = textScale();
  const look = model.look.value;
  const focus = model.focus.value;
  const { queries, keys } = sidesOf(focus.attention);
  const { sides, spots, starts, height } = useMemo(
    () => layOut(look, queries === keys ? [queries] : ["source", "target"], width / scale),
    [look, queries, keys, width, scale],
  );
  const own = wordsOf(look, focus.attention);
  const query = own.queries[focus.query] ?? "";
  const best = strongest(focus.row);
  const from = spots[queries][focus.query];
  // The decoder reads one word and writes the next.
  const named = queries === "target" ? t.writing(query, look.target[focus.query] ?? "") : `“${query}”`;
  return (
    <figure class="sentences" data-attention={focus.attention} data-head={focus.head + 1}>
      <FigureFrame name="attention-of-a-word" title={t.sentencesTitle}>
        <div ref={ref}>
          <svg
            width={width}
            height={height * scale}
            viewBox={`0 0 ${width / scale} ${height}`}
            role="group"
            aria-label={t.sentencesLabel(query, own.keys[best] ?? "", share(focus.row[best] ?? 0))}
          >
            {sides.map((side) => (
              <text key={side} class="side" x={0} y={starts[side] + 12}>
                {side === "source" ? t.reads : t.decoderReads}
              </text>
            ))}
            {from !== undefined &&
              focus.row.map((weight, key) => {
                const to = spots[keys][key];
                if (to === undefined || weight === null) return null;
                return (
                  <path
                    key={key}
                    class="arc"
                    d={arc(from, to)}
                    stroke-width={(1 + widest * weight).toFixed(1)}
                    opacity={weight < least ? 0 : 0.25 + 0.75 * weight}
                  />
                );
              })}
            {sides.map((side) =>
              (side === "source" ? look.source : look.fed).map((word, i) => (
                <Word
                  key={`${side}${i}`}
                  text={word}
                  spot={spots[side][i]!}
                  isQuery={side === queries && i === focus.query}
                  weight={side === keys ? (focus.row[i] ?? null) : null}
                  isMasked={side === keys && focus.row[i] === null}
                  label={t.lookFrom(word)}
                  shareAbove={queries !== keys || (from !== undefined && spots[side][i]!.top < from.top)}
                  onPick={() => model.pick(side, i)}
                />
              )),
            )}
          </svg>
        </div>
      </FigureFrame>
      <figcaption>
        <span class="head-shown">{t.shows(fullName(t, focus.attention), focus.head + 1)}</span>
        <strong class="most">{t.most(named, own.keys[best] ?? "", share(focus.row[best] ?? 0))}</strong>
        <Translation
          tokens={look.target}
          at={queries === "target" ? focus.query : pronounOf(look.target)}
          label={t.writes}
          nameOf={t.whenWriting}
          onPick={(i) => model.pick("target", i)}
        />
      </figcaption>
    </figure>
  );
}

interface WordProps {
  readonly text: string;
  readonly spot: Spot;
  readonly isQuery: boolean;
  /** null for words that are no keys here. */
  readonly weight: number | null;
  readonly isMasked: boolean;
  readonly label: string;
  /** Where arcs come from below. */
  readonly shareAbove: boolean;
  readonly onPick: () => void;
}

function Word({ text, spot, isQuery, weight, isMasked, label, shareAbove, onPick }: WordProps): JSX.Element {
  return (
    <>
      <g
        class={`word ${isQuery ? "query" : ""} ${isMasked ? "masked" : ""}`}
        role="button"
        tabindex={0}
        aria-label={label}
        aria-pressed={isQuery}
        data-weight={weight ?? undefined}
        onClick={onPick}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          onPick();
        }}
      >
        <rect
          class="back"
          x={spot.x - spot.width / 2}
          y={spot.top}
          width={spot.width}
          height={wordHeight}
          rx={4}
        />
        {weight !== null && weight >= 0.005 && (
          <rect
            class="shade"
            x={spot.x - spot.width / 2}
            y={spot.top}
            width={spot.width}
            height={wordHeight}
            rx={4}
            opacity={0.1 + 0.4 * weight}
          />
        )}
        <text class={text.startsWith("<") ? "special" : ""} x={spot.x} y={spot.top + 17}>
          {text}
        </text>
      </g>
      {weight !== null && weight >= 0.05 && (
        <text class="share" aria-hidden="true" x={spot.x} y={shareAbove ? spot.top - 4 : spot.bottom + 14}>
          {share(weight)}
        </text>
      )}
    </>
  );
}

interface TranslationProps {
  readonly tokens: readonly string[];
  /** The word that stands out. */
  readonly at: number;
  readonly label: string;
  readonly nameOf: (word: string) => string;
  readonly onPick: (step: number) => void;
}

/** The French sentence; each word leads to where the decoder looked when it wrote it. */
function Translation({ tokens, at, label, nameOf, onPick }: TranslationProps): JSX.Element {
  return (
    <span class="translation">
      <span class="quiet">{label} </span>
      <span lang="fr">
        {tokens.map((word, i) =>
          word === "<eos>" ? null : (
            <Fragment key={i}>
              <button
                type="button"
                class={i === at ? "written" : ""}
                aria-label={nameOf(word)}
                onClick={() => onPick(i)}
              >
                {word}
              </button>
              {word.endsWith("'") || tokens[i + 1] === "." ? "" : " "}
            </Fragment>
          ),
        )}
      </span>
    </span>
  );
}

interface Layout {
  readonly sides: readonly Side[];
  readonly spots: Readonly<Record<Side, readonly Spot[]>>;
  /** Where each side's lines begin. */
  readonly starts: Readonly<Record<Side, number>>;
  readonly height: number;
}

/** The sentences that take part, one under the other. */
function layOut(look: Look, sides: readonly Side[], across: number): Layout {
  const spots: Record<Side, readonly Spot[]> = { source: [], target: [] };
  const starts: Record<Side, number> = { source: 0, target: 0 };
  let height = 0;
  for (const side of sides) {
    const widths = (side === "source" ? look.source : look.fed).map((word) =>
      Math.max(leastWidths[side], widthOf(word)),
    );
    const placed = flow(widths, across, height);
    spots[side] = placed.spots;
    starts[side] = height;
    height = placed.end;
  }
  return { sides, spots, starts, height };
}

function pronounOf(tokens: readonly string[]): number {
  return tokens.findIndex((word) => word === "il" || word === "elle");
}

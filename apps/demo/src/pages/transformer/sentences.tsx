import { useWidth } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { arc, flow, type Spot, wordHeight } from "./flow.ts";
import { strongest, wordsOf } from "./focus.ts";
import type { TransformerModel } from "./model.ts";
import { fullName, share } from "./names.ts";
import { sidesOf } from "./places.ts";
import { widthOf } from "./text-width.ts";
import { words } from "./words.ts";

const least = 0.02; // weights below are not drawn
const widest = 11; // px

/** The two sentences, and what one word of them attends to: arcs as wide as the weights. */
export function Sentences({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<HTMLDivElement>(900);
  const look = model.look.value;
  const focus = model.focus.value;
  const { queries, keys } = sidesOf(focus.attention);
  const { spots, height, lines } = useMemo(() => {
    const source = flow(look.source.map(widthOf), width, 0);
    const target = flow(look.fed.map(widthOf), width, source.end + 12);
    return {
      spots: { source: source.spots, target: target.spots },
      height: target.end,
      lines: { source: 0, target: source.end + 12 },
    };
  }, [look, width]);
  const own = wordsOf(look, focus.attention);
  const query = own.queries[focus.query] ?? "";
  const best = strongest(focus.row);
  const from = spots[queries][focus.query];
  return (
    <figure class="sentences" data-attention={focus.attention} data-head={focus.head + 1}>
      <div ref={ref}>
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={t.sentencesLabel(query, own.keys[best] ?? "", share(focus.row[best] ?? 0))}
        >
          {(["source", "target"] as const).map((side) => (
            <text key={side} class="side" x={0} y={lines[side] + 12}>
              {side === "source" ? t.reads : t.decoderReads}
            </text>
          ))}
          {from !== undefined &&
            focus.row.map((weight, key) => {
              const to = spots[keys][key];
              if (to === undefined || weight === null || weight < least) return null;
              return (
                <path
                  key={key}
                  class="arc"
                  d={arc(from, to)}
                  stroke-width={(1 + widest * weight).toFixed(1)}
                  opacity={0.25 + 0.75 * weight}
                />
              );
            })}
          {(["source", "target"] as const).map((side) =>
            (side === "source" ? look.source : look.fed).map((word, i) => (
              <Word
                key={`${side}${i}`}
                text={word}
                spot={spots[side][i]!}
                isQuery={side === queries && i === focus.query}
                weight={side === keys ? (focus.row[i] ?? null) : null}
                isMasked={side === keys && focus.row[i] === null}
                label={t.lookFrom(word)}
                onPick={() => model.pick(side, i)}
              />
            )),
          )}
        </svg>
      </div>
      <figcaption>
        <span class="head-shown">{t.shows(fullName(t, focus.attention), focus.head + 1)}</span>
        <strong class="most">{t.most(query, own.keys[best] ?? "", share(focus.row[best] ?? 0))}</strong>
        <Translation
          tokens={look.target}
          at={queries === "target" ? focus.query : pronounOf(look.target)}
          label={t.writes}
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
  readonly onPick: () => void;
}

function Word({ text, spot, isQuery, weight, isMasked, label, onPick }: WordProps): JSX.Element {
  return (
    <g
      class={`word ${isQuery ? "query" : ""} ${isMasked ? "masked" : ""}`}
      role="button"
      tabIndex={0}
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
      {weight !== null && weight >= 0.05 && (
        <text class="share" x={spot.x} y={spot.bottom + 14}>
          {share(weight)}
        </text>
      )}
    </g>
  );
}

interface TranslationProps {
  readonly tokens: readonly string[];
  /** The word that stands out. */
  readonly at: number;
  readonly label: string;
}

function Translation({ tokens, at, label }: TranslationProps): JSX.Element {
  return (
    <span class="translation">
      <span class="quiet">{label} </span>
      <span lang="fr">
        {tokens.map((word, i) => (
          <span key={i} class={i === at ? "written" : ""}>
            {word === "<eos>" ? "" : word}
            {word.endsWith("'") || tokens[i + 1] === "." ? "" : " "}
          </span>
        ))}
      </span>
    </span>
  );
}

function pronounOf(tokens: readonly string[]): number {
  return tokens.findIndex((word) => word === "il" || word === "elle");
}

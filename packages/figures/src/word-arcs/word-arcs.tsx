import { useMemo } from "preact/hooks";
import { useRoving } from "../ui/use-roving.ts";
import { useWidth } from "../ui/use-width.ts";
import { arc, flow, type Spot, textScale, widthOf, wordHeight } from "./flow.ts";
import "./word-arcs.css";

const least = 0.02; // weights below are not seen
const widest = 11; // px

/** A sentence of the drawing. */
export interface Sentence {
  readonly words: readonly string[];
  /** The heading. */
  readonly title?: string;
  /** Of a word, so that the shares of neighbours do not touch. */
  readonly leastWidth: number;
}

interface WordArcsProps {
  /** One, or the two that take part, one under the other. */
  readonly sentences: readonly Sentence[];
  /** The word that looks: its sentence and its place in it. */
  readonly from: readonly [sentence: number, word: number];
  /** The sentence that it looks at. */
  readonly to: number;
  /** A weight for each word that is looked at; null for masked ones. */
  readonly weights: readonly (number | null)[];
  /** The text of a weight at its word; empty if it is not shown. */
  readonly shareOf: (weight: number) => string;
  readonly label: string;
  /** Whether nothing goes on from what is looked at: its arcs are dimmed. */
  readonly isOff?: boolean;
  /** Makes every word a button. */
  readonly words?: {
    readonly labelOf: (word: string) => string;
    readonly onPick: (sentence: number, word: number) => void;
  };
}

/** Sentences, and what one word of them attends to: arcs as wide as the weights. */
export function WordArcs(props: WordArcsProps) {
  const { sentences, from, to, weights, shareOf, label, words, isOff = false } = props;
  const { ref, width } = useWidth<HTMLDivElement>(900);
  const group = useRoving(".word");
  const scale = textScale(ref.current);
  const { spots, starts, height } = useMemo(
    () => layOut(sentences, width / scale),
    [sentences, width, scale],
  );
  const all = spots.flat();
  const start = spots[from[0]]?.[from[1]];
  return (
    <div class={isOff ? "word-arcs off" : "word-arcs"} ref={ref}>
      <svg
        ref={words === undefined ? null : group}
        width={width}
        height={height * scale}
        viewBox={`0 0 ${width / scale} ${height}`}
        role={words === undefined ? "img" : "group"}
        aria-label={label}
      >
        {sentences.map(({ title = "" }, i) => (
          <text key={i} class="side" x={0} y={starts[i]! + 12}>
            {title}
          </text>
        ))}
        {start !== undefined &&
          weights.map((weight, key) => {
            const end = spots[to]?.[key];
            if (end === undefined || weight === null) return null;
            return (
              <path
                key={key}
                class="arc"
                d={arc(start, end, all)}
                stroke-width={(1 + widest * weight).toFixed(1)}
                opacity={weight < least ? 0 : 0.25 + 0.75 * weight}
              />
            );
          })}
        {sentences.map((sentence, i) =>
          sentence.words.map((text, j) => {
            const spot = spots[i]![j]!;
            const weight = i === to ? (weights[j] ?? null) : null;
            return (
              <Word
                key={`${i} ${j}`}
                text={text}
                spot={spot}
                isQuery={i === from[0] && j === from[1]}
                isMasked={i === to && weights[j] === null}
                weight={weight}
                share={weight === null ? "" : shareOf(weight)}
                shareAbove={from[0] !== to || (start !== undefined && spot.top < start.top)}
                {...(words && { label: words.labelOf(text), onPick: () => words.onPick(i, j) })}
              />
            );
          }),
        )}
      </svg>
    </div>
  );
}

interface WordProps {
  readonly text: string;
  readonly spot: Spot;
  readonly isQuery: boolean;
  readonly isMasked: boolean;
  /** null for words that are no keys here. */
  readonly weight: number | null;
  readonly share: string;
  /** Where arcs come from below. */
  readonly shareAbove: boolean;
  readonly label?: string;
  readonly onPick?: () => void;
}

function Word(props: WordProps) {
  const { text, spot, isQuery, weight, isMasked, label, share, shareAbove, onPick } = props;
  const box = { x: spot.x - spot.width / 2, y: spot.top, width: spot.width, height: wordHeight, rx: 4 };
  const button = onPick && {
    role: "button" as const,
    tabindex: 0,
    "aria-label": label,
    "aria-pressed": isQuery,
    onClick: onPick,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      onPick();
    },
  };
  return (
    <>
      <g
        class={`word ${isQuery ? "query" : ""} ${isMasked ? "masked" : ""}`}
        data-weight={weight ?? undefined}
        {...button}
      >
        <rect class="back" {...box} />
        {weight !== null && weight >= 0.005 && <rect class="shade" {...box} opacity={0.1 + 0.4 * weight} />}
        <text class={text.startsWith("<") ? "special" : ""} x={spot.x} y={spot.top + 17}>
          {text}
        </text>
      </g>
      {share !== "" && (
        <text
          class="share halo"
          aria-hidden="true"
          x={spot.x}
          y={shareAbove ? spot.top - 4 : spot.bottom + 14}
        >
          {share}
        </text>
      )}
    </>
  );
}

interface Layout {
  /** Of each sentence's words. */
  readonly spots: readonly (readonly Spot[])[];
  /** Where each sentence's lines begin. */
  readonly starts: readonly number[];
  readonly height: number;
}

function layOut(sentences: readonly Sentence[], across: number): Layout {
  const starts: number[] = [];
  let height = 0;
  const spots = sentences.map(({ words, leastWidth }) => {
    const placed = flow(
      words.map((word) => Math.max(leastWidth, widthOf(word))),
      across,
      height,
    );
    starts.push(height);
    height = placed.end;
    return placed.spots;
  });
  return { spots, starts, height };
}

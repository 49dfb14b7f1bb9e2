import type { Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { setTo } from "../ui/set-to.ts";
import { useRoving } from "../ui/use-roving.ts";
import { useWidth } from "../ui/use-width.ts";
import "./arcs.css";
import { type ArcsLayout, layoutArcs, layoutInBox, movedWords } from "./layout.ts";

export { movedWords } from "./layout.ts";

/** A word that is looked at. */
export interface Chosen {
  readonly side: "source" | "target";
  readonly index: number;
}

export interface TranslationArcsProps {
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** (target, source). */
  readonly weights: readonly (readonly number[])[];
  /** The word whose arcs are strong; null for all. */
  readonly chosen: Signal<Chosen | null>;
  /** How far each word of the translation can be trusted, from 0 to 1; the less, the fainter. Default fully. */
  readonly trust?: readonly number[] | undefined;
  /** Words of the source that the network does not know. Default none. */
  readonly unknown?: ReadonlySet<number> | undefined;
  /** How many words of the translation are there already. Default all. */
  readonly said?: number;
  /** Of how many words the arcs are there already, since a word comes after them. Default as many as there are words. */
  readonly read?: number;
  /** The word of the translation whose arcs are strong while none is chosen, as while it is said; null for all. */
  readonly lit?: number | null;
  /** A fixed height, for sentences that change while they are shown. Default as high as they need. */
  readonly height?: number | undefined;
  /** Languages of the sentences, as in the attribute lang. */
  readonly languages: readonly [source: string, target: string];
  /** The drawing's text for screen readers. */
  readonly label: string;
  /** A word's text for screen readers: its text, the words on the other side with their weights, the largest first, and its trust. */
  readonly describe: (
    word: string,
    others: readonly [word: string, weight: number][],
    trust: number,
  ) => string;
}

/** Weights below it are not drawn. */
const least = 0.05;

/** The words of the other sentence that a word is linked with, with their weights, the largest first. */
export function linkedWords(
  { side, index }: Chosen,
  others: readonly string[],
  weights: readonly (readonly number[])[],
): [word: string, weight: number][] {
  return others
    .map((text, other): [string, number] => [text, weightBetween({ side, index }, other, weights)])
    .filter(([, weight]) => weight >= least)
    .sort(([, a], [, b]) => b - a);
}

function weightBetween(
  { side, index }: Chosen,
  other: number,
  weights: readonly (readonly number[])[],
): number {
  return (side === "target" ? weights[index]?.[other] : weights[other]?.[index]) ?? 0;
}

/** Words that can be trusted less are underlined with dashes. */
const certain = 0.9;

/** Two sentences and an arc for each attention weight between them, as wide as the weight is large. */
export function TranslationArcs(props: TranslationArcsProps) {
  const { source, target, weights, chosen, said = target.length, lit = null, label, height } = props;
  const { read = said } = props;
  const group = useRoving(".word");
  const { ref, width } = useWidth<HTMLDivElement>(760);
  const layout = useMemo(
    () =>
      height === undefined
        ? layoutArcs(source, target, width)
        : layoutInBox(source, target, { width, height }),
    [source, target, width, height],
  );
  const moved = useMemo(() => movedWords(weights), [weights]);
  const look = chosen.value ?? (lit === null ? null : { side: "target", index: lit });
  const arcs = weights
    .slice(0, read)
    .flatMap((row, i) => row.flatMap((weight, j) => (weight < least ? [] : [{ weight, i, j }])));
  const isLit = (i: number, j: number): boolean =>
    look !== null && (look.side === "target" ? look.index === i : look.index === j);
  return (
    <div class="translation-arcs" ref={ref}>
      <svg
        ref={group}
        viewBox={`0 0 ${width} ${layout.height}`}
        width={width}
        height={layout.height}
        role="group"
        aria-label={label}
        style={{ fontSize: `${layout.fontSize}px` }}
        onPointerLeave={setTo(chosen, null)}
      >
        <g class={look === null ? "arcs" : "arcs looking"} aria-hidden="true">
          {arcs.map(({ weight, i, j }) => (
            <path
              key={`${i} ${j}`}
              class={`${moved.has(i) ? "moved" : ""} ${isLit(i, j) ? "lit" : ""}`}
              pathLength={1}
              d={layout.arc(j, i)}
              style={{ strokeWidth: 1 + 9 * weight, "--weight": weight }}
            />
          ))}
        </g>
        <Words {...props} look={look} layout={layout} side="source" words={source} />
        <Words {...props} look={look} layout={layout} side="target" words={target.slice(0, said)} />
      </svg>
    </div>
  );
}

interface WordsProps extends TranslationArcsProps {
  readonly layout: ArcsLayout;
  readonly look: Chosen | null;
  readonly side: Chosen["side"];
  readonly words: readonly string[];
}

function Words(props: WordsProps) {
  const { layout, look, side, words, chosen, weights } = props;
  const { source, target, languages, trust, unknown, describe } = props;
  const anchor = layout.inLines ? "middle" : side === "source" ? "end" : "start";
  return (
    <g lang={languages[side === "source" ? 0 : 1]} text-anchor={anchor}>
      {words.map((word, index) => {
        const others = linkedWords({ side, index }, side === "target" ? source : target, weights);
        const lit =
          look === null
            ? 0
            : look.side === side
              ? Number(look.index === index)
              : weightBetween({ side, index }, look.index, weights);
        const { x, y, width } = layout[side][index]!;
        const trusted = side === "target" ? (trust?.[index] ?? 1) : 1;
        const isUnknown = side === "source" && unknown?.has(index) === true;
        const left = anchor === "middle" ? x - width / 2 : anchor === "end" ? x - width : x;
        const choose = setTo(chosen, { side, index });
        return (
          <g
            key={index}
            class={isUnknown ? "word unknown-word" : "word"}
            role="button"
            tabindex={0}
            aria-pressed={look?.side === side && look.index === index}
            aria-label={describe(word, others, trusted)}
            onPointerEnter={choose}
            onFocus={choose}
            onClick={choose}
            onBlur={setTo(chosen, null)}
          >
            <rect
              x={left - 6}
              y={y - 1.15 * layout.fontSize}
              width={width + 12}
              height={1.6 * layout.fontSize}
              rx={6}
              style={{ "--lit": lit }}
            />
            <text x={x} y={y} style={{ "--trust": trusted }}>
              {word}
            </text>
            {(isUnknown || trusted < certain) && (
              <line
                class="doubt"
                x1={left}
                x2={left + width}
                y1={y + 0.26 * layout.fontSize}
                y2={y + 0.26 * layout.fontSize}
                style={{ "--trust": trusted }}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}

import { useMemo } from "preact/hooks";
import { ArrowTip, useNarrow, useTween, useWidth } from "../ui/index.ts";
import type { Translation } from "./translator.ts";

interface DrawingProps {
  readonly translation: Translation;
  /** Which word is being written, from 0. */
  readonly at: number;
  /** The gloss of a source word, or nothing. */
  readonly gloss: (word: string) => string;
  /** Of the encoder and the decoder. */
  readonly titles: readonly string[];
  readonly label: string;
  readonly onChoose: (at: number) => void;
}

const top = 44;
const rows = 10; // s₀ to s₉
const radius = 13;

/** The encoder's states down the left, the decoder's down the right, and between them one step of attention. */
export function Drawing({ translation, at, gloss, titles, label, onChoose }: DrawingProps) {
  const { source, words, weights } = translation;
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const isNarrow = useNarrow();
  const target = useMemo(() => [at, ...(weights[at] ?? [])], [weights, at]);
  const [step = at, ...shares] = useTween(target);
  const row = isNarrow ? 27 : 40; // on a phone the whole is to fit the screen
  const height = top + rows * row - 16;
  const left = 100;
  const right = width - 96;
  const y = (i: number): number => top + i * row;
  // Between the state that asks and the state that reads the answer, and the nearer to them.
  const context = { x: left + 0.62 * (right - left), y: y(step + 0.5) };
  const last = source.length - 1;
  return (
    <svg
      ref={ref}
      class="chart drawing"
      viewBox={`0 0 ${width} ${height}`}
      style={{ height: `${height}px` }}
      role="img"
      aria-label={label}
    >
      <defs>
        {(["arrow", "query", "blue"] as const).map((name) => (
          <ArrowTip key={name} id={`seq2seq-${name}`} name={name} />
        ))}
      </defs>
      <text x="4" y="14">
        {titles[0]}
      </text>
      <text x={width - 4} y="14" text-anchor="end">
        {titles[1]}
      </text>
      <path
        class="handed"
        d={`M${left + radius} ${y(last)}C${left + 0.6 * (right - left)} ${y(last)} ${left + 0.3 * (right - left)} ${y(0)} ${right - radius} ${y(0)}`}
      />
      {source.map((_, j) => (
        <line
          key={j}
          class="share"
          x1={left + radius}
          y1={y(j)}
          x2={context.x}
          y2={context.y}
          stroke-width={(10 * (shares[j] ?? 0)).toFixed(2)}
        />
      ))}
      {source.map((word, j) => {
        const share = shares[j] ?? 0;
        const meaning = gloss(word);
        return (
          <g key={j}>
            {j > 0 && <Arrow x1={left} y1={y(j - 1) + radius} x2={left} y2={y(j) - radius} />}
            <circle cx={left} cy={y(j)} r={radius} style={{ "--share": `${(55 * share).toFixed(1)}%` }} />
            <text class="number ink" x={left} y={y(j)} dy="0.35em" text-anchor="middle">
              {share.toFixed(2).replace(/^0/, "")}
            </text>
            <text
              class="word ink"
              x={left - radius - 8}
              y={y(j)}
              dy={meaning ? "-0.1em" : "0.35em"}
              text-anchor="end"
            >
              {word}
            </text>
            {meaning && (
              <text x={left - radius - 8} y={y(j)} dy="1.05em" text-anchor="end">
                {meaning}
              </text>
            )}
          </g>
        );
      })}
      {[null, ...words].map((word, i) => (
        <g
          key={i}
          class={i === at + 1 ? "now blue" : i === at ? "asks query" : undefined}
          onPointerEnter={() => {
            if (i > 0) onChoose(i - 1);
          }}
        >
          <rect
            class="catch"
            x={right - radius}
            y={y(i) - row / 2}
            width={width - right + radius}
            height={row}
          />
          {i > 0 && <Arrow x1={right} y1={y(i - 1) + radius} x2={right} y2={y(i) - radius} />}
          <circle cx={right} cy={y(i)} r={radius} />
          <text class="state ink" x={right} y={y(i)} dy="0.35em" text-anchor="middle">
            s{sub(i)}
          </text>
          <text class="word ink" x={right + radius + 8} y={y(i)} dy="0.35em">
            {word}
          </text>
        </g>
      ))}
      <Arrow name="query" x1={right - radius} y1={y(step)} x2={context.x + 12} y2={context.y - 9} />
      <Arrow name="blue" x1={context.x + 14} y1={context.y + 4} x2={right - radius} y2={y(step + 1) - 3} />
      <g class="context blue" transform={`translate(${context.x.toFixed(1)} ${context.y.toFixed(1)})`}>
        <circle r={radius} />
        <text text-anchor="middle" dy="0.35em">
          c{sub(at + 1)}
        </text>
      </g>
    </svg>
  );
}

interface ArrowProps {
  readonly name?: "arrow" | "query" | "blue";
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

function Arrow({ name = "arrow", ...place }: ArrowProps) {
  return <line class={`curve ${name}`} {...place} marker-end={`url(#seq2seq-${name})`} />;
}

/** A number as an index. */
export function sub(n: number): string {
  return String(n).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]!);
}

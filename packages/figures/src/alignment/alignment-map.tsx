import type { AlignmentLink } from "@saccade/datasets";
import { Table } from "../ui/table.tsx";
import "./alignment.css";

export interface AlignmentMapProps {
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** (target, source). */
  readonly weights: readonly (readonly number[])[];
  /** The word of the target whose row is marked. */
  readonly at: number;
  readonly onChoose: (at: number) => void;
  /** The table's text for screen readers. */
  readonly label: string;
  /** Whether the weights are written into the cells; else they are read to screen readers, and shown under the pointer. */
  readonly numbered?: boolean;
  /** Gold links, which are framed. */
  readonly sure?: readonly AlignmentLink[];
  readonly possible?: readonly AlignmentLink[];
  /** Languages of the sentences, as in the attribute lang. */
  readonly languages?: readonly [source: string, target: string];
}

/** A row for each word of a translation, a column for each word of the sentence: the bluer, the larger the weight. */
export function AlignmentMap(props: AlignmentMapProps) {
  const { source, target, weights, at, onChoose, label, numbered = false } = props;
  const { sure = [], possible = [], languages = [] } = props;
  const has = (links: readonly AlignmentLink[], t: number, s: number): boolean =>
    links.some(([to, from]) => to === t && from === s);
  return (
    <div class="scroll">
      <Table
        class={numbered ? "alignment-map numbered" : "alignment-map"}
        label={label}
        columns={source.map((word) => <span lang={languages[0]}>{word}</span>)}
        rows={target.map((word) => <span lang={languages[1]}>{word}</span>)}
        rowProps={(t) => ({ class: t === at ? "now" : undefined, onPointerEnter: () => onChoose(t) })}
        cells={(t) =>
          (weights[t] ?? []).slice(0, source.length).map((weight, s) => (
            <td
              key={s}
              class={`${has(sure, t, s) ? "sure" : ""} ${has(possible, t, s) ? "possible" : ""}`}
              style={{ "--weight": weight }}
              title={weight.toFixed(3)}
            >
              <span class={numbered ? undefined : "unseen"}>{weight.toFixed(2).replace(/^0/, "")}</span>
            </td>
          ))
        }
      />
    </div>
  );
}

interface WordRowProps {
  readonly words: readonly string[];
  readonly at: number;
  readonly onChoose: (at: number) => void;
  readonly label: string;
  readonly lang?: string;
}

/** The words of a translation in a row, one of them chosen: by a click, by the focus, by pointing. */
export function WordRow({ words, at, onChoose, label, lang }: WordRowProps) {
  return (
    <div class="word-row chips flow" role="group" aria-label={label} lang={lang}>
      {words.map((word, i) => (
        <button
          key={i}
          type="button"
          aria-pressed={i === at}
          onClick={() => onChoose(i)}
          onFocus={() => onChoose(i)}
          onPointerEnter={() => onChoose(i)}
        >
          {word}
        </button>
      ))}
    </div>
  );
}

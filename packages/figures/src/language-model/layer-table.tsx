import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { arrows } from "../ui/keys.ts";
import { Table } from "../ui/table.tsx";
import type { LayerGuesses } from "./layer-guesses.ts";
import { percent } from "./next-bars.tsx";
import "./layer-table.css";

/** A guess that is pointed at: the row of its layer, and its place. */
export interface PointedGuess {
  readonly layer: number;
  readonly place: number;
}

interface LayerTableProps {
  readonly guesses: LayerGuesses;
  /** The names of the rows. */
  readonly names: readonly string[];
  readonly pointed: PointedGuess | null;
  readonly onPoint: (pointed: PointedGuess | null) => void;
  /** The table's description and its keys. */
  readonly label: string;
}

/** Each layer's prediction at each place: the likeliest token, darker if likelier, framed if right. */
export function LayerTable({ guesses: all, names, pointed, onPoint, label }: LayerTableProps) {
  const { tokens, guesses, shares, right } = all;
  const box = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (pointed === null || !byKey.current) return;
    byKey.current = false;
    box.current?.querySelector(".pointed")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pointed]);
  const move = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = arrows[event.key];
    if (step === undefined) return;
    event.preventDefault();
    byKey.current = true;
    const from = pointed ?? { layer: guesses.length - 1, place: tokens.length - 1 };
    const clip = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
    const [down, along] = pointed === null ? [0, 0] : step;
    onPoint({
      layer: clip(from.layer + down, guesses.length),
      place: clip(from.place + along, tokens.length),
    });
  };
  return (
    <div
      class="layer-table scroll"
      ref={box}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys read it guess by guess
      tabIndex={0}
      aria-label={label}
      onKeyDown={move}
      onPointerLeave={() => onPoint(null)}
    >
      <Table
        columns={tokens}
        rows={names}
        cells={(layer) =>
          guesses[layer]?.map((guess, place) => {
            const share = shares[layer]?.[place] ?? 0;
            const isPointed = pointed?.layer === layer && pointed.place === place;
            return (
              <td
                key={place}
                class={`${guess === right[place] ? "right" : ""}${isPointed ? " pointed" : ""}`}
                style={{ "--share": share }}
                onPointerEnter={() => onPoint({ layer, place })}
                onPointerDown={() => onPoint({ layer, place })}
              >
                {guess}
                <span class="unseen"> {percent(share)}</span>
              </td>
            );
          })
        }
      />
    </div>
  );
}

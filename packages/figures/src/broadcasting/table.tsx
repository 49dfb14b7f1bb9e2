import type { JSX } from "preact";
import { useRoving } from "../ui/index.ts";
import type { Table as Cells } from "./cells.ts";

interface TableProps {
  readonly name: "a" | "b" | "sum";
  readonly title: string;
  readonly cells: Cells;
  readonly left: number;
  readonly top: number;
  /** The side of a cell. */
  readonly side: number;
  readonly chosen: readonly [row: number, column: number];
  readonly label: string;
  /** Given for the table whose cells are chosen. */
  readonly choose?: (row: number, column: number) => void;
  readonly says?: (row: number, column: number) => string;
}

/** The class of each table's colour. */
export const colours = { a: "orange", b: "blue", sum: "green" } as const;

/** A tensor as it is read: cells that are repeats are dashed. */
export function Table(props: TableProps): JSX.Element {
  const { name, title, cells, left, top, side, chosen, label, choose, says } = props;
  const group = useRoving("rect");
  return (
    <g
      ref={choose ? group : null}
      class={`table ${name} ${colours[name]}`}
      role={choose ? "group" : "img"}
      aria-label={label}
    >
      <text x={left} y={top - 8} aria-hidden="true">
        {title}
      </text>
      {cells.map((row, i) =>
        row.map(({ value, own }, j) => {
          const isChosen = i === chosen[0] && j === chosen[1];
          const [x, y] = [left + j * side, top + i * side];
          return (
            <g key={`${i} ${j}`} class={`cell${own ? " own" : ""}${isChosen ? " chosen" : ""}`}>
              <rect
                x={x + 2}
                y={y + 2}
                width={side - 4}
                height={side - 4}
                rx={2}
                {...(choose && {
                  role: "button",
                  tabindex: 0,
                  "aria-label": says?.(i, j),
                  "aria-pressed": isChosen,
                  "data-cell": `sum ${i} ${j}`,
                  onFocus: () => choose(i, j),
                  onPointerEnter: () => choose(i, j),
                  onClick: () => choose(i, j),
                })}
              />
              <text class="inside" x={x + side / 2} y={y + side / 2} dy="0.35em" aria-hidden="true">
                {value}
              </text>
            </g>
          );
        }),
      )}
    </g>
  );
}

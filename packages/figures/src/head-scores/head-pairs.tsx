import type { JSX } from "preact";
import { Table } from "../ui/table.tsx";
import "./head-pairs.css";

interface HeadPairsProps {
  /** (left, right), from 0 to 1. */
  readonly values: readonly number[];
  /** Names of the heads of the left and the right network. */
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly caption: string;
}

/** How alike the heads of two networks are: a table whose cells are darker the more alike two heads are. */
export function HeadPairs({ values, left, right, caption }: HeadPairsProps): JSX.Element {
  return (
    <figure class="head-pairs">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div class="scroll" role="group" tabIndex={0} aria-label={caption}>
        <Table
          columns={right}
          rows={left}
          cells={(i) => {
            const row = values.slice(i * right.length, (i + 1) * right.length);
            const most = Math.max(...row);
            return row.map((value, j) => (
              <td key={j} class={value === most ? "most" : undefined} style={{ "--alike": value }}>
                {value.toFixed(2).replace("0.", ".")}
              </td>
            ));
          }}
        />
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

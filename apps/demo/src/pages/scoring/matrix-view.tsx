import type { JSX } from "preact";
import type { Rows } from "./calls.ts";
import { showCell } from "./cell.ts";

interface MatrixViewProps {
  readonly name: string;
  readonly rows: Rows;
  readonly rowNames: readonly string[];
  readonly colNames?: readonly string[];
  readonly chosen?: number | undefined;
  /** Whether cells are tinted by their value, as weights from 0 to 1. */
  readonly tinted?: boolean;
  readonly digits?: number;
}

/** A matrix to read. */
export function MatrixView(props: MatrixViewProps): JSX.Element {
  const { name, rows, rowNames, colNames, chosen, tinted = false, digits = 2 } = props;
  return (
    <div class="matrix-box">
      <table class="matrix-table">
        <caption>{name}</caption>
        {colNames !== undefined && (
          <thead>
            <tr>
              <td />
              {colNames.map((col) => (
                <th key={col} scope="col">
                  {col}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, i) => (
            <tr key={i} class={i === chosen ? "chosen" : ""}>
              <th scope="row">{rowNames[i]}</th>
              {row.map((cell, j) => (
                <td
                  key={j}
                  class={tinted ? "tinted" : ""}
                  style={tinted ? { "--share": String(Math.min(1, Math.max(0, cell))) } : {}}
                >
                  {showNumber(cell, digits)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** With so many digits after the point, or in powers of ten where that would be long. */
export function showNumber(value: number, digits: number): string {
  if (!Number.isFinite(value)) return showCell(value);
  const text = Math.abs(value) >= 1e5 ? value.toExponential(1) : value.toFixed(digits);
  return text.replace("-", "−");
}

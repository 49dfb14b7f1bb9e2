import type { JSX } from "preact";
import type { Rows } from "../attention/index.ts";
import type { FigureProps } from "../index.ts";
import { short } from "../ui/index.ts";
import { features, projections } from "./sentence.ts";
import { words } from "./words.ts";

/** Where Q, K and V come from. */
export function Details({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  return (
    <details>
      <summary>{t.details}</summary>
      <p class="quiet">{t.made}</p>
      <div class="details flow">
        <Table name="X" rows={t.sentence} cols={t.features} matrix={features} digits={0} />
        {(["query", "key", "value"] as const).map((one) => (
          <Table
            key={one}
            name={t.projections[one]}
            rows={t.features}
            cols={[]}
            matrix={projections[one]}
            digits={1}
          />
        ))}
      </div>
    </details>
  );
}

interface TableProps {
  readonly name: string;
  readonly rows: readonly string[];
  readonly cols: readonly string[];
  readonly matrix: Rows;
  readonly digits: number;
}

function Table({ name, rows, cols, matrix, digits }: TableProps): JSX.Element {
  return (
    <table>
      <caption>{name}</caption>
      {cols.length > 0 && (
        <thead>
          <tr>
            <td />
            {cols.map((col) => (
              <th key={col} scope="col">
                {col}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, i) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {(matrix[i] ?? []).map((x, c) => (
              <td key={c}>{short(x, digits)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

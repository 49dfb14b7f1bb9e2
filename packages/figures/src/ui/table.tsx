import type { ComponentChildren, JSX } from "preact";

interface TableProps {
  /** The heads of the columns. */
  readonly columns?: readonly ComponentChildren[];
  /** The head above the rows' heads. */
  readonly corner?: string | undefined;
  /** The heads of the rows. */
  readonly rows: readonly ComponentChildren[];
  /** The cells of a row, each a `td`. */
  readonly cells: (row: number) => ComponentChildren;
  /** Attributes of a row. */
  readonly rowProps?: (row: number) => JSX.IntrinsicElements["tr"];
  /** The cells of a last row. */
  readonly foot?: ComponentChildren;
  readonly caption?: ComponentChildren;
  readonly class?: string;
  /** The text for screen readers, where no caption is in sight. */
  readonly label?: string;
}

/** A table with heads of its rows, and mostly of its columns. */
export function Table(props: TableProps) {
  const { columns, corner, rows, cells, rowProps, foot, caption, class: name, label } = props;
  return (
    <table class={name} aria-label={label}>
      {caption !== undefined && <caption>{caption}</caption>}
      {columns !== undefined && (
        <thead>
          <tr>
            {corner === undefined ? <td /> : <th scope="col">{corner}</th>}
            {columns.map((column, j) => (
              <th key={j} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, i) => (
          <tr key={i} {...rowProps?.(i)}>
            <th scope="row">{row}</th>
            {cells(i)}
          </tr>
        ))}
      </tbody>
      {foot !== undefined && (
        <tfoot>
          <tr>{foot}</tr>
        </tfoot>
      )}
    </table>
  );
}

import type { JSX } from "preact";
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
        <table>
          <thead>
            <tr>
              <td />
              {right.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {left.map((name, i) => {
              const row = values.slice(i * right.length, (i + 1) * right.length);
              const most = Math.max(...row);
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {row.map((value, j) => (
                    <td key={j} class={value === most ? "most" : undefined} style={{ "--alike": value }}>
                      {value.toFixed(2).replace("0.", ".")}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

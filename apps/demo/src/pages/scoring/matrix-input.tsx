import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import type { Rows } from "./calls.ts";
import { readCell, showCell } from "./cell.ts";
import { words } from "./words.ts";

interface MatrixInputProps {
  readonly name: string;
  readonly value: Signal<Rows>;
  readonly rowNames: readonly string[];
  readonly chosen?: number | undefined;
}

/** A matrix whose cells are fields. A cell that holds no number keeps its last one and says so. */
export function MatrixInput({ name, value, rowNames, chosen }: MatrixInputProps): JSX.Element {
  const t = useWords(words);
  const [wrong, setWrong] = useState("");
  return (
    <div class="matrix-box">
      <table class="matrix-table">
        <caption>{name}</caption>
        <tbody>
          {value.value.map((row, i) => (
            <tr key={i} class={i === chosen ? "chosen" : ""}>
              <th scope="row">{rowNames[i]}</th>
              {row.map((cell, j) => (
                <td key={j}>
                  <Cell
                    label={t.cell(name, i + 1, j + 1)}
                    value={cell}
                    onValue={(next) => {
                      value.value = value.value.map((old, r) =>
                        r === i ? old.map((number, c) => (c === j ? next : number)) : old,
                      );
                      setWrong("");
                    }}
                    onWrong={(text) => setWrong(t.wrongCell(name, i + 1, j + 1, text))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {wrong !== "" && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

interface CellProps {
  readonly label: string;
  readonly value: number;
  readonly onValue: (value: number) => void;
  readonly onWrong: (text: string) => void;
}

/** What is a number counts while it is typed; what is none is only said when the reader is done with the cell. */
function Cell({ label, value, onValue, onWrong }: CellProps): JSX.Element {
  /** What stands in the field while the reader types, or has left what is no number. */
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [invalid, setInvalid] = useState(false);
  const type = (text: string): void => {
    setDraft(text);
    const number = readCell(text);
    if (number === undefined) return;
    setInvalid(false);
    onValue(number);
  };
  const finish = (): void => {
    if (draft === undefined) return;
    const isNumber = readCell(draft) !== undefined;
    if (isNumber) setDraft(undefined);
    else onWrong(draft);
    setInvalid(!isNumber);
  };
  return (
    <input
      type="text"
      inputMode="decimal"
      autocomplete="off"
      maxLength={24}
      aria-label={label}
      aria-invalid={invalid}
      value={draft ?? showCell(value)}
      onInput={(event) => type(event.currentTarget.value)}
      onBlur={finish}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key === "ArrowUp" || event.key === "ArrowDown") {
          event.preventDefault();
          type(showCell(value + (event.key === "ArrowUp" ? 0.5 : -0.5)));
        } else if (event.key === "Enter") finish();
      }}
    />
  );
}

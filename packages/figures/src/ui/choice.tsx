import { useMemo } from "preact/hooks";
import { setTo } from "./set-to.ts";

let groups = 0;

interface ChoiceProps<T extends string> {
  readonly legend: string;
  /** A signal, or what else is read and set. */
  readonly value: { value: T };
  readonly names: readonly T[];
  /** Their texts; the names themselves unless given. */
  readonly labels?: Readonly<Record<T, string>> | ((name: T, i: number) => string);
  /** Whether its name stands beside the keys rather than above them. */
  readonly inline?: boolean;
  /** A CSS class for each label, as for a swatch of a curve's colour. */
  readonly classOf?: (name: T) => string;
}

/** One of a few, all in sight: radio buttons that look like keys. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { legend, value, names, labels = String, inline = false, classOf } = props;
  // Not useId: figures are roots of their own, and each would count its ids from the start.
  const group = useMemo(() => `choice-${++groups}`, []);
  return (
    <fieldset class={inline ? "choice inline" : "choice"}>
      <legend>{legend}</legend>
      <div>
        {names.map((name, i) => (
          <label key={name} class={classOf?.(name)}>
            <input
              type="radio"
              name={group}
              value={name}
              checked={value.value === name}
              onChange={setTo(value, name)}
            />
            {typeof labels === "function" ? labels(name, i) : labels[name]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

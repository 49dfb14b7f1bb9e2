import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Cells, type Rows, Table } from "../ui/index.ts";

interface StageProps {
  readonly title: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

/** One step of the computation: what it is called, what is done, and the matrices that come out. */
export function Stage({ title, text, children }: StageProps): JSX.Element {
  return (
    <li class="stage">
      <p class="stage-name">
        <strong>{title}</strong> <span class="quiet">{text}</span>
      </p>
      {children}
    </li>
  );
}

interface VectorsProps {
  readonly label: string;
  /** A row for each word. */
  readonly words: readonly string[];
  /** One matrix, or several side by side. */
  readonly matrices: readonly (readonly [name: string, rows: Rows])[];
  /** The row that is followed. */
  readonly chosen: number | undefined;
}

/** Matrices with a vector for each word. */
export function Vectors({ label, words, matrices, chosen }: VectorsProps): JSX.Element {
  return (
    <div class="vectors" style={{ "--rows": words.length }}>
      <ul class="row-names bare" aria-hidden="true">
        {words.map((word, i) => (
          <li key={i} class={i === chosen ? "chosen" : ""}>
            {word}
          </li>
        ))}
      </ul>
      {matrices.map(([name, rows]) => (
        <Vector
          key={name}
          name={name}
          label={name === "" ? label : `${label}: ${name}`}
          rows={rows}
          chosen={chosen}
        />
      ))}
    </div>
  );
}

interface VectorProps {
  readonly name: string;
  readonly label: string;
  readonly rows: Rows;
  readonly chosen: number | undefined;
}

function Vector({ name, label, rows, chosen }: VectorProps): JSX.Element {
  const largest = useMemo(
    () => Math.max(1e-6, ...rows.flatMap((row) => Array.from(row, (value) => Math.abs(value ?? 0)))),
    [rows],
  );
  return (
    <div class="vector">
      <Cells
        rows={rows}
        largest={largest}
        gap={0.06}
        chosen={chosen}
        label={label}
        titleOf={(value) => value.toFixed(2)}
      />
      {name !== "" && <span class="vector-name">{name}</span>}
    </div>
  );
}

interface WeightsProps {
  readonly name: string;
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly rows: Rows;
  readonly chosen: number | undefined;
  readonly isCausal?: boolean;
}

/** The weights of a head, with their numbers. */
export function Weights({ name, queries, keys, rows, chosen, isCausal = false }: WeightsProps): JSX.Element {
  return (
    <Table
      class="weights number"
      caption={name}
      columns={keys.map((key) => <span>{key}</span>)}
      rows={queries}
      rowProps={(i) => ({ class: i === chosen ? "chosen" : chosen === undefined ? "" : "other" })}
      cells={(i) =>
        keys.map((_, j) => {
          const weight = rows[i]?.[j] ?? 0;
          return (
            <td key={j} style={{ "--weight": weight }}>
              {isCausal && j > i ? "" : weight.toFixed(2).replace(/^0/, "")}
            </td>
          );
        })
      }
    />
  );
}

import type { JSX } from "preact";

interface CacheColumnsProps {
  readonly tokens: readonly string[];
  readonly keys: readonly (readonly number[])[];
  readonly values: readonly (readonly number[])[];
  readonly label: (word: string) => string;
}

const cell = { width: 8, height: 6, perRow: 6 };

/** The text, and under each token its key and its value as small fields. */
export function CacheColumns({ tokens, keys, values, label }: CacheColumnsProps): JSX.Element {
  return (
    <ol class="tokens">
      {tokens.map((word, i) => (
        <li key={i}>
          <span class="token">{word}</span>
          <Numbers vectors={[keys[i] ?? [], values[i] ?? []]} label={label(word)} />
        </li>
      ))}
    </ol>
  );
}

/** Key above, value below: the stronger the colour, the larger the number is in size. */
function Numbers({
  vectors,
  label,
}: {
  readonly vectors: readonly (readonly number[])[];
  readonly label: string;
}): JSX.Element {
  const rows = Math.ceil((vectors[0]?.length ?? 0) / cell.perRow);
  const height = rows * cell.height;
  return (
    <svg
      viewBox={`0 0 ${cell.width * cell.perRow} ${2 * height + 4}`}
      width={cell.width * cell.perRow}
      role="img"
      aria-label={label}
    >
      {vectors.map((vector, part) => {
        const largest = Math.max(...vector.map(Math.abs), 1e-9);
        return vector.map((value, i) => (
          <rect
            key={`${part} ${i}`}
            class={part === 0 ? "key" : "value"}
            x={(i % cell.perRow) * cell.width}
            y={Math.floor(i / cell.perRow) * cell.height + part * (height + 4)}
            width={cell.width - 1}
            height={cell.height - 1}
            opacity={(0.12 + (0.88 * Math.abs(value)) / largest).toFixed(2)}
          />
        ));
      })}
    </svg>
  );
}

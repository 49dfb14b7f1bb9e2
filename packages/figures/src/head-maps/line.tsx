import "./head-maps.css";

interface AttendedLineProps {
  readonly tokens: readonly string[];
  /** The token that looks. */
  readonly query: number;
  /** Its weights. */
  readonly weights: Float32Array;
  readonly caption: string;
  readonly onQuery?: (query: number | null) => void;
}

/** Tokens on their own line. */
const longest = 64;

/** A text: what a token attends to is shaded. */
export function AttendedLine({ tokens, query, weights, caption, onQuery }: AttendedLineProps) {
  const isLong = tokens.length > longest;
  return (
    <figure class="head-line" onPointerLeave={() => onQuery?.(null)}>
      <figcaption>{caption}</figcaption>
      <p
        tabIndex={isLong ? 0 : undefined} // a long text scrolls by keyboard
        class={isLong ? "mono long" : "mono"}
      >
        {tokens.map((token, i) => (
          <span
            key={i}
            class={i === query ? "word query" : "word"}
            style={{ "--looked": weights[i] ?? 0 }}
            title={`${(100 * (weights[i] ?? 0)).toFixed(1)} %`}
            onPointerEnter={() => onQuery?.(i)}
          >
            {token}
          </span>
        ))}
      </p>
    </figure>
  );
}

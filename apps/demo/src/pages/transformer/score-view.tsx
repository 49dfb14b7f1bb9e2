import { fill } from "@saccade/figures/messages";
import type { AttentionName } from "@saccade/figures/transformer-places";
import { Table } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { type Score, scoreOf, wordsOf } from "./focus.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { share } from "./names.ts";

interface ScoreViewProps {
  readonly model: TransformerModel;
  readonly attention: AttentionName;
}

/** One score, down to the numbers: q times k, their sum, the scale, the softmax. */
export function ScoreView({ model, attention }: ScoreViewProps): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const { head, query, key } = model.settings;
  const { queries, keys } = wordsOf(look, attention);
  const at = key.value - 1;
  const [q, k] = [queries[query.value - 1] ?? "", keys[at] ?? ""];
  const vectors = model.vectors.value;
  return (
    <div class="score-view">
      <h2 class="unseen">{fill(t.scoreTitle, { query: q, key: k })}</h2>
      {vectors !== null && q !== "" && k !== "" ? (
        <Arithmetic
          score={scoreOf(look, vectors, { attention, head: head.value - 1, query: query.value - 1, key: at })}
          at={at}
          q={q}
          k={k}
          keys={keys}
          onKey={(j) => model.go(attention, head.value, query.value, j + 1)}
        />
      ) : (
        <p class="quiet">{t.waiting}</p>
      )}
    </div>
  );
}

interface ArithmeticProps {
  readonly score: Score;
  /** The key, counted from 0. */
  readonly at: number;
  readonly q: string;
  readonly k: string;
  readonly keys: readonly string[];
  readonly onKey: (key: number) => void;
}

function Arithmetic({ score, at, q, k, keys, onKey }: ArithmeticProps): JSX.Element {
  const t = useWords(words);
  const own = score.scores[at];
  return (
    <>
      <Products score={score} />
      <div class="score-columns beside">
        {own === null || own === undefined ? (
          <p class="outcome">{fill(t.scoreIsMasked, { query: q, key: k })}</p>
        ) : (
          <ol class="steps number bare">
            <li>
              <span>{t.sumStep}</span>
              <output data-number="dot">{exact(score.dot)}</output>
            </li>
            <li>
              <span>{t.scaleStep}</span>
              <output data-number="score">{exact(own)}</output>
            </li>
            <li>
              <span>
                {t.softmaxStep} <small class="quiet">{t.softmaxText}</small>
              </span>
              <span>
                {exact(score.exps[at] ?? 0)} / {exact(score.total)}
              </span>
            </li>
            <li class="weight">
              <span>
                {t.weightStep}{" "}
                <small class="quiet">
                  {fill(t.weightText, { query: q, key: k, weight: share(score.weights[at] ?? 0) })}
                </small>
              </span>
              <output data-number="weight">{exact(score.weights[at] ?? 0)}</output>
            </li>
          </ol>
        )}
        <Softmax score={score} at={at} keys={keys} onKey={onKey} />
      </div>
    </>
  );
}

/** A column a dimension: q, k and their product. */
function Products({ score }: { readonly score: Score }): JSX.Element {
  const t = useWords(words);
  const lines = [
    { name: t.query, role: "query", values: score.q },
    { name: t.key, role: "key", values: score.k },
    { name: t.product, role: "product", values: score.products },
  ];
  return (
    <Table
      class="products number"
      rows={lines.map(({ name }) => name)}
      rowProps={(i) => ({ class: lines[i]!.role })}
      cells={(i) => {
        const { values } = lines[i]!;
        const largest = Math.max(...values.map(Math.abs), 1e-9);
        return values.map((value, d) => (
          <td key={d} data-value={value} style={{ "--part": Math.abs(value) / largest }}>
            {signed(value)}
          </td>
        ));
      }}
    />
  );
}

/** The query's whole row: scores become weights. */
function Softmax({
  score,
  at,
  keys,
  onKey,
}: {
  readonly score: Score;
  readonly at: number;
  readonly keys: readonly string[];
  readonly onKey: (key: number) => void;
}): JSX.Element {
  const t = useWords(words);
  return (
    <Table
      class="softmax number"
      corner={t.keyColumn}
      columns={[t.scoreColumn, t.expColumn, t.weightColumn]}
      rows={keys.map((word, j) => (
        <button type="button" class="plain-button" onClick={() => onKey(j)}>
          {word}
        </button>
      ))}
      rowProps={(j) => ({ class: j === at ? "chosen" : "" })}
      cells={(j) => {
        const own = score.scores[j] ?? null;
        const weight = score.weights[j] ?? 0;
        return (
          <>
            <td>{own === null ? "–" : signed(own)}</td>
            <td>{own === null ? "–" : (score.exps[j] ?? 0).toFixed(4)}</td>
            <td class="bar shaded" style={{ "--weight": weight }}>
              {own === null ? "–" : weight.toFixed(4)}
            </td>
          </>
        );
      }}
    />
  );
}

function signed(value: number): string {
  return value.toFixed(3).replace("-", "−");
}

/** With the digits that 32 bits hold. */
function exact(value: number): string {
  const digits = Math.abs(value) >= 1e-4 || value === 0 ? value.toPrecision(7) : value.toExponential(3);
  return digits.replace("-", "−");
}

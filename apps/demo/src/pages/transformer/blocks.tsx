import { fill, percent } from "@saccade/figures/messages";
import {
  type AttentionName,
  type BlockName,
  blocksOf,
  isAttention,
  type LayerName,
} from "@saccade/figures/transformer-places";
import { Cells, rowsOf, short, Table } from "@saccade/figures/ui";
import type { ComponentChildren, JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { type Score, scoreOf, wordsOf } from "./focus.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { blockName, blockText, fullName, points } from "./texts.ts";

interface BlockProps {
  readonly model: TransformerModel;
  readonly block: BlockName;
}

/** A block other than attention: a description, and its output vectors. */
export function BlockView({ model, block }: BlockProps): JSX.Element {
  const t = useWords(words);
  const rows = rowsRead(model, block);
  return (
    <div class="block-view">
      <p>{blockText(t, block, model.look.value.ask.positions)}</p>
      <div class="output with-words" style={{ "--rows": rows.length }}>
        <div class="output-words">
          {rows.map((word, i) => (
            <span key={i}>{word}</span>
          ))}
        </div>
        <Output model={model} block={block} />
      </div>
      <p class="quiet">{t.stripeKey}</p>
    </div>
  );
}

/** A layer's blocks, one under the other, each with the vectors that it gives. */
export function LayerView({
  model,
  layer,
}: Pick<BlockProps, "model"> & { readonly layer: LayerName }): JSX.Element {
  const t = useWords(words);
  return (
    <div class="layer-view">
      <p class="quiet">
        {t.layerText} ({t.stripeKey})
      </p>
      <ol class="bare">
        {blocksOf(layer).map((block) => (
          <li key={block} class="beside" data-place={block}>
            <button
              type="button"
              class={isAttention(block) ? "attention" : ""}
              aria-label={fill(t.zoomInto, { name: fullName(t, block) })}
              onClick={() => model.go(block)}
            >
              {blockName(t, block)}
            </button>
            <p>{blockText(t, block, model.look.value.ask.positions)}</p>
            <div class="output" style={{ "--rows": rowsRead(model, block).length }}>
              <Output model={model} block={block} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The words of the sentence that a block reads. */
function rowsRead(model: TransformerModel, block: BlockName): readonly string[] {
  const { source, fed } = model.look.value;
  return block.startsWith("e") || block.startsWith("src") ? source : fed;
}

/** A block's vectors, a row a word. */
function Output({ model, block }: BlockProps): JSX.Element {
  const t = useWords(words);
  const rows = rowsRead(model, block).length;
  const values = model.vectors.value?.blocks[block];
  if (values === undefined) return <p class="quiet">{t.waiting}</p>;
  return (
    <Cells
      rows={rowsOf(values, rows)}
      largest={values.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9)}
      label={fill(t.vectorLabel, { name: fullName(t, block), rows })}
    />
  );
}

/** The probabilities of the next word, at every step. */
export function OutputView({ model }: Pick<BlockProps, "model">): JSX.Element {
  const t = useWords(words);
  const { fed, choices } = model.look.value;
  return (
    <div class="output-view">
      <p>{t.blocks.output.text}</p>
      <div class="steps-of-output">
        {choices.map((step, i) => (
          <div key={i}>
            <p class="quiet">{fill(t.nextWord, { read: fed[i] ?? "" })}</p>
            <ul class="number bare">
              {step.slice(0, 3).map(({ word, probability, before }) => (
                <ShareBar key={word} share={probability} before={before}>
                  <span lang="fr">{word}</span>
                </ShareBar>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}

interface ShareBarProps {
  /** null where it is masked. */
  readonly share: number | null;
  /** When nothing is switched; undefined where nothing is. */
  readonly before: number | undefined;
  readonly class?: string;
  /** The word. */
  readonly children: ComponentChildren;
}

/** A word's share, drawn behind it, and how much the switches changed it. */
export function ShareBar({ share, before, class: name = "", children }: ShareBarProps): JSX.Element {
  return (
    <li class={`shaded ${name}`} style={{ "--weight": share ?? 0 }}>
      {children}{" "}
      <span>
        {share === null ? "–" : percent(share)}{" "}
        {share !== null && before !== undefined && <small class="change">{points(share - before)}</small>}
      </span>
    </li>
  );
}

interface ScoreViewProps {
  readonly model: TransformerModel;
  readonly attention: AttentionName;
}

/** One score, down to the numbers: q times k, their sum, the scale, the softmax. */
export function ScoreView({ model, attention }: ScoreViewProps): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const spot = model.spot.value;
  const { queries, keys } = wordsOf(look, attention);
  const [head, row, at] = [spot.head - 1, spot.query - 1, spot.key - 1];
  const [query, key] = [queries[row] ?? "", keys[at] ?? ""];
  const vectors = model.vectors.value;
  if (vectors === null || query === "" || key === "") return <p class="quiet">{t.waiting}</p>;
  const score = scoreOf(look, vectors, { attention, head, query: row, key: at });
  const own = score.scores[at] ?? null;
  const weight = score.weights[at] ?? 0;
  const steps = [
    { step: t.sumStep, name: "dot", value: exact(score.dot) },
    { step: t.scaleStep, name: "score", value: exact(own ?? 0) },
    {
      step: t.softmaxStep,
      more: t.softmaxText,
      name: "softmax",
      value: `${exact(score.exps[at] ?? 0)} / ${exact(score.total)}`,
    },
    {
      step: t.weightStep,
      more: fill(t.weightText, { query, key, weight: percent(weight) }),
      name: "weight",
      value: exact(weight),
    },
  ];
  return (
    <div class="score-view controls">
      <h2 class="unseen">{fill(t.scoreTitle, { query, key })}</h2>
      <Products score={score} />
      <div class="score-columns beside">
        {own === null ? (
          <p class="outcome">{fill(t.scoreIsMasked, { query, key })}</p>
        ) : (
          <ol class="steps number bare">
            {steps.map(({ step, more, name, value }) => (
              <li key={name} class={`callout ${name}`}>
                <span>
                  {step} <small>{more}</small>
                </span>
                {name === "softmax" ? <span>{value}</span> : <output data-number={name}>{value}</output>}
              </li>
            ))}
          </ol>
        )}
        {/* The query's whole row: scores become weights. */}
        <Table
          class="softmax number"
          corner={t.keyColumn}
          columns={[t.scoreColumn, t.expColumn, t.weightColumn]}
          rows={keys.map((word, j) => (
            <button
              type="button"
              class="link"
              onClick={() => model.go(attention, spot.head, spot.query, j + 1)}
            >
              {word}
            </button>
          ))}
          rowProps={(j) => ({ class: j === at ? "chosen" : "" })}
          cells={(j) => {
            const [one, part] = [score.scores[j] ?? null, score.weights[j] ?? 0];
            return (
              <>
                <td>{one === null ? "–" : short(one, 3)}</td>
                <td>{one === null ? "–" : (score.exps[j] ?? 0).toFixed(4)}</td>
                <td class="bar shaded" style={{ "--weight": part }}>
                  {one === null ? "–" : part.toFixed(4)}
                </td>
              </>
            );
          }}
        />
      </div>
    </div>
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
            {short(value, 3)}
          </td>
        ));
      }}
    />
  );
}

/** With the digits that 32 bits hold. */
function exact(value: number): string {
  const digits = Math.abs(value) >= 1e-4 || value === 0 ? value.toPrecision(7) : value.toExponential(3);
  return digits.replace("-", "−");
}

import { fill } from "@saccade/figures/messages";
import { type BlockName, blocksOf, isAttention, type LayerName } from "@saccade/figures/transformer-places";
import { Cells, rowsOf } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { blockName, blockText, fullName, share } from "./names.ts";
import { points } from "./numbers.ts";

interface BlockProps {
  readonly model: TransformerModel;
  readonly block: BlockName;
}

/** A block other than attention: a description, and its output vectors. */
export function BlockView({ model, block }: BlockProps): JSX.Element {
  const t = useWords(words);
  return (
    <div class="block-view">
      <p>{blockText(t, block, model.look.value.ask.positions)}</p>
      <Output model={model} block={block} withWords />
      <p class="quiet">{t.stripeKey}</p>
    </div>
  );
}

/** A layer's blocks, one under the other, each with the vectors that it gives. */
export function LayerView({
  model,
  layer,
}: {
  readonly model: TransformerModel;
  readonly layer: LayerName;
}): JSX.Element {
  const t = useWords(words);
  return (
    <div class="layer-view">
      <p class="quiet">
        {t.layerText} ({t.stripeKey})
      </p>
      <ol class="bare">
        {blocksOf(layer).map((block) => (
          <li key={block} data-place={block}>
            <button
              type="button"
              class={isAttention(block) ? "attention" : ""}
              aria-label={fill(t.zoomInto, { name: fullName(t, block) })}
              onClick={() => model.go(block)}
            >
              {blockName(t, block)}
            </button>
            <p>{blockText(t, block, model.look.value.ask.positions)}</p>
            <Output model={model} block={block} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Output({
  model,
  block,
  withWords = false,
}: BlockProps & { readonly withWords?: boolean }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const isSource = block.startsWith("e") || block.startsWith("src");
  const rows = isSource ? look.source : look.fed;
  const values = model.vectors.value?.blocks[block];
  if (values === undefined) return <p class="quiet">{t.waiting}</p>;
  return (
    <div class={withWords ? "output with-words" : "output"} style={{ "--rows": rows.length }}>
      {withWords && (
        <div class="output-words">
          {rows.map((word, i) => (
            <span key={i}>{word}</span>
          ))}
        </div>
      )}
      <Cells
        rows={rowsOf(values, rows.length)}
        largest={values.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9)}
        label={fill(t.vectorLabel, { name: fullName(t, block), rows: rows.length })}
      />
    </div>
  );
}

/** The probabilities of the next word, at every step. */
export function OutputView({ model }: { readonly model: TransformerModel }): JSX.Element {
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
                <li key={word} class="shaded" style={{ "--weight": probability }}>
                  <span lang="fr">{word}</span> {share(probability)}{" "}
                  {before !== undefined && <small class="change quiet">{points(probability - before)}</small>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}

import { fill, percent } from "@saccade/figures/messages";
import { type BlockName, blocksOf, isAttention, type LayerName } from "@saccade/figures/transformer-places";
import { Cells, rowsOf } from "@saccade/figures/ui";
import type { ComponentChildren, JSX } from "preact";
import { useWords } from "../../app/shell.ts";
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

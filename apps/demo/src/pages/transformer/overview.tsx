import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { wordsOf } from "./focus.ts";
import { HeadThumb } from "./head-thumb.tsx";
import { MemoryLines } from "./memory-lines.tsx";
import type { TransformerModel } from "./model.ts";
import { blockName, fullName, layerName } from "./names.ts";
import {
  type BlockName,
  blocksOf,
  decoderLayers,
  encoderLayers,
  isAttention,
  kindOf,
  type LayerName,
} from "./places.ts";
import { heads } from "./sizes.ts";
import { words } from "./words.ts";
import "./overview.css";

interface ModelProps {
  readonly model: TransformerModel;
}

/** The whole model: two rows of blocks in the order of the computation. */
export function Overview({ model }: ModelProps): JSX.Element {
  const t = useWords(words);
  return (
    <div class="overview">
      <p class="quiet">{t.overviewText}</p>
      <div class="side encoder" role="group" aria-label={t.encoder}>
        <h2>{t.encoder}</h2>
        <Plain model={model} block="src.embedding" note={t.of.src} />
        <Plain model={model} block="src.positions" />
        {encoderLayers.map((layer) => (
          <Layer key={layer} model={model} layer={layer} />
        ))}
        <span class="memory">{t.memory}</span>
      </div>
      <div class="side decoder" role="group" aria-label={t.decoder}>
        <h2>{t.decoder}</h2>
        <Plain model={model} block="tgt.embedding" note={t.of.tgt} />
        <Plain model={model} block="tgt.positions" />
        {decoderLayers.map((layer) => (
          <Layer key={layer} model={model} layer={layer} />
        ))}
        <Plain model={model} block="out" />
      </div>
      <MemoryLines />
    </div>
  );
}

function Layer({ model, layer }: ModelProps & { readonly layer: LayerName }): JSX.Element {
  const t = useWords(words);
  return (
    <div class="layer" data-zoom={layer}>
      <button
        type="button"
        class="layer-name"
        aria-label={t.zoomInto(layerName(t, layer))}
        onClick={() => model.go(layer)}
      >
        {t.layerShort(Number(layer[1]))}
      </button>
      <div class="blocks">
        {blocksOf(layer).map((block) =>
          isAttention(block) ? (
            <Attention key={block} model={model} block={block} />
          ) : (
            <Plain key={block} model={model} block={block} />
          ),
        )}
      </div>
    </div>
  );
}

/** An attention: its name and its heads, each a way in. */
function Attention({
  model,
  block,
}: ModelProps & { readonly block: Parameters<typeof wordsOf>[1] }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const focus = model.focus.value;
  const { queries, keys } = wordsOf(look, block);
  return (
    <div class={`block attention ${kindOf(block)}`} data-zoom={block}>
      <button
        type="button"
        class="block-name"
        aria-label={t.zoomInto(fullName(t, block))}
        onClick={() => model.go(block)}
      >
        {blockName(t, block)}
      </button>
      <div class="thumbs">
        {Array.from({ length: heads }, (_, head) => (
          <button
            key={head}
            type="button"
            class={focus.attention === block && focus.head === head ? "thumb-button shown" : "thumb-button"}
            data-zoom={`${block} ${head + 1}`}
            aria-label={t.zoomInto(t.shows(fullName(t, block), head + 1))}
            title={t.head(head + 1)}
            onClick={() => model.go(block, head + 1)}
          >
            <HeadThumb
              weights={look.weights[block]}
              head={head}
              queries={queries.length}
              keys={keys.length}
            />
          </button>
        ))}
      </div>
    </div>
  );
}

function Plain({
  model,
  block,
  note,
}: ModelProps & { readonly block: BlockName; readonly note?: string }): JSX.Element {
  const t = useWords(words);
  const kind = kindOf(block);
  return (
    <button
      type="button"
      class={`block plain ${kind.startsWith("norm") ? "norm" : kind} ${kind === "positions" && model.look.value.ask.positions !== "on" ? "off" : ""}`}
      data-zoom={block}
      aria-label={note === undefined ? t.zoomInto(fullName(t, block)) : undefined}
      onClick={() => model.go(block)}
    >
      <span>{blockName(t, block)}</span>
      {note !== undefined && <small>{note}</small>}
    </button>
  );
}

import type { JSX } from "preact";
import { BlockView, LayerView } from "./block-view.tsx";
import { HeadView } from "./head-view.tsx";
import { HeadsView } from "./heads-view.tsx";
import type { TransformerModel } from "./model.ts";
import { OutputView } from "./output-view.tsx";
import { Overview } from "./overview.tsx";
import { isAttention, isLayer } from "./places.ts";
import { ScoreView } from "./score-view.tsx";

/** What is looked at, from the whole model to one score. */
export function Level({ model }: { readonly model: TransformerModel }): JSX.Element {
  const { at, head, query, key } = model.settings;
  const [place, h] = [at.value, head.value];
  const isScore = isAttention(place) && h > 0 && query.value > 0 && key.value > 0;
  const depth = [place !== "all", place.includes("."), h > 0, isScore].filter(Boolean).length;
  return (
    <div key={`${place} ${h > 0} ${isScore}`} class="level" data-depth={depth}>
      <Inside model={model} isScore={isScore} />
    </div>
  );
}

function Inside({
  model,
  isScore,
}: {
  readonly model: TransformerModel;
  readonly isScore: boolean;
}): JSX.Element {
  const place = model.settings.at.value;
  const head = model.settings.head.value;
  if (place === "all") return <Overview model={model} />;
  if (isLayer(place)) return <LayerView model={model} layer={place} />;
  if (place === "out") return <OutputView model={model} />;
  if (!isAttention(place)) return <BlockView model={model} block={place} />;
  if (head === 0) return <HeadsView model={model} attention={place} />;
  if (isScore) return <ScoreView model={model} attention={place} />;
  return <HeadView model={model} attention={place} head={head - 1} />;
}

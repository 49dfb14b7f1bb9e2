import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { BlockView, LayerView } from "./block-view.tsx";
import { HeadView } from "./head-view.tsx";
import { HeadsView } from "./heads-view.tsx";
import type { TransformerModel } from "./model.ts";
import { OutputView } from "./output-view.tsx";
import { Overview } from "./overview.tsx";
import { isAttention, isLayer } from "./places.ts";
import { ScoreView } from "./score-view.tsx";
import { depthOf, isScore, type Spot } from "./zoom.ts";
import "./zoom.css";

/** The view, from the whole model to one score. */
export function Level({ model }: { readonly model: TransformerModel }): JSX.Element {
  const { at, head, query, key } = model.settings;
  const spot = { at: at.value, head: head.value, query: query.value, key: key.value };
  const shown = `${spot.at} ${spot.head > 0} ${isScore(spot)}`;
  const element = useRef<HTMLDivElement>(null);
  const last = useRef(shown);
  useLayoutEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    // What had the focus is gone with what it was in.
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    // Far down in the whole, as on a phone, what it was zoomed into begins above the screen.
    const trail = element.current?.previousElementSibling;
    if (trail && trail.getBoundingClientRect().top < 0) trail.scrollIntoView();
  }, [shown]);
  return (
    <div key={shown} ref={element} class="level" tabIndex={-1} data-depth={depthOf(spot)}>
      <Inside model={model} spot={spot} />
    </div>
  );
}

function Inside({ model, spot }: { readonly model: TransformerModel; readonly spot: Spot }): JSX.Element {
  const { at, head } = spot;
  if (at === "all") return <Overview model={model} />;
  if (isLayer(at)) return <LayerView model={model} layer={at} />;
  if (at === "out") return <OutputView model={model} />;
  if (!isAttention(at)) return <BlockView model={model} block={at} />;
  if (head === 0) return <HeadsView model={model} attention={at} />;
  if (isScore(spot)) return <ScoreView model={model} attention={at} />;
  return <HeadView model={model} attention={at} head={head - 1} />;
}

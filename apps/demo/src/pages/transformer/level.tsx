import { fill } from "@saccade/figures/messages";
import { isAttention, isLayer, layerOf } from "@saccade/figures/transformer-places";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { wordsOf } from "./focus.ts";
import { HeadsView, HeadView } from "./head-view.tsx";
import { BlockView, LayerView, OutputView } from "./layer-view.tsx";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { blockName, isBlock, layerName } from "./names.ts";
import { Overview } from "./overview.tsx";
import { ScoreView } from "./score-view.tsx";
import { depthOf, isScore, type Spot } from "./zoom.ts";
import "./views.css";
import "./weights.css";

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
    // The focused element was removed with its container.
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    // Far down in the whole, as on a phone, the zoomed part starts above the screen.
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

interface Step {
  readonly name: string;
  readonly go: () => void;
}

/** The path from the whole model to the current part; each step leads back. */
export function Trail({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { at, head, query, key } = model.settings;
  const [place, h, q, k] = [at.value, head.value, query.value, key.value];
  const steps: Step[] = [{ name: t.whole, go: () => model.go("all", 0, 0) }];
  const layer = layerOf(place);
  if (layer !== null) steps.push({ name: layerName(t, layer), go: () => model.go(layer) });
  if (isBlock(place)) steps.push({ name: blockName(t, place), go: () => model.go(place) });
  if (isAttention(place) && h > 0) {
    steps.push({ name: fill(t.head, { number: h - 1 }), go: () => model.go(place, h, q) });
    const { queries, keys } = wordsOf(model.look.value, place);
    const name = `${queries[q - 1] ?? ""} → ${keys[k - 1] ?? ""}`;
    if (q > 0 && k > 0) steps.push({ name, go: () => {} });
  }
  return (
    <nav class="trail" aria-label={t.trail}>
      <ol class="bare flow">
        {steps.map(({ name, go }, i) => (
          <li key={i}>
            {i < steps.length - 1 ? (
              <button type="button" onClick={go}>
                {name}
              </button>
            ) : (
              <span aria-current="location">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

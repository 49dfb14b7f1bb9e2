import { fill } from "@saccade/figures/messages";
import { Overview as Drawing, type DrawnBlock, type DrawnSide } from "@saccade/figures/transformer";
import {
  type BlockName,
  blocksOf,
  decoderLayers,
  encoderLayers,
  isAttention,
  isLayer,
  kindOf,
  type LayerName,
  layerOf,
} from "@saccade/figures/transformer-places";
import type { Rows } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { BlockView, LayerView, OutputView, ScoreView } from "./blocks.tsx";
import { depthOf, isScore, matrixOf, wordsOf } from "./focus.ts";
import { HeadsView, HeadView } from "./heads.tsx";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { heads, stateOf } from "./switches.ts";
import { blockName, fullName, layerName } from "./texts.ts";
import "./views.css";
import "./weights.css";
import { Button } from "../../ui/parts.tsx";

/** The view, from the whole model to one score. */
export function Level({ model }: { readonly model: TransformerModel }): JSX.Element {
  const spot = model.spot.value;
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
      <Inside model={model} />
    </div>
  );
}

function Inside({ model }: { readonly model: TransformerModel }): JSX.Element {
  const { at, head } = model.spot.value;
  if (at === "all") return <Overview model={model} />;
  if (isLayer(at)) return <LayerView model={model} layer={at} />;
  if (at === "out") return <OutputView model={model} />;
  if (!isAttention(at)) return <BlockView model={model} block={at} />;
  if (head === 0) return <HeadsView model={model} attention={at} />;
  if (isScore(model.spot.value)) return <ScoreView model={model} attention={at} />;
  return <HeadView model={model} attention={at} />;
}

/** The path from the whole model to the current part; each step leads back. */
export function Trail({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { at: place, head: h, query: q, key: k } = model.spot.value;
  const steps: { readonly name: string; readonly go: () => void }[] = [
    { name: t.whole, go: () => model.go("all") },
  ];
  const layer = layerOf(place);
  if (layer !== null) steps.push({ name: layerName(t, layer), go: () => model.go(layer) });
  if (place !== "all" && !isLayer(place))
    steps.push({ name: blockName(t, place), go: () => model.go(place) });
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
              <Button class="link" text={name} onClick={go} />
            ) : (
              <span class="strong" aria-current="location">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The whole model: two rows of blocks in the order of the computation. */
function Overview({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const broken = look.ask.switches ?? [];
  const { attention, head } = model.focus.value;
  const weights = useMemo(() => {
    const all = Object.keys(look.weights) as (keyof typeof look.weights)[];
    const each = all.map((name) => [name, Array.from({ length: heads }, (_, h) => matrixOf(look, name, h))]);
    return Object.fromEntries(each) as Record<keyof typeof look.weights, Rows[]>;
  }, [look]);
  const block = (place: BlockName): DrawnBlock => ({
    place,
    name: blockName(t, place),
    note: place === "src.embedding" ? t.of.src : place === "tgt.embedding" ? t.of.tgt : undefined,
    isOff: kindOf(place) === "positions" && look.ask.positions !== "on",
  });
  const layer = (place: LayerName) => ({
    place,
    name: fill(t.layerShort, { number: Number(place[1]) - 1 }),
    blocks: blocksOf(place).map(block),
  });
  const sides: DrawnSide[] = [
    {
      kind: "encoder",
      name: t.encoder,
      before: [block("src.embedding"), block("src.positions")],
      layers: encoderLayers.map(layer),
      after: [],
    },
    {
      kind: "decoder",
      name: t.decoder,
      before: [block("tgt.embedding"), block("tgt.positions")],
      layers: decoderLayers.map(layer),
      after: [block("out")],
    },
  ];
  return (
    <div class="overview">
      <p class="quiet">{t.overviewText}</p>
      <Drawing
        sides={sides}
        memory={t.memory}
        weightsOf={(name) => weights[name]}
        head={{ attention, number: head + 1 }}
        labelOf={(place, h) => {
          if (place.endsWith("embedding")) return undefined; // its note says whose
          return fill(t.zoomInto, {
            name: h === 0 ? fullName(t, place) : fill(t.shows, { block: fullName(t, place), head: h - 1 }),
          });
        }}
        isBroken={(place, h) => stateOf(broken, place, h - 1) !== "on"}
        headName={(h) => fill(t.head, { number: h - 1 })}
        onOpen={(place, h) => model.go(place, h)}
      />
    </div>
  );
}

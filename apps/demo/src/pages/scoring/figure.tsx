import { useSignal } from "@preact/signals";
import {
  AttentionDrawing,
  Player,
  type Product,
  ProductChoice,
  panOf,
  range,
  type SceneState,
  sayingOf,
  showing,
} from "@saccade/figures/attention";
import { useWidth } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useShell, useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { MatrixCell } from "./matrix-input.tsx";
import { words } from "./messages/index.ts";
import { type ScoringModel, useScene } from "./model.ts";
import { d, matrixNames, n } from "./settings.ts";

/** The two matrix products, animated or at rest, with a description below. */
export function Figure({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const state = useScene(model, Math.max(width, 260));
  const product = useSignal<Product>("values");
  const { layout } = state;
  const isPlaying = model.motion.playing.value;
  return (
    <figure class="motion">
      <ProductChoice state={state} product={product} />
      <FigureFrame name="scoring" title={t.figureTitle}>
        <div class="stage">
          <AttentionDrawing
            svg={ref}
            state={state}
            looked={showing(model.looked, product)}
            isPlaying={isPlaying}
            forbidden={model.settings.forbidden.value}
            toggle={(cell) => model.toggle(cell)}
            pan={panOf(state, product.value)}
          />
          {layout.wide && <CellInputs model={model} state={state} />}
        </div>
      </FigureFrame>
      {model.wrongCell.value !== "" && (
        <p class="wrong number" role="alert">
          {model.wrongCell.value}
        </p>
      )}
      <figcaption aria-live={isPlaying ? "off" : "polite"}>{sayingOf(state)}</figcaption>
      <Player motion={model.motion} lang={useShell().language.value} />
    </figure>
  );
}

interface CellInputsProps {
  readonly model: ScoringModel;
  readonly state: SceneState;
}

/** The cells of Q, K and V as fields: unseen until they are pointed at or typed into. */
function CellInputs({ model, state }: CellInputsProps): JSX.Element {
  return (
    <>
      {matrixNames.map((name) => (
        <div key={name} class={`cells ${name}`}>
          {range(n).flatMap((row) =>
            range(d).map((col) => {
              const { x, y, w, h } = state.layout[name](row, col);
              const style = { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` };
              return <MatrixCell key={`${row} ${col}`} {...{ model, name, row, col, style }} />;
            }),
          )}
        </div>
      ))}
    </>
  );
}

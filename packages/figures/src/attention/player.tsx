import type { Lang } from "../index.ts";
import { fill } from "../messages.ts";
import { Choice, phase, Slider, setBy, useReducedMotion } from "../ui/index.ts";
import type { Motion } from "./motion.ts";
import type { Looked, SceneState } from "./scene-state.ts";
import { words } from "./scene-state.ts";

interface PlayerProps {
  readonly motion: Motion;
  readonly lang: Lang;
}

/** Plays the motion, steps through it, scrubs it; where motion is unwelcome, one steps from still to still. */
export function Player({ motion, lang }: PlayerProps) {
  const t = words[lang];
  const still = useReducedMotion();
  const timeline = motion.timeline.value;
  const moment = timeline.at(motion.time.value, still);
  const isPlaying = motion.playing.value;
  return (
    <div class="player flow">
      {!still && (
        <button
          type="button"
          class="primary"
          data-run
          onClick={() => (isPlaying ? motion.pause() : motion.play())}
        >
          {isPlaying ? t.halt : t.play}
        </button>
      )}
      <button type="button" disabled={moment.index === 0} onClick={() => motion.back()}>
        {t.back}
      </button>
      <button type="button" onClick={() => motion.step(still)}>
        {t.next}
      </button>
      <Slider
        label={t.moment}
        value={motion.time}
        min={0}
        max={timeline.total}
        step={0.01}
        show={() =>
          moment.finished ? t.result : fill(t.stepOf, { step: moment.index + 1, all: timeline.steps.length })
        }
      />
    </div>
  );
}

/** One of the two products of matrices: QKᵀ, or weights times V. */
export type Product = "scores" | "values";

interface Held<T> {
  value: T;
}

interface ProductChoiceProps {
  readonly state: SceneState;
  readonly product: Held<Product>;
}

/** The control that chooses a product, where there is room for only one and nothing moves. */
export function ProductChoice({ state, product }: ProductChoiceProps) {
  const { layout, moment, t } = state;
  if (layout.wide || !moment.finished) return null;
  return (
    <Choice inline legend={t.products} value={product} names={["scores", "values"]} labels={t.productNames} />
  );
}

/** How far the second product has come in the place of the first: the motion takes the reader from one to the other. */
export function panOf({ moment }: SceneState, product: Product): number {
  return moment.finished ? Number(product === "values") : phase(moment.done("softmax"), 0, 0.3);
}

/** The cell that is looked at; a cell that gets the focus brings its product into sight. */
export function showing(looked: Held<Looked | undefined>, product: Held<Product>): Held<Looked | undefined> {
  return setBy(looked, (cell) => {
    looked.value = cell;
    if (cell !== undefined) product.value = cell.kind === "score" ? "scores" : "values";
  });
}

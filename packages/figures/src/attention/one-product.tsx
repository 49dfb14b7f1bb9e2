import type { JSX } from "preact";
import { Choice, phase } from "../ui/index.ts";
import type { Looked, SceneState } from "./scene-state.ts";

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
export function ProductChoice({ state, product }: ProductChoiceProps): JSX.Element | null {
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
  return {
    get value() {
      return looked.value;
    },
    set value(cell) {
      looked.value = cell;
      if (cell !== undefined) product.value = cell.kind === "score" ? "scores" : "values";
    },
  };
}

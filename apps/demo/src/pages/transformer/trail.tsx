import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { wordsOf } from "./focus.ts";
import type { TransformerModel } from "./model.ts";
import { blockName, isBlock, layerName } from "./names.ts";
import { isAttention, layerOf } from "./places.ts";
import { words } from "./words.ts";

interface Step {
  readonly name: string;
  readonly go: () => void;
}

/** From the whole model to what is looked at; each step leads back. */
export function Trail({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { at, head, query, key } = model.settings;
  const [place, h, q, k] = [at.value, head.value, query.value, key.value];
  const steps: Step[] = [{ name: t.whole, go: () => model.go("all", 0, 0) }];
  const layer = layerOf(place);
  if (layer !== null) steps.push({ name: layerName(t, layer), go: () => model.go(layer) });
  if (isBlock(place)) steps.push({ name: blockName(t, place), go: () => model.go(place) });
  if (isAttention(place) && h > 0) {
    steps.push({ name: t.head(h), go: () => model.go(place, h, q) });
    const { queries, keys } = wordsOf(model.look.value, place);
    const name = `${queries[q - 1] ?? ""} → ${keys[k - 1] ?? ""}`;
    if (q > 0 && k > 0) steps.push({ name, go: () => {} });
  }
  return (
    <nav class="trail" aria-label={t.trail}>
      <ol>
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

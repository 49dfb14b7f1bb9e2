import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Look } from "./calls.ts";
import { rowOf, strongest, wordsOf } from "./focus.ts";
import { guided } from "./guided.ts";
import type { TransformerModel } from "./model.ts";
import { layerName, share } from "./names.ts";
import type { AttentionName } from "./places.ts";
import { heads } from "./sizes.ts";
import { words } from "./words.ts";

interface Step {
  readonly attention: AttentionName;
  readonly head: number;
  readonly query: number;
  readonly from: string;
  readonly to: string;
  readonly weight: number;
}

/** From the pronoun to its noun in three looks, as the weights say; each leads to its head. */
export function Story({ model }: { readonly model: TransformerModel }): JSX.Element | null {
  const t = useWords(words);
  const steps = storyOf(model.look.value);
  if (steps.length === 0) return null;
  const focus = model.focus.value;
  return (
    <div class="story" role="group" aria-label={t.story}>
      <span class="quiet">{t.story}</span>
      {steps.map(({ attention, head, query, from, to, weight }, i) => (
        <button
          key={i}
          type="button"
          aria-pressed={focus.attention === attention && focus.head === head && focus.query === query}
          onClick={() => model.go(attention, head + 1, query + 1)}
        >
          <span>
            {from} → <strong>{to}</strong> <span class="number">{share(weight)}</span>
          </span>
          <small>{t.storyIn(layerName(t, attention), head + 1)}</small>
        </button>
      ))}
    </div>
  );
}

/** "it" in each layer of the encoder, then what the decoder looks at to write the pronoun; none without "it". */
export function storyOf(look: Look): Step[] {
  const it = look.source.indexOf("it");
  const pronoun = look.target.findIndex((word) => word === "il" || word === "elle");
  if (it < 0 || pronoun < 0) return [];
  return [
    sharpest(look, "e1.self", it, "it"),
    stepOf(look, "e2.self", guided.head, it, "it"),
    sharpest(look, "d1.cross", pronoun, look.target[pronoun] ?? ""),
  ];
}

/** The head that gives most to one key. */
function sharpest(look: Look, attention: AttentionName, query: number, from: string): Step {
  return Array.from({ length: heads }, (_, head) => stepOf(look, attention, head, query, from)).reduce(
    (a, b) => (b.weight > a.weight ? b : a),
  );
}

function stepOf(look: Look, attention: AttentionName, head: number, query: number, from: string): Step {
  const row = rowOf(look, attention, head, query);
  const best = strongest(row);
  const { keys } = wordsOf(look, attention);
  return { attention, head, query, from, to: keys[best] ?? "", weight: row[best] ?? 0 };
}

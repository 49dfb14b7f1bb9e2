import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { rowOf, strongest, wordsOf } from "./focus.ts";
import { HeadThumb } from "./head-thumb.tsx";
import { isGuided } from "./head-view.tsx";
import type { TransformerModel } from "./model.ts";
import { blockText, share } from "./names.ts";
import type { AttentionName } from "./places.ts";
import { heads } from "./sizes.ts";
import { words } from "./words.ts";

/** The heads of an attention side by side, and where each looks from the chosen word. */
export function HeadsView({
  model,
  attention,
}: {
  readonly model: TransformerModel;
  readonly attention: AttentionName;
}): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const { query } = model.focus.value;
  const { queries, keys } = wordsOf(look, attention);
  return (
    <div class="heads-view">
      <p>
        {blockText(t, attention, look.ask.positions)} <span class="quiet">{t.headsText}</span>
      </p>
      <div class="heads">
        {Array.from({ length: heads }, (_, head) => {
          const row = rowOf(look, attention, head, query);
          const best = strongest(row);
          return (
            <button
              key={head}
              type="button"
              class="head"
              data-zoom={`${attention} ${head + 1}`}
              onClick={() => model.go(attention, head + 1, model.settings.query.peek())}
            >
              <span class="head-name">
                {t.head(head + 1)}
                {isGuided(attention, head) && " *"}
              </span>
              <HeadThumb
                weights={look.weights[attention]}
                head={head}
                queries={queries.length}
                keys={keys.length}
              />
              <span class="number">
                {t.most(`“${queries[query] ?? ""}”`, keys[best] ?? "", share(row[best] ?? 0))}
              </span>
            </button>
          );
        })}
      </div>
      {attention === "e2.self" && <p class="quiet">* {t.guided}</p>}
    </div>
  );
}

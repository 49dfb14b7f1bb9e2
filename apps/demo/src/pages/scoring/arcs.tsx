import { Drawing } from "@saccade/figures/ui";
import { tokenArcs } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useCallback } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import type { Rows } from "./calls.ts";
import type { ScoringModel } from "./model.ts";
import { rowNamesOf } from "./names.ts";
import { words } from "./words.ts";

/** Who attends to whom between the words of sequences; nothing where Q, K and V are typed in. */
export function Arcs({ model }: { readonly model: ScoringModel }): JSX.Element | null {
  const t = useWords(words);
  const source = model.settings.source.value;
  if (source === "direct") return null;
  const { queries, keys } = rowNamesOf(source);
  const { heads } = model.attended.value;
  // The last answer may still be to another source.
  if (heads[0]?.weights.length !== queries.length) return null;
  return (
    <div class="arcs">
      {heads.map(({ weights }, h) => (
        <figure key={h}>
          <figcaption>{heads.length === 1 ? t.arcs : t.headTitle(t.arcs, h + 1)}</figcaption>
          <HeadArcs weights={weights} tokens={queries} keys={source === "cross" ? keys : undefined} />
        </figure>
      ))}
    </div>
  );
}

interface HeadArcsProps {
  readonly weights: Rows;
  readonly tokens: readonly string[];
  readonly keys: readonly string[] | undefined;
}

function HeadArcs({ weights, tokens, keys }: HeadArcsProps): JSX.Element {
  const draw = useCallback(
    (document: Document) =>
      tokenArcs(weights, { tokens, ...(keys && { keys }), color: "var(--blue)", document }),
    [weights, tokens, keys],
  );
  return <Drawing draw={draw} />;
}

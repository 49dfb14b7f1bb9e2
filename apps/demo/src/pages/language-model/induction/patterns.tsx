import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { Maps } from "../heads-view.tsx";
import type { Induction } from "./induction.ts";
import { inductionWords } from "./messages/index.ts";
import { percent } from "./scores.tsx";
import { half } from "./sizes.ts";

/** Every head's pattern on one sequence, and how probable the network found each of its tokens. */
export function Patterns({ induction }: { readonly induction: Induction }): JSX.Element {
  const t = useWords(inductionWords);
  const look = induction.look.value;
  return (
    <section class={look === null ? "patterns awaited" : "patterns"}>
      <h2>{t.patternsTitle}</h2>
      <p>{t.patternsText}</p>
      {look !== null && (
        <>
          <figure class="chances">
            <ol class="bare flow">
              {look.maps.tokens.map((token, i) => {
                const chance = look.chances[i - 1] ?? null;
                return (
                  <li
                    key={i}
                    class={i === half ? "again" : undefined}
                    style={{ "--looked": chance ?? 0 }}
                    title={chance === null ? undefined : fill(t.chance, { token, percent: percent(chance) })}
                  >
                    {token}
                    {chance !== null && <span class="unseen">{` ${percent(chance)}`}</span>}
                  </li>
                );
              })}
            </ol>
            <figcaption>{t.sequence}</figcaption>
          </figure>
          <Maps chosen={induction.head} maps={look.maps} focus={null} />
        </>
      )}
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            induction.example.value++;
          }}
        >
          {t.anotherSequence}
        </button>
      </div>
    </section>
  );
}

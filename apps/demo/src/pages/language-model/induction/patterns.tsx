import { AttendedLine } from "@saccade/figures/head-maps";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { Maps } from "../heads-view.tsx";
import type { Induction } from "./induction.ts";
import { inductionWords } from "./messages/index.ts";
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
          {/* Nothing is known before the first token; the one where the sequence repeats is marked. */}
          <AttendedLine
            tokens={look.maps.tokens}
            weights={Float32Array.of(0, ...look.chances)}
            query={half}
            caption={t.sequence}
          />
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

import { fill, percent } from "@saccade/figures/messages";
import { type Side, sidesOf } from "@saccade/figures/transformer-places";
import { useRoving } from "@saccade/figures/ui";
import { WordArcs } from "@saccade/figures/word-arcs";
import { Fragment, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { isGuided, strongest, wordsOf } from "./focus.ts";
import { pronounOf } from "./language.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { stateOf } from "./switches.ts";
import { answerOf, fullName } from "./texts.ts";

/** The two sentences, and the attention of one word: arcs as wide as the weights. */
export function Sentences({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const focus = model.focus.value;
  const { queries, keys } = sidesOf(focus.attention);
  const sides: readonly Side[] = queries === keys ? [queries] : ["source", "target"];
  // Across sentences, what is written stands beside what it looks at; without its end, unless that is looked from.
  const isCross = queries !== keys;
  const shown = Math.max(look.target.length - 1, focus.query + 1);
  // French has pairs of short words, as in n' a.
  const sentences = useMemo(
    () =>
      sides.map((side) =>
        side === "source"
          ? { words: look.source, title: t.reads, leastWidth: 23 }
          : isCross
            ? { words: look.target.slice(0, shown), title: t.writes, leastWidth: 31 }
            : { words: look.fed, title: t.decoderReads, leastWidth: 31 },
      ),
    [look, t, queries, keys, shown],
  );
  const own = wordsOf(look, focus.attention);
  const query = own.queries[focus.query] ?? "";
  const best = strongest(focus.row);
  const key = own.keys[best] ?? "";
  const weight = percent(focus.row[best] ?? 0);
  const about = Object.entries(t.aboutMarks).find(([mark]) => mark === key)?.[1];
  const state = stateOf(look.ask.switches ?? [], focus.attention, focus.head);
  // The decoder reads one word and writes the next.
  const answer = answerOf(t, look, focus);
  const named =
    queries === "target" ? fill(t.writing, { query, written: look.target[focus.query] ?? "" }) : `“${query}”`;
  const most = answer?.answer ?? fill(t.most, { query: named, key, weight });
  return (
    <figure class="sentences" data-attention={focus.attention} data-head={focus.head + 1}>
      <FigureFrame name="attention-of-a-word" title={t.sentencesTitle} caption={most}>
        <WordArcs
          sentences={sentences}
          from={[sides.indexOf(queries), focus.query]}
          to={sides.indexOf(keys)}
          weights={focus.row}
          isOff={state === "off"}
          shareOf={(weight) => (weight < 0.05 ? "" : percent(weight))}
          label={fill(t.sentencesLabel, { query, key, weight })}
          words={{
            labelOf: (word) => fill(t.lookFrom, { word }),
            onPick: (side, i) => model.pick(sides[side]!, i),
          }}
        />
      </FigureFrame>
      <figcaption class="flow">
        <span class="head-shown quiet">
          {fill(t.shows, { block: fullName(t, focus.attention), head: focus.head })}
          {state !== "on" && fill(t.break.isInState, { state: t.break.headStates[state] })}
          {isGuided(look, focus.attention, focus.head) && ` ${t.guidedMark}`}
        </span>
        <strong class="most number">{most}</strong>
        {answer && answer.why !== "" && <span class="why number">{answer.why}</span>}
        {about !== undefined && <span class="quiet about-mark">{about}</span>}
        <Translation model={model} />
      </figcaption>
    </figure>
  );
}

/** The French sentence; each word leads to where the decoder looked when it wrote it. */
function Translation({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const group = useRoving("button");
  const { target: tokens } = model.look.value;
  const { attention, query } = model.focus.value;
  const at = sidesOf(attention).queries === "target" ? query : pronounOf(tokens);
  return (
    <span class="translation">
      <span class="quiet">{t.writes} </span>
      <span lang="fr" ref={group}>
        {tokens.map((word, i) =>
          word === "<eos>" ? null : (
            <Fragment key={i}>
              <button
                type="button"
                class={i === at ? "link written" : "link"}
                aria-label={fill(t.whenWriting, { word })}
                onClick={() => model.pick("target", i)}
              >
                {word}
              </button>
              {word.endsWith("'") || tokens[i + 1] === "." ? "" : " "}
            </Fragment>
          ),
        )}
      </span>
    </span>
  );
}

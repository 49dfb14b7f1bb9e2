import { fill } from "@saccade/figures/messages";
import type { AttentionName, Side } from "@saccade/figures/transformer-places";
import { sidesOf } from "@saccade/figures/transformer-places";
import { useRoving } from "@saccade/figures/ui";
import { WordArcs } from "@saccade/figures/word-arcs";
import { Fragment, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { guided, heads, type Look } from "./calls.ts";
import { isGuided, rowOf, strongest, wordsOf } from "./focus.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { fullName, layerName, share } from "./names.ts";
import { pronounOf } from "./pronoun.ts";
import { stateOf } from "./switches.ts";

/** The two sentences, and the attention of one word: arcs as wide as the weights. */
export function Sentences({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const focus = model.focus.value;
  const { queries, keys } = sidesOf(focus.attention);
  const sides: readonly Side[] = queries === keys ? [queries] : ["source", "target"];
  // French has pairs of short words, as in n' a.
  const sentences = useMemo(
    () =>
      sides.map((side) =>
        side === "source"
          ? { words: look.source, title: t.reads, leastWidth: 23 }
          : { words: look.fed, title: t.decoderReads, leastWidth: 31 },
      ),
    [look, t, queries, keys],
  );
  const own = wordsOf(look, focus.attention);
  const query = own.queries[focus.query] ?? "";
  const best = strongest(focus.row);
  const isMark = (word: string | undefined): word is keyof typeof t.aboutMarks =>
    word !== undefined && Object.hasOwn(t.aboutMarks, word);
  const bestWord = own.keys[best];
  const state = stateOf(look.ask.switches ?? [], focus.attention, focus.head);
  // The decoder reads one word and writes the next.
  const named =
    queries === "target" ? fill(t.writing, { query, written: look.target[focus.query] ?? "" }) : `“${query}”`;
  return (
    <figure class="sentences" data-attention={focus.attention} data-head={focus.head + 1}>
      <FigureFrame name="attention-of-a-word" title={t.sentencesTitle}>
        <WordArcs
          sentences={sentences}
          from={[sides.indexOf(queries), focus.query]}
          to={sides.indexOf(keys)}
          weights={focus.row}
          isOff={state === "off"}
          shareOf={(weight) => (weight < 0.05 ? "" : share(weight))}
          label={fill(t.sentencesLabel, {
            query,
            key: own.keys[best] ?? "",
            weight: share(focus.row[best] ?? 0),
          })}
          words={{
            labelOf: (word) => fill(t.lookFrom, { word }),
            onPick: (side, i) => model.pick(sides[side]!, i),
          }}
        />
      </FigureFrame>
      <figcaption class="flow">
        <span class="head-shown">
          {fill(t.shows, { block: fullName(t, focus.attention), head: focus.head })}
          {state !== "on" && fill(t.break.isInState, { state: t.break.headStates[state] })}
          {isGuided(look, focus.attention, focus.head) && ` ${t.guidedMark}`}
        </span>
        <strong class="most">
          {fill(t.most, { query: named, key: own.keys[best] ?? "", weight: share(focus.row[best] ?? 0) })}
        </strong>
        {isMark(bestWord) && <span class="quiet about-mark">{t.aboutMarks[bestWord]}</span>}
        <Translation
          tokens={look.target}
          at={queries === "target" ? focus.query : pronounOf(look.target)}
          label={t.writes}
          nameOf={(word) => fill(t.whenWriting, { word })}
          onPick={(i) => model.pick("target", i)}
        />
      </figcaption>
    </figure>
  );
}

interface TranslationProps {
  readonly tokens: readonly string[];
  /** The highlighted word. */
  readonly at: number;
  readonly label: string;
  readonly nameOf: (word: string) => string;
  readonly onPick: (step: number) => void;
}

/** The French sentence; each word leads to where the decoder looked when it wrote it. */
function Translation({ tokens, at, label, nameOf, onPick }: TranslationProps): JSX.Element {
  const group = useRoving("button");
  return (
    <span class="translation">
      <span class="quiet">{label} </span>
      <span lang="fr" ref={group}>
        {tokens.map((word, i) =>
          word === "<eos>" ? null : (
            <Fragment key={i}>
              <button
                type="button"
                class={i === at ? "written" : ""}
                aria-label={nameOf(word)}
                onClick={() => onPick(i)}
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

interface Step {
  readonly attention: AttentionName;
  readonly head: number;
  readonly query: number;
  readonly from: string;
  readonly to: string;
  readonly weight: number;
}

/** For the guided model: from the pronoun to its noun in three steps, according to the weights; each links to its head. */
export function Story({ model }: { readonly model: TransformerModel }): JSX.Element | null {
  const t = useWords(words);
  const { net, positions } = model.look.value.ask;
  const steps = net === "guided" && positions !== "never" ? storyOf(model.look.value) : [];
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
          <small>{fill(t.storyIn, { layer: layerName(t, attention), head })}</small>
        </button>
      ))}
    </div>
  );
}

/** "it" in each layer of the encoder, then the decoder's attention when it writes the pronoun; none without "it". */
export function storyOf(look: Look): Step[] {
  const it = look.source.indexOf("it");
  const pronoun = pronounOf(look.target);
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

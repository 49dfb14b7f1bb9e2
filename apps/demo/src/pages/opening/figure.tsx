import { linkedWords, movedWords, TranslationArcs } from "@saccade/figures/arcs";
import { fill } from "@saccade/figures/messages";
import { useTouch } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { drawnOf, sureOfWhole } from "../translator/network/frames.ts";
import { words } from "./messages/index.ts";
import { percent, quoted, weighed } from "./messages/parts.ts";
import type { OpeningModel } from "./model.ts";
import { useSaying } from "./saying.ts";

/** Below it a word of the translation is called uncertain. */
const sure = 0.6;

/** The sentence, its translation as it appears word by word, and their arcs. */
export function Figure({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const [round, setRound] = useState(0);
  const translation = model.translation.value;
  const { source, target, weights, trust, certainty, unknown } = useMemo(
    () => drawnOf({ ...translation, tokens: translation.target }),
    [translation],
  );
  const key = useMemo(() => ({ translation, round }), [translation, round]);
  const { read, said } = useSaying(key, target.length);
  const { chosen } = model;
  const isTouch = useTouch();
  const hasMoved = useMemo(() => movedWords(weights).size > 0, [weights]);
  const hint = (isTouch ? t.hintTouch : t.hint) + (hasMoved ? t.moved : "");
  const saying = said < target.length;
  return (
    <figure class="opening-figure">
      <TranslationArcs
        source={source}
        target={target}
        weights={weights}
        trust={trust}
        unknown={unknown}
        chosen={chosen}
        read={read}
        said={said}
        lit={saying && read > 0 ? read - 1 : null}
        languages={["en", model.language.value === "zh" ? "zh-CN" : "fr"]}
        label={t.label}
        describe={(word, others, trust) =>
          fill(t.describe, {
            word,
            unsure: trust < 0.9,
            certainty: percent(trust),
            none: others.length === 0,
            others: others.map(([text, weight]) => `${text} ${percent(weight)}`).join(t.clause),
          })
        }
      />
      <figcaption>
        <span role="status">{captionOf()}</span>
        <button type="button" onClick={() => setRound(round + 1)} disabled={saying || target.length === 0}>
          ↻ {t.again}
        </button>
      </figcaption>
    </figure>
  );

  function captionOf(): string {
    const look = chosen.value;
    if (look === null) return saying ? hint : restingCaption();
    const [mine, others] = look.side === "target" ? [target, source] : [source, target];
    const word = mine[look.index] ?? "";
    if (look.side === "source" && unknown.has(look.index)) return fill(t.isUnknown, { word });
    const listed = linkedWords(look, others, weights);
    if (look.side === "source")
      return target.length === 0
        ? hint
        : fill(t.isRead, { word, none: listed.length === 0, others: weighed(t, listed) });
    const trusted = trust[look.index] ?? 1;
    const reads = fill(t.reads, { word, others: weighed(t, listed) });
    return trusted < sure ? `${reads} ${fill(t.unsureOf, { trust: percent(trusted) })}` : reads;
  }

  function restingCaption(): string {
    if (model.reading.value?.words.length === 0) return t.noWords;
    if (model.waits.value)
      return fill(t.waits, { words: quoted([...new Set(source.filter((_, i) => unknown.has(i)))], t.comma) });
    if (unknown.size > 0) return fill(t.guessed, { unknown: unknown.size, of: source.length });
    const unsure = target.filter((_, i) => (trust[i] ?? 1) < sure);
    const whole =
      certainty < sureOfWhole && target.length > 0
        ? fill(t.unsureOfWhole, { certainty: percent(certainty) })
        : "";
    if (unsure.length > 0)
      return (
        fill(t.unsure, { words: quoted(unsure, t.comma), count: unsure.length, of: target.length }) + whole
      );
    return whole === "" ? hint : whole.trimStart();
  }
}

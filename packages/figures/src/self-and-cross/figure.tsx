import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Caption, setTo, useTween } from "../ui/index.ts";
import { chinese, english, weightsOf } from "./attention.ts";
import "./self-and-cross.css";
import type en from "./en.json";

/** One sentence that attends to itself, beside another that attends to it. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  return (
    <figure class="fig-self-and-cross" data-done="true">
      <p class="headline">{t.headline}</p>
      <div class="panels">
        <Panel kind="self" t={t} />
        <Panel kind="cross" t={t} />
      </div>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}

function Panel({ kind, t }: { readonly kind: "self" | "cross"; readonly t: typeof en }) {
  const chosen = useSignal(kind === "self" ? 4 : 3); // the cat in both
  const weights = useMemo(() => weightsOf(kind), [kind]);
  const asking = kind === "self" ? chinese : english;
  const row = weights[chosen.value] ?? [];
  const moving = useTween(row);
  const gloss = (i: number): string => t.glosses[i] ?? "";
  const shares = chinese.map(({ text }, j) => `${text} ${(row[j] ?? 0).toFixed(2)}`).join(", ");
  const rows = asking.length;
  return (
    <section class={kind} aria-label={t.titles[kind]}>
      <p class="title">{t.titles[kind]}</p>
      <p class="quiet mono">{t.calls[kind]}</p>
      <div class="flow apart quiet">
        <span>{t.query[kind]}</span>
        <span>{t.key}</span>
      </div>
      <div class="words">
        <div class="column">
          {asking.map(({ text }, i) => (
            <button
              key={text}
              type="button"
              aria-pressed={i === chosen.value}
              onClick={setTo(chosen, i)}
              onFocus={setTo(chosen, i)}
              onPointerEnter={setTo(chosen, i)}
            >
              <span>
                {text}
                {kind === "self" && gloss(i) && <small>{gloss(i)}</small>}
              </span>
            </button>
          ))}
        </div>
        <svg
          viewBox={`0 0 100 ${rows}`}
          preserveAspectRatio="none"
          style={{ "--rows": rows }}
          role="img"
          aria-label={fill(t.label, { query: asking[chosen.value]?.text ?? "", shares })}
        >
          {weights.flatMap((all, i) =>
            all.map((weight, j) => (
              <line
                key={`${i} ${j}`}
                class={i === chosen.value ? "now" : undefined}
                x1="0"
                y1={i + 0.5}
                x2="100"
                y2={j + 0.5}
                stroke-width={i === chosen.value ? 14 * (moving[j] ?? 0) : 3 * weight}
              />
            )),
          )}
        </svg>
        <div class="column keys">
          {chinese.map(({ text }, j) => (
            <p key={text} style={{ "--share": `${(45 * (moving[j] ?? 0)).toFixed(1)}%` }}>
              <span>
                {text}
                {gloss(j) && <small>{gloss(j)}</small>}
              </span>
              <b>{(row[j] ?? 0).toFixed(2)}</b>
            </p>
          ))}
        </div>
      </div>
      <p class="number">{fill(t.shape, { n: weights.length, m: chinese.length })}</p>
    </section>
  );
}

import { divisorText } from "@saccade/figures/attention";
import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import { d, isCausal, n, type Settings } from "./settings.ts";

/** The whole formula: the score, its divisor, the mask, softmax and the mean. */
export function Formula({ settings }: { readonly settings: Settings }): JSX.Element {
  const t = useWords(words);
  const score = settings.score.value;
  const heads = Number(settings.heads.value);
  const divisor = divisorText(score, d / heads, settings.temperature.value);
  const masks = [
    ...(isCausal(settings) ? [t.mask.causal] : []),
    ...(settings.validLen.value < n ? [fill(t.mask.length, { count: settings.validLen.value })] : []),
    ...(settings.forbidden.value.length > 0
      ? [fill(t.mask.clicked, { count: settings.forbidden.value.length })]
      : []),
  ];
  const sub = heads === 1 ? null : <sub>{settings.head.value}</sub>;
  const letter = (name: "query" | "key" | "value", text: string): JSX.Element => (
    <var class={`of-${name}`}>
      {text}
      {sub}
    </var>
  );
  const scores = {
    dot: (
      <>
        {letter("query", "Q")} {letter("key", "K")}ᵀ
      </>
    ),
    gaussian: (
      <>
        −½ ‖{letter("query", "q")} − {letter("key", "k")}‖²
      </>
    ),
    additive: (
      <>
        wᵀ tanh(W {letter("query", "q")} + U {letter("key", "k")})
      </>
    ),
    average: <>0</>,
  }[score === "scaled" ? "dot" : score];
  return (
    <p class="formula flow" role="group" aria-label={t.formula}>
      <span>
        softmax( {scores}
        {divisor !== "" && score !== "average" && ` / ${divisor}`}
        {masks.length > 0 && ` + ${t.mask.name}`} ) {letter("value", "V")}
      </span>
      {masks.length > 0 && <span class="quiet">{fill(t.maskOf, { parts: masks.join(" · ") })}</span>}
    </p>
  );
}

import {
  at,
  divisorText,
  expression,
  isAllowed,
  pairsOf,
  powersOf,
  sumOf,
  undivided,
} from "@saccade/figures/attention";
import { fill } from "@saccade/figures/messages";
import { brief, short } from "@saccade/figures/ui";
import type { ComponentChildren, JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import { type ScoringModel, useScene } from "./model.ts";
import { d, isCausal, n, type Settings } from "./settings.ts";

/** One query's row in numbers: every score written out, the softmax, and the output as a weighted sum. */
export function Arithmetic({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const state = useScene(model, 640);
  const { attended, head, valueColumns, row, target, isLooking, score, moment, names } = state;
  // Nothing is shown before the animation reaches it.
  const isDivided = moment.done("scale") >= 1;
  const isWeighed = moment.done("softmax") >= 1;
  const isMixed = moment.done("mix") >= 1;
  const powers = powersOf(state, row);
  const sum = powers.reduce((all, power) => all + power, 0);
  const temperature = model.settings.temperature.value;
  const value = (j: number): string => `(${valueColumns.map((c) => brief(at(attended.v, j, c))).join(", ")})`;
  const some = sum > 0;
  return (
    <section class="arithmetic number">
      <h2>{fill(t.rowTitle, { name: names.queries[row] ?? "" })}</h2>
      <ol class="bare">
        {names.keys.map((name, j) => (
          <li key={j} class={isLooking && j === target ? "looked" : ""}>
            <span class="way key name strong">{name}</span>
            <span class="sum">{moment.done("score", j) >= 0.999 ? scoreOf(j) : "…"}</span>
            <span class="share" style={{ "--share": String(isWeighed ? at(head.weights, row, j) : 0) }} />
            <span class="sum">{weightOf(j)}</span>
          </li>
        ))}
      </ol>
      {!isMixed ? (
        <p class="output">{t.outputIs} = …</p>
      ) : some ? (
        <p class="output">
          {t.outputIs} ={" "}
          {names.keys.map((name, j) => (
            <span key={name} class={isLooking && j === target ? "looked" : ""}>
              {j > 0 && "+ "}
              <b class="way pink">{at(head.weights, row, j).toFixed(2)}</b>·
              <span class="way value">{value(j)}</span>{" "}
            </span>
          ))}
          ={" "}
          <b class="result">({valueColumns.map((c) => short(at(attended.output, row, c), 3)).join(", ")})</b>
        </p>
      ) : (
        <p class="problem">{fill(state.t.resultNone, { query: names.queries[row] ?? "" })}</p>
      )}
      <p class="quiet note">{t.rowText}</p>
    </section>
  );

  function scoreOf(j: number): JSX.Element {
    const terms = pairsOf(state, row, j);
    const value = isDivided ? at(head.scores, row, j) : sumOf(score, terms);
    return (
      <>
        {isDivided ? expression(score, terms, temperature) : undivided(score, terms)} ={" "}
        <b>{short(value, 2)}</b>
      </>
    );
  }

  function weightOf(j: number): ComponentChildren {
    if (!isAllowed(state, row, j)) return moment.done("mask") >= 1 ? `${t.masked} → 0` : "…";
    if (!isWeighed) return "…";
    return (
      <>
        {short(powers[j] ?? 0, 3)} / {short(sum, 3)} ={" "}
        <b class="way pink">{short(at(head.weights, row, j), 3)}</b>
      </>
    );
  }
}

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
    <var class={`way ${name}`}>
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

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { FigureProps } from "../index.ts";
import { dictionary, fill } from "../messages.ts";
import { Slider } from "../ui/index.ts";
import { colours, NormChart, superscript } from "./chart.tsx";
import "./gradient-over-distance.css";
import en from "./en.json" with { type: "json" };
import { type Kind, kinds, largestBias, type Norms, normsOf, reach } from "./norms.ts";

const words = dictionary(en, () => import("./zh.json"));

/** The gradient that reaches a token, over its distance, for three recurrent cells and attention. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const bias = useSignal(0);
  const norms = byKind((kind) => normsOf(kind, bias.value));
  const far = byKind((kind) => shown(norms[kind][reach] ?? 0));
  return (
    <figure class="fig-gradient-over-distance" data-done="true">
      <Slider label={t.bias} value={bias} min={0} max={largestBias} step={1} />
      <NormChart {...{ norms }} names={t.kinds} xLabel={t.back} yLabel={t.norm} label={fill(t.label, far)} />
      <p class="quiet">
        {t.fifty}:
        {kinds.map((kind) => (
          <span key={kind} class={`way ${kind} ${colours[kind]}`}>
            {t.kinds[kind]} <strong class="number">{far[kind]}</strong>
          </span>
        ))}
      </p>
      <figcaption aria-live="polite">
        {t.says[bias.value < 2 ? "low" : bias.value < 5 ? "middle" : "high"]}
      </figcaption>
    </figure>
  );
}

function byKind<T extends string | Norms>(of: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return { RNN: of("RNN"), GRU: of("GRU"), LSTM: of("LSTM"), attention: of("attention") };
}

/** 0.046, or 4.1·10⁻¹². */
function shown(norm: number): string {
  if (norm >= 0.001) return norm.toPrecision(2);
  const [digits, power] = norm.toExponential(1).split("e");
  return `${digits}·10${superscript(Number(power))}`;
}

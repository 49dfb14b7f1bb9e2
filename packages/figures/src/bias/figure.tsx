import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Across, Bars, Chart, Slider, XTicks } from "../ui/index.ts";
import { attention, places } from "./attention.ts";
import "./bias.css";
import type en from "./en.json";

const rows = [
  { kind: "scores", domain: [-5, 5], colour: "pink" },
  { kind: "weights", domain: [0, 1], colour: "blue" },
  { kind: "output", domain: [-3.5, 3.5], colour: "green" },
] as const;

/** The same bias on the query, on the keys and on the values. */
export function Figure({ t }: FigureProps<typeof en>) {
  const first = useSignal(2);
  const second = useSignal(-1);
  const bias = [first.value, second.value];
  const plain = useMemo(() => attention(null, [0, 0]), []);
  const list = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(", ");
  return (
    <figure class="fig-bias" data-done="true">
      <div class="settings">
        <Slider label={t.first} value={first} min={-2} max={2} step={0.1} />
        <Slider label={t.second} value={second} min={-2} max={2} step={0.1} />
      </div>
      <div class="places settings">
        {places.map((place) => {
          const now = attention(place, bias);
          return (
            <div key={place} class="charts">
              <p class="place title">{t.places[place]}</p>
              {rows.map(({ kind, domain, colour }) => (
                <div key={kind}>
                  <p class="quiet">{t[kind]}</p>
                  <Chart
                    x={[0, now[kind].length]}
                    y={domain}
                    margin={[8, 0, 26, 0]}
                    height={118}
                    initial={280}
                    label={fill(t.label, {
                      name: `${t.places[place]}, ${t[kind]}`,
                      values: list(now[kind]),
                      plain: list(plain[kind]),
                    })}
                  >
                    <Bars values={now[kind]} gap={16} class={`${kind} fill ${colour}`} />
                    <Bars values={plain[kind]} gap={10} class="plain" />
                    <XTicks
                      ticks={now[kind].map((_, i) => i + 0.5)}
                      show={(i) => now[kind][i - 0.5]?.toFixed(2)}
                    />
                    <Across at={0} class="axis" />
                  </Chart>
                </div>
              ))}
            </div>
          );
        })}
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

import { useSignal } from "@preact/signals";
import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import type { FigureProps } from "../index.ts";
import { dictionary, fill, wholePercent } from "../messages.ts";
import { Axes, Choice, useWidth } from "../ui/index.ts";
import "./patched-heads.css";
import en from "./en.json" with { type: "json" };
import { type MeasuredHead, measured, mostMissed, type Seed, seeds, strongest } from "./recorded.ts";
import zh from "./zh.json" with { type: "json" };

const words = dictionary(en, zh);

const choices = ["all", ...seeds] as const;
const height = 300;
// Places of the heads' names. The heads that restore most in seeds 0 and 2 are close: one name above, the other below.
const namePlaces = {
  0: { dx: 0, dy: -14, anchor: "middle" },
  1: { dx: 10, dy: 0, anchor: "start" },
  2: { dx: 8, dy: 16, anchor: "end" },
} as const;

/** Each head as a point: what patching it restores, and what its ablation costs. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const chosen = useSignal<(typeof choices)[number]>("all");
  const { ref, width } = useWidth<SVGSVGElement>(600);
  const [left, right, top, bottom] = [36, width - 12, 12, height - 44];
  const x = linearScale([0, 0.7], left, right);
  const y = linearScale([0, 0.34], bottom, top);
  const lostWithout = (seed: Seed, { without }: MeasuredHead): number => measured[seed].accuracy - without;
  const shown = (seed: Seed): boolean => chosen.value === "all" || chosen.value === seed;

  const point = (seed: Seed, head: MeasuredHead): JSX.Element => {
    const { name, restored } = head;
    const lost = lostWithout(seed, head);
    const isBest = name === strongest(measured[seed]).name;
    const isMissed = name === mostMissed(measured[seed]).name;
    // Of all seeds, the heads that lead in one measure are named; of one seed, all outliers.
    const isNamed =
      chosen.value === "all" ? isBest || isMissed : chosen.value === seed && (restored > 0.1 || lost > 0.04);
    const kind = isBest ? (isMissed ? "agreed" : "unmissed") : "other";
    const [cx, cy] = [x.at(restored), y.at(Math.max(0, lost))];
    const beside = namePlaces[restored < 0.4 ? 1 : seed];
    return (
      <g
        key={`${seed} ${name}`}
        class={`head ${kind}${shown(seed) ? "" : " dim"}`}
        data-head={`${seed} ${name}`}
      >
        <circle cx={cx} cy={cy} r={isBest ? 6 : 4}>
          <title>
            {fill(t.title, { head: name, seed, restored: restored.toFixed(2), lost: lost.toFixed(2) })}
          </title>
        </circle>
        {isNamed && (
          <text x={cx + beside.dx} y={cy + beside.dy} dy="0.35em" text-anchor={beside.anchor}>
            {chosen.value === "all" ? fill(t.ofSeed, { head: name, seed }) : name}
          </text>
        )}
      </g>
    );
  };
  const sentences = seeds.filter(shown).map((seed) => {
    const [best, missed] = [strongest(measured[seed]), mostMissed(measured[seed])];
    return fill(t.says, {
      seed,
      same: best.name === missed.name,
      best: best.name,
      restored: wholePercent(best.restored),
      left: wholePercent(best.without),
      missed: missed.name,
      leftOfMissed: wholePercent(missed.without),
    });
  });
  return (
    <figure class="fig-patched-heads" data-done="true">
      <p class="headline">{t.headline}</p>
      <Choice
        legend={t.seeds}
        value={chosen}
        names={choices}
        labels={{ all: t.all, 0: "0", 1: "1", 2: "2" }}
      />
      <svg
        ref={ref}
        class="chart"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={sentences.join(" ")}
      >
        <Axes {...{ x, y, left, right, top, bottom }} xLabel="" yLabel={t.lost} />
        <text x={right} y={bottom + 36} text-anchor="end">
          {t.restored}
        </text>
        {seeds.flatMap((seed) => measured[seed].heads.map((head) => point(seed, head)))}
      </svg>
      {chosen.value !== "all" && <p class="number">{sentences[0]}</p>}
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

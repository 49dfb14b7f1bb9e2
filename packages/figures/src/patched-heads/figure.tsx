import { useSignal } from "@preact/signals";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { Axes, Chart, Choice, Dot, Note } from "../ui/index.ts";
import "./patched-heads.css";
import type en from "./en.json";
import { type MeasuredHead, measured, mostMissed, type Seed, seeds, strongest } from "./recorded.ts";

const kinds = { agreed: "green", unmissed: "orange", other: "plain" } as const;
const choices = ["all", ...seeds] as const;
// Places of the heads' names. The heads that restore most in seeds 0 and 2 are close: one name above, the other below.
const namePlaces = {
  0: { dx: 0, dy: -10, anchor: "middle" },
  1: { dx: 10, dy: 4, anchor: "start" },
  2: { dx: 8, dy: 20, anchor: "end" },
} as const;

/** Each head as a point: what patching it restores, and what its ablation costs. */
export function Figure({ t }: FigureProps<typeof en>) {
  const chosen = useSignal<(typeof choices)[number]>("all");
  const lostWithout = (seed: Seed, { without }: MeasuredHead): number => measured[seed].accuracy - without;
  const shown = (seed: Seed): boolean => chosen.value === "all" || chosen.value === seed;

  const point = (seed: Seed, head: MeasuredHead) => {
    const { name, restored } = head;
    const lost = lostWithout(seed, head);
    const isBest = name === strongest(measured[seed]).name;
    const isMissed = name === mostMissed(measured[seed]).name;
    // Of all seeds, the heads that lead in one measure are named; of one seed, all outliers.
    const isNamed =
      chosen.value === "all" ? isBest || isMissed : chosen.value === seed && (restored > 0.1 || lost > 0.04);
    const kind = isBest ? (isMissed ? "agreed" : "unmissed") : "other";
    const [x, y] = [restored, Math.max(0, lost)];
    return (
      <g
        key={`${seed} ${name}`}
        class={`head ${kind} ${kinds[kind]}${shown(seed) ? "" : " dim"}`}
        data-head={`${seed} ${name}`}
      >
        <Dot class="spot" {...{ x, y }} r={isBest ? 6 : 4}>
          <title>
            {fill(t.title, { head: name, seed, restored: restored.toFixed(2), lost: lost.toFixed(2) })}
          </title>
        </Dot>
        {isNamed && (
          <Note class="halo ink" {...{ x, y }} {...namePlaces[restored < 0.4 ? 1 : seed]}>
            {chosen.value === "all" ? fill(t.ofSeed, { head: name, seed }) : name}
          </Note>
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
        labels={(name) => (name === "all" ? t.all : name)}
      />
      <Chart x={[0, 0.7]} y={[0, 0.34]} margin={[12, 12, 44, 36]} height={300} label={sentences.join(" ")}>
        <Axes yLabel={t.lost} />
        <Note x="right" y="bottom" dy={36} anchor="end">
          {t.restored}
        </Note>
        {seeds.flatMap((seed) => measured[seed].heads.map((head) => point(seed, head)))}
      </Chart>
      {chosen.value !== "all" && <p class="number">{sentences[0]}</p>}
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

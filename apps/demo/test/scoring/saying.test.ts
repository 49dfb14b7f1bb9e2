import { attendSmall } from "@saccade/figures/attend";
import { type AttendAsk, sayingOf, sceneOf, timelineOf } from "@saccade/figures/attention";
import fc from "fast-check";
import { expect, it } from "vitest";
import { words } from "../../src/pages/scoring/messages/index.ts";
import { meaningOf, presetNames, presets } from "../../src/pages/scoring/presets.ts";
import { n, scoreNames } from "../../src/pages/scoring/settings.ts";

const t = words.en;
const askOf = (preset: (typeof presetNames)[number], rest: Partial<AttendAsk> = {}): AttendAsk => {
  const { q, k, v, causal } = presets[preset];
  return {
    ...{ q, k, v, causal, score: "scaled" },
    ...rest,
  };
};

const timeline = timelineOf({ count: n, scale: true, mask: false });
const moment = timeline.at(timeline.total, false);

const settings = fc.record({
  score: fc.constantFrom(...scoreNames),
  temperature: fc.constantFrom(0.1, 0.3, 1, 3, 10),
  validLen: fc.integer({ min: 0, max: n }),
  causal: fc.boolean(),
  forbidden: fc.uniqueArray(fc.integer({ min: 0, max: n * n - 1 }), { maxLength: 6 }),
  heads: fc.constantFrom(1, 2),
});

it("in any setting, what is said of a row is what its weights show", () => {
  fc.assert(
    fc.property(fc.constantFrom(...presetNames), settings, (preset, rest) => {
      const attended = attendSmall(askOf(preset, rest));
      const { heads, allowed } = attended;
      const names = t.names[preset];
      for (const [head, { weights }] of heads.entries()) {
        for (const [i, row] of weights.entries()) {
          const shownRow = { attended, score: rest.score, head, row: i, looked: undefined, moment, names };
          const said = sayingOf(sceneOf({ ...shownRow, lang: "en" }, 640));
          const shown = row.map((weight, j) => (allowed[i]![j] ? weight.toFixed(2) : null));
          const open = shown.filter((weight) => weight !== null);
          const most = open.toSorted().at(-1);
          const isEven = open.length > 1 && open.every((weight) => weight === most);
          expect(said.includes("All keys are masked")).toBe(open.length === 0);
          expect(said.includes("equally")).toBe(isEven);
          if (open.length === 0 || isEven) continue;
          expect(said).toContain(most);
          const tail = said.slice(said.indexOf("weight"));
          for (const [j, key] of names.keys.entries()) {
            expect(tail.includes(`“${key}”`), `${said} ${shown}`).toBe(shown[j] === most);
          }
        }
      }
    }),
    { numRuns: 150 },
  );
});

it("a preset says that it finds its keys when more than half of each weight goes there, and only then", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.constantFrom(...presetNames), settings, fc.boolean(), (preset, rest, isEdited) => {
      const attended = attendSmall(askOf(preset, rest));
      const meaning = meaningOf(t, { preset, isEdited, attended, isFinished: true });
      const [head, other] = attended.heads;
      const holds =
        other === undefined && presets[preset].finds.every(([i, j]) => head!.weights[i!]![j!]! > 0.5);
      seen.add(`${holds}`);
      expect(meaning.includes(t.meaning[preset].found)).toBe(holds);
      expect(meaning.includes(t.meaning[preset].asks)).toBe(!isEdited);
      const before = meaningOf(t, { preset, isEdited, attended, isFinished: false });
      expect(before).not.toContain(t.meaning[preset].found);
    }),
    { numRuns: 150 },
  );
  expect(seen.size).toBe(2);
  for (const preset of presetNames) {
    const attended = attendSmall(askOf(preset));
    expect(meaningOf(t, { preset, isEdited: false, attended, isFinished: true })).toContain(
      t.meaning[preset].found,
    );
  }
});

it("what the questions answer is what the settings that they show give", () => {
  const row = (ask: AttendAsk, i: number): readonly number[] => attendSmall(ask).heads[0]!.weights[i]!;
  expect(row(askOf("pronoun"), 2)[0]!.toFixed(2)).toBe("0.87");
  expect(t.questions[0]!.question).toContain("0.87");
  expect(row(askOf("pronoun", { temperature: 0.3 }), 2)[0]).toBeGreaterThan(0.99);
  const { scores } = attendSmall(askOf("pronoun", { temperature: 0.3 })).heads[0]!;
  expect(scores[2]!.toSorted((a, b) => b - a).map((score) => Number(score.toFixed(2)))).toEqual([
    10, 1.67, 0, -3.33,
  ]);
  expect(row(askOf("previous", { causal: false }), 0)).toEqual([0.25, 0.25, 0.25, 0.25]);
  expect(attendSmall(askOf("pronoun", { validLen: 0 })).output[2]).toEqual([0, 0, 0, 0]);
});

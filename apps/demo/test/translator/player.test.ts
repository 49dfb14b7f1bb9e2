import { signal } from "@preact/signals";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paceOf } from "../../src/pages/translator/film.ts";
import { Reel } from "../../src/ui/reel.ts";

const count = signal(0);
const make = (): Reel => new Reel(() => count.value, { pace: paceOf, loops: true });

beforeEach(() => {
  vi.useFakeTimers();
  count.value = 3;
});
afterEach(() => void vi.useRealTimers());

/** The positions that are seen, each once. */
function watch(player: Reel, ms: number): number[] {
  const seen = [player.value];
  for (let t = 0; t < ms; t += 10) {
    vi.advanceTimersByTime(10);
    if (seen.at(-1) !== player.value) seen.push(player.value);
  }
  return seen;
}

it("stays with the newest frame until one is chosen", () => {
  const player = make();
  expect(player.value).toBe(2);
  expect(player.chosen.value).toBeNull();
  count.value = 5;
  expect(player.value).toBe(4);
  player.value = 1;
  count.value = 6;
  expect(player.chosen.value).toBe(1);
  player.rewind();
  expect(player.value).toBe(5);
});

it("plays forwards from the start, and again", () => {
  const player = make();
  player.toggle();
  expect(watch(player, 6000).slice(0, 5)).toEqual([0, 1, 2, 0, 1]);
  player.stop();
});

it("stops where it is paused, and where a frame is chosen", () => {
  const player = make();
  player.toggle();
  player.stop();
  expect(watch(player, 5000)).toEqual([0]);
  player.toggle();
  player.value = 99;
  expect(watch(player, 5000)).toEqual([2]);
  expect(player.playing.value).toBe(false);
});

it("never plays, and shows no frame, where there is no film: whatever becomes of the film meanwhile", () => {
  const action = fc.oneof(
    fc.integer({ min: 0, max: 6 }).map((frames) => () => {
      count.value = frames;
    }),
    fc.constantFrom<(player: Reel) => void>(
      (player) => player.toggle(),
      (player) => player.stop(),
      (player) => {
        player.value = 1;
      },
      (player) => player.rewind(),
      () => void vi.advanceTimersByTime(700),
    ),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      count.value = 3;
      const player = make();
      for (const act of actions) {
        act(player);
        if (count.value < 2) {
          expect(player.playing.value).toBe(false);
          expect(player.value).toBe(0);
          expect(player.chosen.value).toBeNull();
        }
      }
      player.stop();
    }),
  );
});

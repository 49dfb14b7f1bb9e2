import { signal } from "@preact/signals";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Player } from "../../src/pages/translator/film.ts";
import type { Frame } from "../../src/pages/translator/network/frames.ts";

const frames = signal<readonly Frame[]>([]);
const make = (count: number): readonly Frame[] =>
  Array.from({ length: count }, (_, epoch) => ({
    ...{ epoch, loss: 1, accuracy: null, translation: [], weights: [] },
  }));

beforeEach(() => {
  vi.useFakeTimers();
  frames.value = make(3);
});
afterEach(() => void vi.useRealTimers());

/** The positions that are seen, each once. */
function watch(player: Player, ms: number): number[] {
  const seen = [player.position.value];
  for (let t = 0; t < ms; t += 10) {
    vi.advanceTimersByTime(10);
    if (seen.at(-1) !== player.position.value) seen.push(player.position.value);
  }
  return seen;
}

it("stays with the newest frame until one is chosen", () => {
  const player = new Player(frames);
  expect(player.position.value).toBe(2);
  expect(player.frame.value).toBeNull();
  frames.value = make(5);
  expect(player.position.value).toBe(4);
  player.seek(1);
  frames.value = make(6);
  expect(player.frame.value?.epoch).toBe(1);
  player.follow();
  expect(player.position.value).toBe(5);
});

it("plays forwards from the start, and again", () => {
  const player = new Player(frames);
  player.play();
  expect(watch(player, 6000).slice(0, 5)).toEqual([0, 1, 2, 0, 1]);
  player.pause();
});

it("stops where it is paused, and where a frame is chosen", () => {
  const player = new Player(frames);
  player.play();
  player.pause();
  expect(watch(player, 5000)).toEqual([0]);
  player.play();
  player.seek(99);
  expect(watch(player, 5000)).toEqual([2]);
  expect(player.playing.value).toBe(false);
});

it("never plays, and shows no frame, where there is no film: whatever becomes of the film meanwhile", () => {
  const action = fc.oneof(
    fc.integer({ min: 0, max: 6 }).map((count) => () => {
      frames.value = make(count);
    }),
    fc.constantFrom<(player: Player) => void>(
      (player) => player.play(),
      (player) => player.pause(),
      (player) => player.seek(1),
      (player) => player.follow(),
      () => void vi.advanceTimersByTime(700),
    ),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      frames.value = make(3);
      const player = new Player(frames);
      for (const act of actions) {
        act(player);
        if (frames.value.length < 2) {
          expect(player.playing.value).toBe(false);
          expect(player.frame.value).toBeNull();
          expect(player.chosen.value).toBeNull();
        }
      }
      player.pause();
    }),
  );
});

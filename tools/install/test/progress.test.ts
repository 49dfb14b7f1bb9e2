import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { follow } from "../src/progress.mjs";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function printed(isTTY: boolean, run: (follower: ReturnType<typeof follow>) => void): string {
  let text = "";
  run(follow("what the demo needs", { isTTY, columns: 80, write: (more) => (text += more) }));
  return text;
}

test("without a terminal it prints a line when it begins and one when it is done", () => {
  const text = printed(false, (follower) => {
    follower.read("Progress: resolved 99, reused 0, downloaded 62, added 61\n");
    follower.read("Progress: resolved 99, reused 0, downloaded 99, added 99, done\n");
    follower.end(true);
  });
  expect(text).toBe("Installing what the demo needs, once …\nInstalled what the demo needs: 99 packages.\n");
});

test("on a terminal it counts packages in one line", () => {
  const text = printed(true, (follower) => {
    follower.read("Progress: resolved 99, reused 20, downloaded 42, added 61\n");
    follower.end(true);
  });
  expect(text).toContain("\r\x1b[2KInstalling what the demo needs, once: 62 of 99 packages");
  expect(text.match(/\n/g)).toHaveLength(1);
});

test("it says once a round that the registry cannot be reached", () => {
  const text = printed(false, (follower) => {
    for (const name of ["a", "b"])
      follower.read(`[WARN] GET ${name} error — 2\nWill retry in 1s. 1 retries left.\n`);
    for (const name of ["a", "b"])
      follower.read(`[WARN] GET ${name} error — 2\nWill retry in 5s. 0 retries left.\n`);
    follower.end(false);
  });
  expect(text.match(/cannot be reached.*/g)).toEqual([
    "cannot be reached. Will retry in 1s …",
    "cannot be reached. Will retry in 5s …",
  ]);
  expect(text).not.toContain("Installed");
});

test("it says when nothing has come for a while, and stops with the install", () => {
  const text = printed(false, (follower) => {
    vi.advanceTimersByTime(9_000);
    follower.read("Progress: resolved 99, reused 0, downloaded 1, added 0\n");
    vi.advanceTimersByTime(9_000);
    follower.end(false);
    vi.advanceTimersByTime(60_000);
  });
  expect(text).not.toContain("still waiting");
  const silent = printed(false, (follower) => {
    vi.advanceTimersByTime(10_000);
    follower.end(false);
  });
  expect(silent).toContain("Nothing has come from the registry for 10 s; still waiting (Ctrl-C stops) …");
});

import { expect, it } from "vitest";
import { Measuring } from "../../src/pages/speed/measuring.ts";

it("takes no more threads than it is given, and no more than there are cores", async () => {
  const threads = async (most: number, cores: number) =>
    (await Measuring.start(most, cores, true)).host.threads;
  expect(await threads(2, 16)).toBe(2);
  expect(await threads(4, 3)).toBe(3);
});

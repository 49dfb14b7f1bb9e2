import { expect, it } from "vitest";
import { interleave } from "../src/measure.ts";

it("takes samples in turn, and lets who used his time up sit out after two rounds", async () => {
  const order: string[] = [];
  const entry = (name: string, seconds: number) => ({
    name,
    iterations: 2,
    sample: async () => {
      order.push(name);
      return seconds;
    },
  });
  const { samples } = await interleave([entry("fast", 0.1), entry("slow", 5)], { rounds: 4, budget: 1 });
  expect(order.join(" ")).toBe("fast slow fast slow fast fast");
  expect(samples.get("fast")).toEqual([0.05, 0.05, 0.05, 0.05]);
  expect(samples.get("slow")).toEqual([2.5, 2.5, null, null]);
});

it("goes on without who fails", async () => {
  const fails = { name: "fails", iterations: 1, sample: () => Promise.reject(new Error("out of memory")) };
  const works = { name: "works", iterations: 1, sample: async () => 1 };
  const { samples, failures } = await interleave([fails, works], { rounds: 2, budget: 9 });
  expect(failures).toEqual(new Map([["fails", "out of memory"]]));
  expect(samples.get("works")).toEqual([1, 1]);
});

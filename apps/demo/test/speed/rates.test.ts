import fc from "fast-check";
import { expect, it } from "vitest";
import { played, type Times, workloads } from "../../src/pages/speed/calls.ts";
import { comparedWithOne, digits, rateOf } from "../../src/pages/speed/rates.ts";

const samples = fc.array(fc.double({ min: 1e-5, max: 10, noNaN: true }), { maxLength: 7 });
const measured = fc
  .tuple(...workloads.flatMap((workload) => played[workload].map(() => samples)))
  .map((all): Times => {
    const names = workloads.flatMap((workload) => played[workload].map((player) => `${workload} ${player}`));
    return Object.fromEntries(names.map((name, i) => [name, all[i]!]));
  });

it("what is said of threads and of a recorded step is the ratio of the rates that are shown", () => {
  fc.assert(
    fc.property(measured, fc.constantFrom(...workloads), (times, workload) => {
      const one = rateOf(times, workload, "wasm");
      const said = comparedWithOne(times, workload);
      for (const player of ["threads", "compiled"] as const) {
        const rate = rateOf(times, workload, player);
        const found = said.find((compared) => compared.player === player);
        if (one === null || rate === null) expect(found).toBeUndefined();
        else expect(found?.times).toBeCloseTo(rate / one, 9);
      }
    }),
  );
  expect(comparedWithOne({}, "translator")).toEqual([]);
});

it("numbers have three digits, or all before the point", () => {
  expect([0.01234, 1.2345, 12.345, 123.45, 12345].map(digits)).toEqual([
    "0.0123",
    "1.23",
    "12.3",
    "123",
    "12,345",
  ]);
});

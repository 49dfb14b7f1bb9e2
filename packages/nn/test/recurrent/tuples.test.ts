import { randn } from "@saccade/tensor";
import { expect, test } from "vitest";
import { GRU, LSTM } from "../../src/index.ts";

test("results are PyTorch's tuples too: output and hn, and of an LSTM output and [hn, cn]", () => {
  const x = randn([3, 2, 4]);
  const gru = new GRU(4, 5).forward(x);
  const [output, hn] = gru;
  expect([output, hn].every((value, i) => value === Object.values(gru)[i])).toBe(true);
  const lstm = new LSTM(4, 5).forward(x);
  const [all, last] = lstm;
  expect(all).toBe(lstm.output);
  expect(Array.isArray(last) && last[0] === lstm.hn && last[1] === lstm.cn).toBe(true);
  expect(Object.keys(lstm)).toEqual(["output", "hn", "cn"]);
});

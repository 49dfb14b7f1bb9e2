import { readFileSync } from "node:fs";
import { wasmBackend } from "@saccade/kernels-wasm";
import { memory, setBackend } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { recallPatterns, signPatterns } from "../arena/hopfield.ts";
import { arenaModel, keptNumbers, mixerNames } from "../arena/model.ts";
import { Run, rateAt } from "../arena/run.ts";
import { sets } from "../arena/sets.ts";
import { sinkWeights } from "../arena/sinks.ts";
import { printResults } from "../arena/table.ts";
import {
  arena,
  backcopy,
  begin,
  flipFlop,
  ignore,
  read,
  recall,
  repeat,
  runningSum,
  type Sequence,
  sequencesOf,
  sorting,
  taskNames,
  triggers,
  unasked,
  write,
} from "../arena/tasks.ts";
import { nameOf, runTrial, trials } from "../arena/trials.ts";
import { seededRandom } from "../random.ts";

setBackend(await wasmBackend({ threads: 1 }));

const seeds = Array.from({ length: 20 }, (_, seed) => seed);

/** Sequences of tokens with their labels. */
function rowsOf<Size>(
  generate: (size: Size, random: () => number) => Sequence,
  seed: number,
  count: number,
  size: Size,
): [number[], number[]][] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const { tokens, labels } = generate(size, random);
    expect(labels.length).toBe(tokens.length);
    return [tokens, labels];
  });
}

describe("the generators keep their rules, whatever the seed", () => {
  test.each([
    [4, 0],
    [8, 0],
    [4, 4],
    [4, 2],
  ])(
    "recall of %i pairs with %i updates: each key is asked for once, and the last value counts",
    (pairs, updates) => {
      for (const seed of seeds)
        for (const [tokens, labels] of rowsOf(recall, seed, 4, { vocab: 64, length: 32, pairs, updates })) {
          const start = 2 * (pairs + updates);
          const value = new Map<number, number>();
          for (let i = 0; i < start; i += 2) value.set(tokens[i]!, tokens[i + 1]!);
          expect(value.size).toBe(pairs);
          for (const [key, answer] of value) {
            expect([key >= 1 && key < 32, answer >= 32 && answer < 64]).toEqual([true, true]);
          }
          const asked = labels.flatMap((label, i) => (label === unasked ? [] : [i]));
          expect(new Set(asked.map((i) => tokens[i]))).toEqual(new Set(value.keys()));
          expect(asked.length).toBe(pairs);
          for (const i of asked) {
            expect([i >= start, i % 2, labels[i]]).toEqual([true, 0, value.get(tokens[i]!)]);
          }
          const others = tokens.slice(start).filter((_, i) => !asked.includes(start + i));
          expect(others.every((token) => token === 0)).toBe(true);
        }
    },
  );

  test("near places ask more often than far ones", () => {
    const rows = rowsOf(recall, 1, 2000, { vocab: 64, length: 64, pairs: 4 });
    const asked = (at: number): number => rows.filter(([, labels]) => labels[at] !== unasked).length;
    expect(asked(8)).toBeGreaterThan(2 * asked(16));
    expect(asked(16)).toBeGreaterThan(asked(60));
    expect(asked(60)).toBeGreaterThan(0);
  });

  test("repeated tokens come twice, and each is asked for at the one before, the second time", () => {
    for (const seed of seeds)
      for (const [tokens, labels] of rowsOf(repeat, seed, 4, { vocab: 64, half: 8 })) {
        expect(tokens.slice(8)).toEqual(tokens.slice(0, 8));
        expect(labels).toEqual([...Array(8).fill(unasked), ...tokens.slice(9), unasked]);
      }
  });

  test.each([2, 3, 5])("the running sum modulo %i", (mod) => {
    for (const seed of seeds)
      for (const [tokens, labels] of rowsOf(runningSum, seed, 4, { mod, digits: 24 })) {
        expect([tokens[0], labels[0]]).toEqual([mod, unasked]);
        let sum = 0;
        for (let i = 1; i <= 24; i++) {
          expect(tokens[i]! >= 0 && tokens[i]! < mod).toBe(true);
          sum += tokens[i]!;
          expect(labels[i]).toBe(sum % mod);
        }
      }
  });

  test.each([0.1, 0.8, 0.98])(
    "a flip-flop that ignores %d of its pairs answers with the bit last written",
    (ignored) => {
      let ignores = 0;
      for (const seed of seeds)
        for (const [tokens, labels] of rowsOf(flipFlop, seed, 8, { pairs: 16, ignored })) {
          expect([tokens[0], tokens[30]]).toEqual([write, read]);
          let bit = -1;
          for (let i = 0; i < 32; i += 2) {
            if (tokens[i] === write) bit = tokens[i + 1]!;
            if (tokens[i] === ignore) ignores++;
            expect(labels.slice(i, i + 2)).toEqual([tokens[i] === read ? bit : unasked, unasked]);
            if (tokens[i] === read) expect(tokens[i + 1]).toBe(bit);
          }
        }
      expect(Math.abs(ignores / (20 * 8 * 14) - ignored)).toBeLessThan(0.03);
    },
  );

  test("digits are sorted", () => {
    for (const seed of seeds)
      for (const [tokens, labels] of rowsOf(sorting, seed, 4, { vocab: 10, digits: 8 })) {
        const sorted = tokens.slice(0, 8).toSorted((a, b) => a - b);
        expect(tokens.slice(8)).toEqual(sorted.slice(0, 7));
        expect(labels).toEqual([...Array(7).fill(unasked), ...sorted]);
      }
  });

  test("after a trigger comes what was before it, and two triggers never meet", () => {
    for (const seed of seeds)
      for (const [tokens, labels] of rowsOf(backcopy, seed, 8, { length: 32 })) {
        expect(tokens[0]).toBe(begin);
        expect(labels.slice(0, -1)).toEqual(tokens.slice(1));
        for (let i = 1; i < 32; i++) {
          if (tokens[i]! >= triggers) continue;
          expect(tokens[i - 1]).toBeGreaterThanOrEqual(triggers);
          expect(labels[i]).toBe(tokens[i - 1]);
        }
      }
  });

  test("sets of integers from 1 to 99", () => {
    const all = [...sets(3, 50, 7).dataSync()];
    expect(all.every((one) => Number.isInteger(one) && one >= 1 && one <= 99)).toBe(true);
    expect(new Set(all).size).toBeGreaterThan(80);
  });

  test("a start differs from its pattern in 16 signs", () => {
    const { given, wanted, all } = signPatterns(4, 9);
    expect([...given.eq(wanted).logicalNot().to("int32").sum(-1).dataSync()]).toEqual(Array(200).fill(16));
    const same = wanted.transpose(0, 1).eq(all).all(-1); // (200, 9)
    expect(same.any(1).all().item()).toBe(1);
    expect(same.any(0).all().item()).toBe(1);
  });

  test.each(taskNames)(
    "%s: a seed gives the same sequences again, another seed others, with tokens that the model knows",
    (name) => {
      const task = arena[name];
      for (const size of task.tests) {
        const made = sequencesOf(task, size, 5, 8);
        expect(sequencesOf(task, size, 5, 8)).toEqual(made);
        expect(sequencesOf(task, size, 6, 8)).not.toEqual(made);
        const { vocab, maxLen } = task.model;
        for (const { tokens, labels } of made) {
          expect(tokens.length).toBeLessThanOrEqual(maxLen);
          expect(tokens.every((token) => token >= 0 && token < vocab)).toBe(true);
          expect(labels.every((label) => label === unasked || (label >= 0 && label < vocab))).toBe(true);
        }
      }
    },
  );
});

describe("the runs of the arena", () => {
  test.each(mixerNames)(
    "%s learns, with the same numbers each time, and a step leaves no tensor behind",
    (mixer) => {
      const train = (): number[] => {
        const run = new Run({ task: "parity", mixer, seed: 3, steps: 20 });
        const losses = Array.from({ length: 10 }, () => run.next());
        const live = memory().tensors;
        losses.push(...Array.from({ length: 10 }, () => run.next()));
        expect(run.test(run.task.tests[0]!, 32).asked).toBeGreaterThan(32);
        expect(memory().tensors).toBe(live);
        run.free();
        return losses;
      };
      const losses = train();
      expect(losses.at(-1)).toBeLessThan(0.75 * losses[0]!);
      expect(train()).toEqual(losses);
    },
  );

  test("no token changes what is answered before it", () => {
    for (const mixer of mixerNames) {
      const run = new Run({ task: "recall", mixer, seed: 0 });
      const [made] = sequencesOf(run.task, run.task.tests[0]!, 1, 1);
      const other = { ...made!, tokens: made!.tokens.with(20, 63) };
      const [a, b] = run.answers([made!, other]);
      expect(b!.slice(0, 20), mixer).toEqual(a!.slice(0, 20));
      run.free();
    }
  });

  test("the mechanisms at a task have the same numbers of parameters, but for gates and a control", () => {
    for (const name of taskNames) {
      const counts = arena[name].mixers
        .filter((mixer) => mixer !== "bareSoftmax")
        .map((mixer) => arenaModel(mixer, arena[name].heads[0]!, arena[name].model).numParameters());
      expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.011);
    }
  });

  test("the logit of a sink is trained", () => {
    const [softmax, sink] = (["softmax", "sink"] as const).map((mixer) =>
      arenaModel(mixer, 1, arena.backcopy.model).numParameters(),
    );
    expect(sink! - softmax!).toBe(1);
  });

  test("a memory's size depends on its heads, a cache's on the length", () => {
    expect([2, 4, 8].map((heads) => keptNumbers("deltaNet", heads, 32))).toEqual([2048, 1024, 512]);
    expect([32, 64].map((t) => keptNumbers("softmax", 2, t))).toEqual([4096, 8192]);
  });

  test("a trial counts the wrong answers of each seed", () => {
    const trial = { task: "sorting", mixer: "softmax", heads: 2 } as const;
    const { tests, parameters, steps } = runTrial(trial, [0, 1], { steps: 2, tested: 32 }).result;
    expect(tests).toEqual({ "8 digits": { asked: 32, wrong: [32, 32] } });
    expect([parameters, steps]).toEqual([69_376, 2]);
    expect(trials.length).toBe(new Set(trials.map(nameOf)).size);
  });

  test("the weights of a head that is measured sum to 1, or less with a sink", () => {
    for (const mixer of ["softmax", "sink"] as const) {
      const run = new Run({ task: "backcopy", mixer, seed: 0 });
      const { onBegin, onBefore, beginValue } = sinkWeights(run);
      expect(onBegin).toBeGreaterThan(0.02);
      expect(onBegin + onBefore).toBeLessThan(1);
      expect(Number.isFinite(beginValue)).toBe(true);
      run.free();
    }
  });

  test("the rate rises, and falls to a tenth", () => {
    expect([0, 99, 100].map((step) => rateAt(step, 1000))).toEqual([0.01, 1, 1]);
    expect(rateAt(1000, 1000)).toBeCloseTo(0.1);
  });

  test("few patterns come back from a quarter of wrong signs, and many only at a high beta", () => {
    const [few, many] = [recallPatterns(0, 5), recallPatterns(0, 512)];
    expect(few.classical).toBeGreaterThan(0.8);
    expect(Math.min(...few.modern.flat())).toBeGreaterThan(0.98);
    expect([many.classical, many.modern[0]![0]]).toEqual([0, 0]);
    expect(many.modern[2]![0]).toBeGreaterThan(0.9);
  });
});

test("the book's record is the table of the file that demo and book read", () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
  const lines: string[] = [];
  printResults((line) => lines.push(line), JSON.parse(read("../arena/results.gen.json")));
  const [record] = read("../../apps/docs/records/arena.txt").split(/\ntrials: /);
  expect(record!.replace(/^#.*\n/gm, "")).toBe(lines.join("\n"));
});

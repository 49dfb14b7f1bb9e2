import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { splitWords } from "../translate/split-words.ts";
import { linesOf, runHere, temporaryFolder } from "./run-program.ts";

test("words are split as the grammar has them", () => {
  const known = new Set(["我", "我们", "猫", "看见", "。"]);
  expect(splitWords("我们看见猫。", "zh-en", known)).toBe("我们 看见 猫 。");
  expect(splitWords("我 看见斑马 。", "zh-en", known)).toBe("我 看见 斑 马 。");
  expect(splitWords("the teacher's cat is the boy's .", "en-fr", known)).toBe(
    "the teacher 's cat is the boy 's .",
  );
  expect(splitWords("he's calm .", undefined, known)).toBe("he's calm .");
});

const folder = temporaryFolder("translate-models");
const small = ["--embed", "4", "--hidden", "4", "--layers", "1"];
const grammar = [...small, "--grammar", "en-zh", "--examples", "500", "--batch", "100"];

describe("translate", { timeout: 120_000 }, () => {
  test("--model --grammar trains, resumes with the same numbers, and ends with measures of held-out pairs", async () => {
    const file = join(folder, "luong.safetensors");
    const picture = join(folder, "luong.svg");
    const about = ["--json", "--sentence", "the zebra is red ."];
    const made = [...about, "--model", "luong", ...grammar];
    const whole = await runHere("translate.ts", [...made, "--epochs", "2"]);
    await runHere("translate.ts", [...made, "--epochs", "1", "--save", file, "--heatmap", picture]);
    const rest = await runHere("translate.ts", [...about, "--resume", file, "--epochs", "2"]);
    // Of the second epoch: five steps, its end, the translation, the measures.
    expect(linesOf(rest)).toEqual(linesOf(whole).slice(-8));
    const [translation, measures] = linesOf(whole).slice(-2);
    expect(translation).toMatchObject({ unknown: ["zebra"] });
    expect(Object.keys(measures!)).toEqual(["aer", "content_weight", "bleu", "tokens_per_sec"]);
    expect(await readFile(picture, "utf8")).toContain("&lt;unk&gt;");
    // A checkpoint of another model, another grammar or of a file's pairs is refused.
    const refused = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await runHere("translate.ts", ["--resume", file, ...args]);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused("--model", "seed")).toMatch(/made with model luong, not seed/);
    expect(await refused("--model", "bahdanau")).toMatch(/made with model luong, not bahdanau/);
    expect(await refused("--grammar", "en-fr")).toMatch(/made with grammar en-zh, not en-fr/);
    expect(await refused("--data", "pairs.txt")).toMatch(/made with --grammar en-zh; leave --data out/);
  });

  test("--model without --grammar trains on the embedded corpus", async () => {
    const args = [...small, "--model", "bahdanau", "--examples", "60", "--epochs", "1", "--json"];
    const { stdout, code } = await runHere("translate.ts", [...args, "--sentence", "Go."]);
    expect(code).toBe(0);
    expect(stdout).toContain('"sentence":"go ."');
    expect(stdout).not.toContain('"aer"');
  });

  test.each([
    [["--grammar", "en-fr", "--data", "pairs.txt"], /--grammar makes its own pairs, and --data is for pairs/],
    [["--grammar", "en-fr", "--min-freq", "2"], /--grammar makes its own pairs, and --min-freq/],
    [["--grammar", "fr-en"], /--grammar takes one of en-fr, en-zh, zh-en, not "fr-en"/],
    [["--grammar", "en-fr", "--length", "9"], /--length must be at least 15/],
    [["--grammar", "en-fr", "--examples", "60"], /--examples must be from 500 to 20000/],
    [["--model", "gru"], /--model gru: choose one of seed, bahdanau, luong, transformer/],
    [["--model", "luong", "--hidden", "7"], /--hidden must be a multiple of 2 for the model luong, got 7/],
  ])("%j is a usage error", async (args, message) => {
    const { code, stderr, stdout } = await runHere("translate.ts", args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = ["apps/demo/src", "packages/figures/src"].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.tsx?$|[/.]zh\.json$/.test(file) && !/\.gen\.ts$|lexicon|trained\.ts$/.test(file)),
);
/** The lines that Chinese readers see. */
const texts = files.flatMap((file) =>
  readFileSync(root + file, "utf8")
    .split("\n")
    .map((line, i) => ({ where: `${file}:${i + 1}`, line }))
    .filter(({ line }) => /\p{Script=Han}/u.test(line) && !/^\s*(\/\/|\*)/.test(line)),
);
const linesWith = (pattern: RegExp): string[] =>
  texts.filter(({ line }) => pattern.test(line)).map(({ where, line }) => `${where} ${line.trim()}`);

describe("the Chinese texts of the demo and its figures", () => {
  it("are found", () => expect(texts.length).toBeGreaterThan(500));

  it.each([
    [
      "掩码 is a noun; what it does is 屏蔽",
      /被掩码|将[^，。]{0,8}掩码|把[^，。]{0,8}掩码|掩码词元|掩码 \$|遮住|遮盖/,
    ],
    ["one word for a score: 分数", /得分/],
    ["one word for pooling: 汇聚", /池化/],
    ["a stored step is 录制回放", /录制的步骤/],
    ["bars are 填入, not poured", /倒入/],
    ["words attend, they are not watched", /看着“/],
    ["shares of softmax are 权重 or 比例", /份额/],
    ["punctuation is full-width after a Chinese character", /\p{Script=Han}[,;:?!](?!\w)/u],
  ])("%s", (_, pattern) => expect(linesWith(pattern)).toEqual([]));
});

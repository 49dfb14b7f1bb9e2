// PyTorch beside our programs: every Python file of code/ is run where PyTorch is, and read by Python where there is none.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { titlesOf } from "../.vitepress/chapters.ts";

const docs = join(import.meta.dirname, "..");
const code = join(docs, "code");
const programs = readdirSync(code, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".py"))
  .sort();
// Those of code/node exchange files with programs of ours.
const alone = programs.filter((file) => !file.startsWith("node/"));

/** Runs a Python text in an empty folder with files of code/ as its arguments; null where there is no such interpreter. */
function python(text: string, files: readonly string[]): { ok: boolean; out: string } | null {
  const cwd = mkdtempSync(join(tmpdir(), "saccade-python-"));
  try {
    const paths = files.map((file) => join(code, file));
    const { error, status, stdout, stderr } = spawnSync("python3", ["-c", text, ...paths], {
      cwd,
      encoding: "utf8",
    });
    return error ? null : { ok: status === 0, out: stdout + stderr };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const hasPython = python("", [])?.ok === true;
const hasTorch = python("import torch", [])?.ok === true;
const names = ["PyTorch", hasTorch ? "" : " (left out: python3 has no torch here)"].join("");

test("every chapter but the first has PyTorch beside a program, in both languages", () => {
  const lacking = [...titlesOf("en").keys()].flatMap((name) =>
    ["book", "zh/book"]
      .filter((folder) => !/\.py \[/.test(readFileSync(join(docs, folder, `${name}.md`), "utf8")))
      .map((folder) => `${folder}/${name}`),
  );
  expect(lacking).toEqual(["book/tensors", "zh/book/tensors"]);
});

test("every Python file is in a page", () => {
  const pages = ["book", "guide"].flatMap((folder) =>
    readdirSync(join(docs, folder)).map((file) => readFileSync(join(docs, folder, file), "utf8")),
  );
  expect(programs.filter((file) => !pages.some((page) => page.includes(`<<< @/code/${file}`)))).toEqual([]);
});

test.skipIf(!hasPython)(
  "Python can read every Python file, and no line is longer than a page is wide",
  () => {
    const read =
      "import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file, encoding='utf-8').read(), file)";
    expect(python(read, programs)).toEqual({ ok: true, out: "" });
    const long = programs.filter((file) =>
      readFileSync(join(code, file), "utf8")
        .split("\n")
        .some((line) => line.length > 72),
    );
    expect(long).toEqual([]);
  },
);

test.skipIf(!hasTorch)(
  `${names}: every program runs to its end, and prints something`,
  () => {
    const run = [
      "import contextlib, io, runpy, sys, traceback",
      "for file in sys.argv[1:]:",
      "    out = io.StringIO()",
      "    try:",
      "        with contextlib.redirect_stdout(out): runpy.run_path(file)",
      "    except BaseException: print(file, traceback.format_exc())",
      "    if not out.getvalue(): print(file, 'printed nothing')",
    ];
    expect(python(run.join("\n"), alone)?.out).toBe("");
  },
  600_000,
);

import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { programFrom } from "../.vitepress/runner/lines.ts";
import { withoutRegions } from "../.vitepress/runner/regions.ts";

const pieces = [
  "interface Pair {\n  a: number;\n  b: string;\n}",
  'import type { Tensor } from "@saccade/tensor";',
  "\n\n",
  "enum Side { Left,\n Right }",
  "async function later(x: number): Promise<number> {\n  return MARK;\n}",
  `const text = \`one\ntwo $${"{MARK}"}\`;`,
  "if (MARK as boolean) {\n  MARK;\n}",
];

const compile = (source: string) => {
  const { outputText, sourceMapText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, sourceMap: true },
  });
  return programFrom(outputText, sourceMapText ?? "");
};

describe("the lines of a compiled program", () => {
  it("are those of its source", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (chosen) => {
        let marks = 0;
        const source = chosen.join("\n").replace(/MARK/g, () => `mark(${marks++})`);
        const written = source.split("\n");
        const { code, lines } = compile(source);
        const emitted = code.split("\n");
        for (let mark = 0; mark < marks; mark++) {
          const at = (texts: readonly string[]): number =>
            texts.findIndex((text) => text.includes(`mark(${mark})`));
          expect(lines[at(emitted)], `mark ${mark} of\n${source}`).toBe(at(written) + 1);
        }
      }),
    );
  });

  it("come without the name of the source map", () => {
    expect(compile("const x = 1;\nx;").code).not.toContain("sourceMappingURL");
  });
});

describe("the marks of the parts that pages show", () => {
  it("are no lines of a program", () => {
    expect(withoutRegions("a;\n// #region part\nb;\n  // #endregion part\nc;")).toBe("a;\nb;\nc;");
  });
});

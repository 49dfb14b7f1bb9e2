import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript-6";
import { expect, test } from "vitest";

// Bundlers leave out a call whose value is not used, of a function that is annotated with @__NO_SIDE_EFFECTS__.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const annotated = /@__NO_SIDE_EFFECTS__/;

interface File {
  readonly path: string;
  /** Names of annotated functions. */
  readonly pure: ReadonlySet<string>;
  readonly imports: ReadonlySet<string>;
  /** Functions called for their effect, with the line of the call. */
  readonly calls: readonly (readonly [name: string, line: number])[];
}

function read(path: string): File {
  const text = readFileSync(`${root}/${path}`, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const pure = new Set<string>();
  const imports = new Set<string>();
  const calls: [string, number][] = [];
  const visit = (node: ts.Node): void => {
    if (annotated.test(text.slice(node.getFullStart(), node.getStart()))) {
      if (ts.isFunctionDeclaration(node) && node.name) pure.add(node.name.text);
      if (ts.isVariableStatement(node))
        for (const { name } of node.declarationList.declarations) pure.add(name.getText());
    }
    if (ts.isImportSpecifier(node)) imports.add(node.name.text);
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression))
      calls.push([
        node.expression.expression.getText(),
        source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      ]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, pure, imports, calls };
}

test("a function without side effects is called for its value", () => {
  const files = readdirSync(`${root}/packages`)
    .map((name) => `packages/${name}/src`)
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => read(`${folder}/${name}`)),
    );
  const pure = new Set(files.flatMap((file) => [...file.pure]));
  expect(pure.size).toBeGreaterThan(50);
  const lost = files.flatMap(({ path, pure: own, imports, calls }) =>
    calls
      .filter(([name]) => own.has(name) || (imports.has(name) && pure.has(name)))
      .map(([name, line]) => `${path}:${line} ${name}`),
  );
  expect(lost).toEqual([]);
});

import ts from "typescript";

/** An example of a docstring: a few statements, of which at least one ends in its value as a comment. */
export interface Example {
  /** Names the symbol: "@saccade/tensor: add". */
  readonly id: string;
  readonly code: string;
}

/** One statement of an example, and the value that its comment promises, or null. */
export interface Statement {
  readonly text: string;
  readonly expected: string | null;
}

/** The code of an `@example`, out of the fence that TypeDoc puts around it. */
export function codeOf(text: string): string {
  const fenced = /^\s*```\w*\n([\s\S]*?)\n```\s*$/.exec(text);
  return (fenced ? fenced[1]! : text).trim();
}

/** Splits an example at its statements. A comment after a statement on the same line is its value. */
export function statementsOf(code: string): readonly Statement[] {
  const file = ts.createSourceFile("example.ts", code, ts.ScriptTarget.ES2022, true);
  return file.statements.map((statement) => {
    const comments = ts.getTrailingCommentRanges(code, statement.end) ?? [];
    const values = comments.map(({ pos, end }) => code.slice(pos, end).replace(/^\/\/\s*/, ""));
    return { text: statement.getText(file), expected: values[0] ?? null };
  });
}

/**
 * The JavaScript of an example: the body of an asynchronous function that calls `record__(index, value)` with the value of
 * each statement that promises one.
 */
export function bodyOf(statements: readonly Statement[]): string {
  const lines = statements.map(({ text, expected }, index) => {
    if (expected === null) return text;
    const declared = /^(?:const|let) (\w+)\b/.exec(text);
    if (declared) return `${text}\nawait record__(${index}, () => ${declared[1]});`;
    return `await record__(${index}, async () => (${text.replace(/;$/, "")}));`;
  });
  const { outputText } = ts.transpileModule(`await (async () => {\n${lines.join("\n")}\n})();`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return outputText.replace(/export \{\};\s*$/, "");
}

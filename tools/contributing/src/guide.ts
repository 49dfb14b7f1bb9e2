// Reads the steps out of a guide: a sentence that says what to do, and the code block after it.

export type Step =
  | { readonly kind: "create"; readonly section: string; readonly path: string; readonly code: string }
  | {
      readonly kind: "insert";
      readonly section: string;
      readonly path: string;
      /** A line of the file, without its indentation. The code goes below it. */
      readonly after: string;
      readonly code: string;
    }
  | { readonly kind: "run"; readonly section: string; readonly code: string };

const sentences = {
  create: [/^Create `([^`]+)`:$/, /^新建 `([^`]+)`：$/],
  insert: [/^In `([^`]+)`, insert after `([^`]+)`:$/, /^在 `([^`]+)` 的 `([^`]+)` 之后插入：$/],
  run: [/^Run:$/, /^运行：$/],
};

/** The steps of a guide, in its order. A code block that no step precedes is an error. */
export function stepsOf(markdown: string): Step[] {
  const lines = markdown.split("\n");
  const steps: Step[] = [];
  let section = "";
  let sentence = "";
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.startsWith("#")) section = line.replace(/^#+ /, "");
    if (line.startsWith("```")) {
      const end = lines.indexOf("```", i + 1);
      if (end < 0) throw new Error(`${section}: the code block "${line}" does not end`);
      steps.push(stepOf(section, sentence, lines.slice(i + 1, end).join("\n")));
      i = end;
    } else if (line !== "") sentence = line;
  }
  return steps;
}

function stepOf(section: string, sentence: string, code: string): Step {
  const create = match(sentences.create, sentence);
  if (create) return { kind: "create", section, path: create[1]!, code };
  const insert = match(sentences.insert, sentence);
  if (insert) return { kind: "insert", section, path: insert[1]!, after: insert[2]!, code };
  if (match(sentences.run, sentence)) return { kind: "run", section, code };
  throw new Error(
    `${section}: the line before a code block is "${sentence}"; write "Create \`path\`:", ` +
      '"In `path`, insert after `line`:" or "Run:"',
  );
}

function match(patterns: readonly RegExp[], sentence: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const found = pattern.exec(sentence);
    if (found) return found;
  }
  return null;
}

/** The file with the step's code below the line that the step names. That line must be there once. */
export function inserted(file: string, { path, after, code }: Extract<Step, { kind: "insert" }>): string {
  const lines = file.split("\n");
  const places = lines.flatMap((line, i) => (line.trim() === after ? [i] : []));
  if (places.length !== 1) {
    throw new Error(
      `${path} has ${places.length === 0 ? "no line" : `${places.length} lines`} "${after}"; ` +
        "choose a line for the guide that is there once",
    );
  }
  lines.splice(places[0]! + 1, 0, code);
  return lines.join("\n");
}

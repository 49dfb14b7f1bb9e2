/**
 * Questions before figures. In a page's source stand
 *
 *     <Predict>
 *
 *     The question?
 *
 *     - [ ] An answer.
 *     - [x] The right answer.
 *
 *     Why it is right.
 *
 *     </Predict>
 *
 *     <Figure name="why-scale" />
 *
 * and this gives each question as one tag of theme/Predict.vue: its texts rendered, and the name of the figure that follows.
 *
 * @throws Error if a question lacks a text, a reason or a figure in its section, or has not one right answer of two to four.
 */
export function withPredictions(source: string, page: string, render: (text: string) => string): string {
  return source.replace(/^<Predict>\n(.*?)\n<\/Predict>$/gms, (whole, inner: string, at: number) => {
    const after = source.slice(at + whole.length);
    const [, figure] = /^(?:## |<Predict>|<Figure name="([\w-]+)")/m.exec(after) ?? [];
    const [, question = "", list = "", why = ""] =
      /^(.+?)\n\n((?:- \[[ x]\] .+\n)+)\n(.+)$/s.exec(inner.trim()) ?? [];
    const answers = list.trim().split("\n");
    const right = answers.filter((answer) => answer.startsWith("- [x]"));
    const wrong = [
      ...(list === "" ? ["a question, a list of answers and a reason, with an empty line between"] : []),
      ...(answers.length < 2 || answers.length > 4
        ? [`two to four answers instead of ${answers.length}`]
        : []),
      ...(right.length === 1 ? [] : [`one right answer, "- [x] …", instead of ${right.length}`]),
      ...(figure === undefined ? ["a <Figure> after it in its section"] : []),
    ];
    if (wrong.length > 0) throw new Error(`${page}: this <Predict> needs ${wrong.join("; ")}:\n${inner}`);
    const slots = [
      ["question", question],
      ["why", why],
      ...answers.map((answer, i) => [`answer${i}`, answer.slice(6)]),
    ];
    const texts = slots.map(
      ([name, text = ""]) => `<template #${name}>${render(text.replaceAll("\n", " "))}</template>`,
    );
    const settings = `figure="${figure}" :right="${answers.indexOf(right[0]!)}" :answers="${answers.length}"`;
    return `<Predict ${settings}>${texts.join("")}</Predict>`;
  });
}

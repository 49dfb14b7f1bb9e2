import { createMarkdownRenderer } from "vitepress";
import { expect, test } from "vitest";
import { extend } from "../.vitepress/markdown.ts";

/** A question with these answers, and what follows it. */
function page(answers: readonly string[], after = '<Figure name="why-scale" />'): string {
  const list = answers.map((answer) => `- ${answer}`).join("\n");
  return `# Title\n\n<Predict>\n\nWhat is $q$ *there*?\nSay.\n\n${list}\n\nBecause.\n\n</Predict>\n\n${after}\n`;
}

async function rendered(source: string): Promise<string> {
  const md = await createMarkdownRenderer(".", { config: extend });
  return md.renderAsync(source, { relativePath: "book/gradients.md" });
}

test("a question becomes a tag with its texts, the place of the right answer, and the figure that follows", async () => {
  const html = await rendered(
    page(
      ["[ ] One.", "[x] **Two**, [here](./tensors).", "[ ] Three."],
      'Text.\n\n<Figure name="why-scale" />',
    ),
  );
  expect(html).toContain(
    '<Predict figure="why-scale" :right="1" :answers="3"><template #question>What is <span v-pre',
  );
  expect(html).toContain(
    "<em>there</em>? Say.</template><template #why>Because.</template><template #answer0>One.</template>",
  );
  expect(html).toMatch(
    /<template #answer1><strong>Two<\/strong>, <a href="\.\/tensors[^"]*">here<\/a>\.<\/template>/,
  );
  expect(html).toMatch(/<\/Predict>\s*<p>Text\.<\/p>/);
});

test.each([
  [["[ ] One.", "[ ] Two."], undefined, /one right answer.*instead of 0/],
  [["[x] One.", "[x] Two."], undefined, /one right answer.*instead of 2/],
  [["[x] One."], undefined, /two to four answers instead of 1/],
  [["[x] 1", "[ ] 2", "[ ] 3", "[ ] 4", "[ ] 5"], undefined, /two to four answers instead of 5/],
  [["One.", "Two."], undefined, /a question, a list of answers and a reason/],
  [["[ ] One.", "[x] Two."], '## Next\n\n<Figure name="why-scale" />', /a <Figure> after it/],
  [["[ ] One.", "[x] Two."], page(["[x] 1", "[ ] 2"]).slice(9), /a <Figure> after it/],
] as const)("%j is refused", async (answers, after, message) => {
  await expect(rendered(page(answers, after))).rejects.toThrow(message);
});

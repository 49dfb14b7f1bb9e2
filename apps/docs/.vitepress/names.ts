import type { MarkdownRenderer } from "vitepress";
import { areas, rowsOf } from "../scripts/names-table.ts";
import { type Lang, prefix } from "./pages.ts";
import type { Section } from "./search/sections.ts";

const page = /^(zh\/)?guide\/pytorch-names\.md$/;
const titleOf: Readonly<Record<Lang, string>> = { en: "PyTorch's names", zh: "PyTorch 名称对照" };

/** Gives each row of the page of PyTorch's names its name as an id, so that links and the search lead to it. */
export function nameRows(md: MarkdownRenderer): void {
  md.core.ruler.push("name-rows", ({ tokens, env }) => {
    if (!page.test(env.relativePath)) return;
    tokens.forEach((token, i) => {
      if (token.type !== "tr_open" || tokens[i + 1]?.type !== "td_open") return;
      const [name] = tokens[i + 2]?.children ?? [];
      if (name?.type === "code_inline") token.attrSet("id", name.content);
    });
  });
}

/** Each row as the search finds it: under the name, with what programs write for it (`F.relu`). */
export function rowSections(lang: Lang): readonly Section[] {
  const address = `${prefix(lang)}/guide/pytorch-names`;
  return areas.flatMap(rowsOf).map(({ pytorch, here, from, note }) => ({
    id: `${address}#${pytorch}`,
    title: pytorch,
    titles: [titleOf[lang]],
    text: `${here ?? ""} ${from ?? ""} ${note}`,
    keywords: pytorch.startsWith("torch.nn.functional.") ? pytorch.replace("torch.nn.functional", "F") : "",
  }));
}

import type { MarkdownRenderer } from "vitepress";
import { areas, rowsOf } from "../scripts/names-table.ts";
import { type Lang, prefix } from "./languages.ts";
import type { Section } from "./search/sections.ts";

const page = /^(zh\/)?guide\/pytorch-names\.md$/;
const titleOf: Readonly<Record<Lang, string>> = { en: "PyTorch's names", zh: "PyTorch 名称对照" };

/** Gives each row of the page of PyTorch's names its name as an id, so that links and the search lead to it, the first time. */
export function nameRows(md: MarkdownRenderer): void {
  md.core.ruler.push("name-rows", ({ tokens, env }) => {
    if (!page.test(env.relativePath)) return;
    const known = new Set<string>();
    tokens.forEach((token, i) => {
      if (token.type !== "tr_open" || tokens[i + 1]?.type !== "td_open") return;
      const [name] = tokens[i + 2]?.children ?? [];
      if (name?.type !== "code_inline" || known.has(name.content)) return;
      known.add(name.content);
      token.attrSet("id", name.content);
    });
  });
}

const asked =
  "PyTorch names, PyTorch API, equivalent of torch, cheat sheet, NumPy names, 对照表, 名称对照, PyTorch 名称, 等价写法";

/** The page as the search finds it, and each row under its name, with what programs write for it (`F.relu`). */
export function rowSections(lang: Lang): readonly Section[] {
  const address = `${prefix(lang)}/guide/pytorch-names`;
  const title = titleOf[lang];
  const rows = areas.flatMap(rowsOf).map(({ pytorch, here, from, note }) => ({
    id: `${address}#${pytorch}`,
    title: pytorch,
    titles: [title],
    text: `${here ?? ""} ${from ?? ""} ${note}`,
    keywords: pytorch.startsWith("torch.nn.functional.") ? pytorch.replace("torch.nn.functional", "F") : "",
  }));
  return [{ id: address, title, titles: [], text: "", keywords: asked }, ...rows];
}

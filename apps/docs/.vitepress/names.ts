import type { MarkdownRenderer } from "vitepress";

const page = "guide/pytorch-names.md";

/** Gives each row of the page of PyTorch's names its name as an id, so that links and the search lead to it. */
export function nameRows(md: MarkdownRenderer): void {
  md.core.ruler.push("name-rows", ({ tokens, env }) => {
    if (env.relativePath !== page) return;
    tokens.forEach((token, i) => {
      if (token.type !== "tr_open" || tokens[i + 1]?.type !== "td_open") return;
      const [name] = tokens[i + 2]?.children ?? [];
      if (name?.type === "code_inline") token.attrSet("id", name.content);
    });
  });
}

const short = [
  ["torch.nn.functional.", "F."],
  ["torch.nn.init.", "nn.init."],
] as const;

/**
 * What the search finds in a page. In that of PyTorch's names each row is a section of its own, under the name and under what
 * programs write for it (`F.relu`).
 */
export function searchable(path: string, html: string): string {
  if (path !== page) return html;
  return html.replace(/<tr id="([^"]+)"[^>]*>(.*?)<\/tr>/gs, (_, name: string, cells: string) => {
    const others = short.filter(([long]) => name.startsWith(long));
    const text = [cells, ...others.map(([long, alias]) => name.replace(long, alias))].join(" ");
    return `<h2>${name} <a href="#${name}">#</a></h2>${text}`;
  });
}

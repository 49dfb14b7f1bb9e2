import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { katex } from "@mdit/plugin-katex";
import type { MarkdownOptions, MarkdownRenderer } from "vitepress";
import { withChapters } from "./chapters.ts";
import { nameRows } from "./names.ts";
import { withOverview } from "./overview.ts";
import { withPredictions } from "./predictions.ts";
import { withSyllabus } from "./syllabus.ts";
import { withNote } from "./untranslated.ts";

const code = fileURLToPath(new URL("../code/", import.meta.url));

/**
 * Highlights each block of code once. A page is rendered for the site and twice for the search, most blocks stand in both
 * languages, and highlighting is most of a build's work.
 */
export const highlightOnce: NonNullable<MarkdownOptions["shikiSetup"]> = (highlighter) => {
  const highlight = highlighter.codeToHtml;
  const known = new Map<string, string>();
  highlighter.codeToHtml = (source, options) => {
    const key = `${options.lang} ${options.meta?.["__raw"]}\n${source}`;
    // Without a limit of time, so that a busy machine gives the same colours.
    const html = known.get(key) ?? highlight(source, { ...options, tokenizeTimeLimit: 0 });
    known.set(key, html);
    return html;
  };
};

/** A line of code has as many columns where pages are 1,280 px wide, in a box too. */
const columns = 72;

/** Marks lines that may have to go on in the next one, and tells the style sheet where they begin. */
export const markLongLines: NonNullable<MarkdownOptions["codeTransformers"]>[number] = {
  line(node) {
    const text = textOf(node);
    if (text.length <= columns) return;
    this.addClassToHast(node, "long");
    node.properties["style"] = `--indent: ${text.search(/\S|$/)}ch`;
  },
};

interface Node {
  readonly value?: string;
  readonly children?: readonly Node[];
}

function textOf({ value = "", children = [] }: Node): string {
  return value + children.map(textOf).join("");
}

/** Formulas, and below every block that comes from a program in `code/` a place for its Run button. */
export function extend(md: MarkdownRenderer): void {
  md.use(katex, {
    // Vue would take the braces of a formula for its own. A wide formula can be scrolled with the keyboard.
    transformer: (html: string, display: boolean) =>
      html.replace(/^<(\w+)/, `<$1 v-pre${display ? ' tabindex="0"' : ""}`),
  });
  md.use(nameRows);
  // What pages have from tables of chapters, before blocks are read.
  md.core.ruler.before("normalize", "written-parts", (state) => {
    const page: unknown = state.env?.relativePath;
    if (typeof page === "string") {
      for (const fill of [withChapters, withOverview, withSyllabus]) state.src = fill(state.src, page);
      state.src = withPredictions(state.src, page, (text) => md.renderInline(text, { ...state.env }));
    }
    // A Chinese page that its English one has left behind.
    if (state.env?.frontmatter?.outdated)
      state.src = withNote(state.src, "英文版已有改动，本页尚未更新，内容可能与英文版不一致。");
  });
  // The corner of a table heads nothing: an empty header would be read out as one.
  md.core.ruler.push("empty-headers", ({ tokens }) => {
    tokens.forEach((token, i) => {
      if (token.type !== "th_open" || tokens[i + 1]?.content !== "") return;
      token.tag = "td";
      tokens[i + 2]!.tag = "td";
    });
  });
  const fence = md.renderer.rules.fence;
  if (fence === undefined) throw new Error("VitePress gave no renderer for code blocks");
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const html = fence(tokens, index, options, env, self);
    const program = programOf(tokens[index]);
    return program === null
      ? html
      : html.replace(
          /<\/div>\s*$/,
          `<div class="program-tools vp-raw" data-program="${program}"></div></div>`,
        );
  };
}

/** The program that a code block is included from, if a page can run it. */
function programOf(token: { meta: { src?: unknown } | null } | undefined): string | null {
  const file = token?.meta?.src;
  if (typeof file !== "string" || !file.startsWith(code) || !file.endsWith(".ts")) return null;
  const program = relative(code, file);
  return /^(node|host)\/|\.solution\.ts$/.test(program) ? null : program;
}

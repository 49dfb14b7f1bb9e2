import { fileURLToPath } from "node:url";
import { inEnglish, untranslated } from "../.vitepress/untranslated.ts";

const docs = fileURLToPath(new URL("..", import.meta.url));

/** The pages that wait for a translator, in English. VitePress asks for them under this name, and again when a page changes. */
export default {
  watch: ["../*.md", "../book/*.md", "../guide/*.md", "./**/*.md"],
  paths: () => untranslated(docs).map((page) => ({ params: { page }, content: inEnglish(docs, page) })),
};

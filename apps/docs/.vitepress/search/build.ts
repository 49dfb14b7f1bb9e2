import MiniSearch from "minisearch";
import type { Plugin } from "vite";
import type { Lang } from "../languages.ts";
import { rowSections } from "../names.ts";
import { nameSections } from "../reference/search.ts";
import { fields } from "./engine.ts";
import { type Section, sectionsIn } from "./sections.ts";
import { isStop, phraseOf, termsOf } from "./terms.ts";

/** The index of sections. It leaves out what nobody asks for: numbers, and in texts words without a meaning of their own. */
export function indexOf(sections: readonly Section[]): MiniSearch<Section> {
  const index = new MiniSearch<Section>({
    ...fields,
    tokenize: (text, field) => {
      if (field === "title") return [...termsOf(text)];
      if (field === "keywords") return [...termsOf(text), ...text.split(",").map(phraseOf)];
      return termsOf(text).filter((term) => !isStop(term) && !/^(\d+|[a-z])$/.test(term));
    },
    processTerm: (term) => term,
  });
  index.addAll(sections);
  return index;
}

const engine = new URL("./engine.ts", import.meta.url).pathname;

/**
 * Puts our search into VitePress's box: VitePress renders the pages (see config.ts) and shows results, the index and the order of
 * results are ours.
 */
export function ownSearch(): Plugin {
  return {
    name: "saccade-search",
    enforce: "pre",
    resolveId: {
      filter: { id: /^minisearch$/ },
      handler: (_, importer) => (importer?.includes("VPLocalSearchBox") ? engine : null),
    },
    transform: {
      order: "post",
      filter: { id: /@localSearchIndex(root|zh)(\?|$)/ },
      handler(_, id) {
        const lang: Lang = id.includes("Indexroot") ? "en" : "zh";
        const index = JSON.stringify(
          indexOf([...sectionsIn(lang), ...rowSections(lang), ...nameSections(lang)]),
        );
        return { code: `export default ${JSON.stringify(index)}`, map: null };
      },
    },
  };
}

import type { Plugin } from "vite";
import { nameIndex } from "./reference/search.ts";

/** An index of MiniSearch as it is stored; numbers stand for documents and fields. */
export interface StoredIndex {
  documentCount: number;
  nextId: number;
  readonly documentIds: Record<string, string>;
  readonly fieldLength: Record<string, number[]>;
  readonly averageFieldLength: number[];
  readonly storedFields: Record<string, unknown>;
  readonly index: [term: string, byField: Record<string, Record<string, number>>][];
}

/** Adds the documents of another index that `wanted` names to an index with the same fields. */
export function addDocuments(to: StoredIndex, from: StoredIndex, wanted: (id: string) => boolean): void {
  const added = new Map<string, string>();
  for (const [short, id] of Object.entries(from.documentIds)) {
    if (!wanted(id)) continue;
    const own = String(to.nextId++);
    added.set(short, own);
    to.documentIds[own] = id;
    to.fieldLength[own] = from.fieldLength[short]!;
    to.storedFields[own] = from.storedFields[short];
    to.documentCount++;
    from.fieldLength[short]!.forEach((length, field) => {
      const mean = to.averageFieldLength[field] ?? 0;
      to.averageFieldLength[field] = mean + ((length ?? 0) - mean) / to.documentCount;
    });
  }
  const terms = new Map(to.index);
  for (const [term, byField] of from.index) {
    for (const [field, counts] of Object.entries(byField)) {
      const kept = Object.entries(counts).flatMap(([short, count]) => {
        const own = added.get(short);
        return own === undefined ? [] : [[own, count] as const];
      });
      if (kept.length === 0) continue;
      let mine = terms.get(term);
      if (mine === undefined) {
        mine = {};
        terms.set(term, mine);
        to.index.push([term, mine]);
      }
      mine[field] = { ...mine[field], ...Object.fromEntries(kept) };
    }
  }
}

/** What exists in English only: the rows of PyTorch's names. */
const english = (id: string): boolean => id.startsWith("/guide/pytorch-names#");

/** Lets the search find the names of the reference, and that of the Chinese pages what exists in English only. */
export function searchEverywhere(): Plugin {
  let found: (code: string) => void;
  const root = new Promise<string>((resolve) => {
    found = resolve;
  });
  return {
    name: "saccade-search",
    enforce: "post",
    transform: {
      filter: { id: /@localSearchIndex(root|zh)$/ },
      async handler(code, id) {
        const lang = id.endsWith("root") ? "en" : "zh";
        if (lang === "en") found(code);
        const to = indexIn(code);
        if (lang === "zh" && this.environment.mode === "build")
          addDocuments(to, indexIn(await root), english);
        addDocuments(to, JSON.parse(JSON.stringify(nameIndex(lang))), () => true);
        return { code: `export default ${JSON.stringify(JSON.stringify(to))}`, map: null };
      },
    },
  };
}

// VitePress writes a module whose default export is the index as a text.
function indexIn(code: string): StoredIndex {
  return JSON.parse(JSON.parse(code.replace(/^export default /, "").replace(/;?\s*$/, "")));
}

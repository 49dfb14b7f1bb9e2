import type { Options } from "minisearch";
import { search } from "../.vitepress/search.ts";

const given = search.provider === "local" ? search.options?.miniSearch : undefined;

/** MiniSearch's options as VitePress's plugin and its search box make them. */
export const searchBox: Options = {
  fields: ["title", "titles", "text"],
  storeFields: ["title", "titles"],
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    ...given?.searchOptions,
  },
  ...given?.options,
};

import pages from "../former.json" with { type: "json" };
import { listed, type Name } from "./names.ts";

// Before each name had a page, a page had the declarations of one source file: /reference/nn/linear#type-linear. former.json lists
// the names of each as they were then, since files have moved.

/** The names of each former page by its path, without those that are gone. */
export function namesOfFormer(names: readonly Name[]): [path: string, names: readonly Name[]][] {
  const known = listed(names, ({ name }) => name);
  const likeness = (path: string, { file }: Name): number =>
    2 * Number(file.split("/")[1] === path.split("/")[0]) +
    Number(file.includes("/definitions/") === path.includes("/definitions"));
  return Object.entries(pages).map(([path, list]) => [
    path,
    list.split(" ").flatMap((name) => {
      const found = known.get(name) ?? [];
      return found.toSorted((a, b) => likeness(path, b) - likeness(path, a)).slice(0, 1);
    }),
  ]);
}

/** The id of a name there; its members had ids that began with it. */
export function formerId(name: Name): string {
  return name.name.split(".").map(formerAnchor).join("-");
}

function formerAnchor(name: string): string {
  const small = name
    .replaceAll(/[^\w$-]/g, "")
    .replaceAll("_", "-")
    .toLowerCase();
  return /^[A-Z]/.test(name) ? `type-${small}` : small;
}

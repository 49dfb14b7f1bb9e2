import { damaged, isPart, type Place, refuse } from "./parts.ts";

/**
 * Checks that the tokens which are added to each text have the ids that the file gives them: the library looks them up by name.
 *
 * @throws PretrainedError where they have not
 */
export function checkAdded(file: string, processor: unknown, idOf: (token: string) => number | null): void {
  const place = `${file}: post_processor`;
  for (const [name, ids] of addedIn(processor, place)) {
    const id = idOf(name);
    if (Array.isArray(ids) && ids.length === 1 && ids[0] === id) continue;
    const own = id === null ? "none" : `id ${id}`;
    const problem = `${JSON.stringify(name)} maps to the ids ${JSON.stringify(ids)}, but the token has ${own}`;
    refuse(place, `${problem}; supported: the token's own id`);
  }
}

/** The tokens that a processor adds, and those inside it, each with the ids that the file gives it. */
function addedIn(part: unknown, place: Place): (readonly [name: string, ids: unknown])[] {
  if (!isPart(part)) return [];
  const { type, processors, single, special_tokens: specials, sep, cls } = part;
  if (type === "Sequence" && Array.isArray(processors))
    return processors.flatMap((inside) => addedIn(inside, place));
  const pairs = [sep, cls].filter((pair) => Array.isArray(pair));
  const added = pairs.map(([name, id]) => [String(name), [id]] as const);
  if (type !== "TemplateProcessing") return added;
  if (!Array.isArray(single)) throw damaged(`${place}.single`, "it is not a list");
  const names = single.filter((step) => "SpecialToken" in Object(step)).map(nameOf);
  return [...names.map((name) => [name, Object(Object(specials)[name]).ids] as const), ...added];
}

function nameOf({ SpecialToken: special }: { SpecialToken?: unknown }): string {
  return String(Object(special).id);
}

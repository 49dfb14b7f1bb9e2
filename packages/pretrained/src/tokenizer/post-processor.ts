import { damaged, isPart, mapParts, type Part, type Place, refuse } from "./parts.ts";

/**
 * Checks that the tokens which are added to each text have the ids that the file gives them: the library looks them up by name.
 *
 * @throws PretrainedError where they have not
 */
export function checkAdded(file: string, processor: unknown, idOf: (token: string) => number | null): void {
  if (!isPart(processor)) return;
  const place = `${file}: post_processor`;
  mapParts(processor, "processors", (part) => {
    if (part["type"] === "TemplateProcessing") checkTemplate(part, place, idOf);
    for (const name of ["sep", "cls"]) {
      const pair = part[name];
      if (Array.isArray(pair)) checkOne(String(pair[0]), [pair[1]], place, idOf);
    }
    return part;
  });
}

function checkTemplate(
  { single, special_tokens: specials }: Part,
  place: Place,
  idOf: (token: string) => number | null,
): void {
  if (!Array.isArray(single)) throw damaged(`${place}.single`, "it is not a list");
  for (const step of single) {
    const { SpecialToken: special }: { SpecialToken?: { id?: unknown } } = Object(step);
    if (special === undefined) continue;
    const name = String(special.id);
    const { ids }: { ids?: unknown } = Object(Object(specials)[name]);
    checkOne(name, ids, place, idOf);
  }
}

function checkOne(name: string, ids: unknown, place: Place, idOf: (token: string) => number | null): void {
  const id = idOf(name);
  if (Array.isArray(ids) && ids.length === 1 && ids[0] === id) return;
  const own = id === null ? "none" : `id ${id}`;
  const problem = `${JSON.stringify(name)} stands for the ids ${JSON.stringify(ids)}, and the token has ${own}`;
  refuse(place, `${problem}; supported: the token's own id`);
}

/** Where a name is that had this id before each name had a page; its members' ids began with its own. */
export function targetOf(moved: Readonly<Record<string, string>>, hash: string): string | null {
  const wanted = hash.slice(1);
  const ids = Object.keys(moved).filter((id) => wanted === id || wanted.startsWith(`${id}-`));
  const id = ids.toSorted((a, b) => b.length - a.length)[0];
  if (id === undefined) return null;
  const member = wanted.slice(id.length + 1).replace(/^(properties|ops)$/, "about-$1");
  const link = moved[id]!;
  return member === "" || link.includes("#") ? link : `${link}#${member}`;
}

import { builtinModules } from "node:module";

const longest = 214;
const reserved: ReadonlySet<string> = new Set(["node_modules", "favicon.ico", ...builtinModules]);

/** Why npm would refuse the name for a new package, or null if it would not. */
export function nameProblem(name: string): string | null {
  if (name === "") return "it is empty";
  if (name.length > longest) return `it has more than ${longest} characters`;
  if (/^[._-]/.test(name)) return `it starts with "${name[0]}"`;
  if (name !== name.toLowerCase()) return "it has capital letters";
  const odd = /[^a-z0-9._~-]/.exec(name);
  if (odd !== null) return `it contains ${JSON.stringify(odd[0])}`;
  if (reserved.has(name)) return "the name is taken by Node or npm";
  return null;
}

/** A valid name like this one, or null. */
export function similarName(name: string): string | null {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "") // accents
    .replace(/[^a-z0-9._~-]+/g, "-")
    .replace(/^[._~-]+|-+$/g, "")
    .slice(0, longest);
  if (plain === "") return null;
  return nameProblem(plain) === null ? plain : `${plain.slice(0, longest - 4)}-app`;
}

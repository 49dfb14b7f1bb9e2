import type { Name } from "./names.ts";

// Until each name had a page, a page held what one source file declares: /reference/nn/linear#type-linear.

/** The path of the page on which a name stood. */
export function formerPath({ file }: Name): string {
  const [, folder, , ...path] = file.replace(/\.tsx?$/, "").split("/");
  const name = path.join("-").replace(/^ops-/, "");
  return `${folder}/${name === "index" ? "main" : name}`;
}

/** The id under which it stood there; its members had ids that began with it. */
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

import type { Name } from "./names.ts";

// Before each name had a page, a page had the declarations of one source file: /reference/nn/linear#type-linear.

/** The path of the former page of a name. */
export function formerPath({ file }: Name): string {
  const [, folder, , ...path] = file.replace(/\.tsx?$/, "").split("/");
  const name = path.join("-").replace(/^ops-/, "");
  return `${folder}/${name === "index" ? "main" : name}`;
}

/** Its id there; its members had ids that began with it. */
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

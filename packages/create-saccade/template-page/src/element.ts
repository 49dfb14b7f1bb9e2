/** The element of the page with this id and type, or an error that names it. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`index.html has no ${type.name} with the id "${id}".`);
}

/**
 * A project that cannot be created as requested. The message explains why, and the fix.
 *
 * @example await createProject({ folder: ".", template: "page" }); // throws CreateError
 */
export class CreateError extends Error {
  override readonly name: string = "CreateError";
}

/** The name of a template. */
export type TemplateName = "page" | "node";

/** A template of a project. */
export interface Template {
  /** One line for people. */
  readonly about: string;
  /** The script of its package.json to run after the installation. */
  readonly script: "dev" | "start";
}

/** The templates by name. */
export const templates: Readonly<Record<TemplateName, Template>> = {
  page: { about: "a Vite page that trains in a Worker and draws attention", script: "dev" },
  node: { about: "a Node program that trains, prints attention and saves a checkpoint", script: "start" },
};

/** The names, in the order in which they are offered. */
export const templateNames: readonly TemplateName[] = ["page", "node"];

/** @throws CreateError unless it is the name of a template, which it lists. */
export function checkTemplate(what: string, name: unknown): TemplateName {
  const known = templateNames.find((template) => template === name);
  if (known !== undefined) return known;
  throw new CreateError(`${what}: there is no template ${shown(name)}; choose ${templateNames.join(" or ")}`);
}

/** A value, as messages show it. */
export function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

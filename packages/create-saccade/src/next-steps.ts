import { relative } from "node:path";
import type { Project } from "./create-project.ts";
import { type TemplateName, templates } from "./templates.ts";

/**
 * The commands that follow, for the package manager that ran this program.
 *
 * @param agent npm_config_user_agent, as set by package managers, such as "pnpm/12.21.0 npm/? node/v20.20.2"
 */
export function nextSteps(project: Project, template: TemplateName, agent: string): string[] {
  const known = ["pnpm", "yarn", "bun"];
  const manager = known.find((name) => agent.startsWith(`${name}/`)) ?? "npm";
  const { script } = templates[template];
  const run = script === "start" ? `${manager} start` : `${manager} run ${script}`;
  const path = relative("", project.folder);
  const enter = path === "" ? [] : [`cd ${/\s/.test(path) ? JSON.stringify(path) : path}`];
  return [...enter, `${manager} install`, run];
}

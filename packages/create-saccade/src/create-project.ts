import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CreateError, checkTemplate, shown, type TemplateName, templates } from "./templates.ts";

// A project made of a template: its name, its files, and what to do next.

const own: string = fileURLToPath(new URL("..", import.meta.url));

/** The project to create. */
export interface ProjectOptions {
  /** The folder of the project, which need not exist. Its name becomes the name of the package. */
  readonly folder: string;
  /** The template. */
  readonly template: TemplateName;
}

/** A project that was created. */
export interface Project {
  /** Its folder, as an absolute path. */
  readonly folder: string;
  /** The name in its package.json. */
  readonly name: string;
  /** The files, as paths inside the folder. */
  readonly files: readonly string[];
}

/**
 * Creates a project in a folder that is empty or does not exist. Nothing is installed, and no file is overwritten.
 *
 * @throws CreateError for an unknown option or template, a folder whose name npm does not allow for a package, and a
 * folder that holds files.
 * @example (await createProject({ folder: "my-app", template: "page" })).name // "my-app"
 */
export async function createProject(options: ProjectOptions): Promise<Project> {
  const template = checkOptions(options);
  const folder = resolve(options.folder);
  const name = packageName(folder);
  await checkEmpty(folder);
  const files = new Map([...(await filesOf("template-common")), ...(await filesOf(`template-${template}`))]);
  files.set("package.json", await withVersions(files.get("package.json") ?? "", name));
  for (const [path, text] of files) {
    const file = join(folder, path);
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { flag: "wx" }); // fails where there is a file
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CreateError(`cannot write ${file} (${reason}); choose another folder`, { cause });
    }
  }
  return { folder, name, files: [...files.keys()].sort() };
}

function checkOptions(options: ProjectOptions): TemplateName {
  const what = "createProject";
  const example = 'createProject({ folder: "my-app", template: "page" })';
  for (const key of Object.keys(Object(options))) {
    if (key !== "folder" && key !== "template")
      throw new CreateError(`${what}: no option "${key}"; write ${example}`);
  }
  const { folder, template }: Partial<ProjectOptions> = Object(options);
  if (typeof folder !== "string" || folder === "")
    throw new CreateError(`${what}: folder must be a path, got ${shown(folder)}; write ${example}`);
  return checkTemplate(what, template);
}

/** @throws CreateError unless the folder's name can be a package's name. */
export function packageName(folder: string): string {
  const name = basename(resolve(folder));
  const problem = nameProblem(name);
  if (problem === null) return name;
  const similar = similarName(name);
  const fix = similar === null ? "choose another name, such as my-app" : `"${similar}" would do`;
  throw new CreateError(`"${name}" cannot be the name of a package: ${problem}; ${fix}`);
}

/** @throws CreateError for a folder that holds anything but a fresh Git repository, and for a file of that name. */
export async function checkEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR")
      throw new CreateError(`${folder} is a file; choose the name of a new folder`);
    throw new CreateError(`${folder} cannot be read (${error.message}); choose another folder`, {
      cause: error,
    });
  });
  const files = found.filter((file) => file !== ".git");
  if (files.length === 0) return;
  const some = files.slice(0, 3).join(", ") + (files.length > 3 ? ", …" : "");
  throw new CreateError(
    `${folder} is not empty (${some}); choose a new folder, or move these files away first. Nothing was changed`,
  );
}

/** The texts of a template's files by their paths in a project. */
async function filesOf(template: string): Promise<Map<string, string>> {
  const root = join(own, template);
  const files = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const inside = join(entry.parentPath, entry.name).slice(root.length + 1);
    // npm leaves .gitignore out of packages; a published package has no other file of that kind either.
    const path = inside.replace(/^_/, ".");
    files.set(path, await readFile(join(root, inside), "utf8"));
  }
  return files;
}

/** Names the package, and asks for the packages of Saccade that were published together with this one. */
async function withVersions(text: string, name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(own, "package.json"), "utf8"));
  const manifest = JSON.parse(text);
  for (const dependency of Object.keys(manifest.dependencies)) {
    if (dependency.startsWith("@saccade/")) manifest.dependencies[dependency] = `^${version}`;
  }
  return `${JSON.stringify({ ...manifest, name }, null, 2)}\n`;
}

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

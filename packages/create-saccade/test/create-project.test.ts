import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProject } from "../src/create-project.ts";
import { templateNames } from "../src/templates.ts";

const read = async (path: string | URL) => JSON.parse(await readFile(path, "utf8"));
const own = new URL("..", import.meta.url);
let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "create-saccade-"));
});
afterEach(() => rm(parent, { recursive: true }));

test.each(templateNames)(
  "%s: the package has the folder's name and the versions published with this one",
  async (template) => {
    const folder = join(parent, "my-app");
    const { name, files } = await createProject({ folder, template });
    expect(name).toBe("my-app");
    expect(files).toEqual(
      expect.arrayContaining([".gitignore", "package.json", "src/model.ts", ".oxlintrc.json"]),
    );
    const manifest = await read(join(folder, "package.json"));
    expect(manifest.name).toBe("my-app");
    const { version } = await read(new URL("package.json", own));
    expect(manifest.dependencies["@saccade/attention"]).toBe(`^${version}`);
  },
);

test.each(templateNames)("%s: its tools are those that the workspace tests with", async (template) => {
  const { devDependencies: tools } = await read(new URL(`template-${template}/package.json`, own));
  const { devDependencies: used } = await read(new URL("../../package.json", own));
  const plot = await read(new URL("../plot/package.json", own));
  const { dependencies } = await read(new URL(`template-${template}/package.json`, own));
  // The linter runs in created projects alone: pnpm test:create.
  for (const name of Object.keys(tools).filter((name) => !name.startsWith("oxlint")))
    expect([name, tools[name]]).toEqual([name, used[name]]);
  if (dependencies.uplot !== undefined) expect(dependencies.uplot).toBe(plot.dependencies.uplot);
});

test("a folder with files is refused, and nothing in it changes", async () => {
  const folder = join(parent, "my-app");
  await mkdir(folder);
  await writeFile(join(folder, "notes.txt"), "mine");
  const refused = createProject({ folder, template: "page" });
  await expect(refused).rejects.toThrow("is not empty (notes.txt); choose a new folder");
  expect(await readdir(folder)).toEqual(["notes.txt"]);
});

test("an empty folder and a fresh Git repository are used, a file is refused", async () => {
  const folder = join(parent, "my-app");
  await mkdir(join(folder, ".git"), { recursive: true });
  await createProject({ folder, template: "node" });
  await expect(createProject({ folder: join(folder, "package.json"), template: "node" })).rejects.toThrow(
    "is a file",
  );
});

test.each([
  [{ folder: "my-app", template: "pages" }, 'no template "pages"; choose page or node'],
  [{ folder: "", template: "page" }, "folder must be a path"],
  [{ folder: "my-app", template: "page", force: true }, 'no option "force"'],
  [{ folder: "My App", template: "page" }, 'it has capital letters; "my-app" would do'],
])("%j is refused", async (options, message) => {
  await expect(createProject(options as Parameters<typeof createProject>[0])).rejects.toThrow(message);
});

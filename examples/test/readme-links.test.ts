import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readmes, root } from "./readmes.ts";

const guides = ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"].map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8"),
}));
const pages = [...readmes(), ...guides];

/** The names by which GitHub and npm link to a page's headings. */
function anchorsOf(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function leads(from: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const at = file === "" ? join(root, from) : resolve(root, dirname(from), file);
  if (!existsSync(at)) return false;
  if (anchor === undefined) return true;
  const page = statSync(at).isDirectory() ? join(at, "README.md") : at;
  return anchorsOf(readFileSync(page, "utf8")).includes(anchor);
}

test.each(pages)("the links of $path lead somewhere", ({ path, text }) => {
  const links = Array.from(
    text.replaceAll(/`[^`\n]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g),
    ([, link = ""]) => link,
  );
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && !leads(path, link))).toEqual([]);
});

/** The scripts of every package.json, since a text may say in which folder a command runs. */
const scripts = new Set(
  ["packages", "apps", "tools"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .concat(".", "examples")
    .map((folder) => join(root, folder, "package.json"))
    .filter(existsSync)
    .flatMap((file): string[] => Object.keys(JSON.parse(readFileSync(file, "utf8")).scripts ?? {})),
);
const ofPnpm = ["install", "create", "tsx"];

test.each(pages)("the commands of $path exist", ({ text }) => {
  const commands = text.matchAll(
    /(?:^|`)(?:npx -y )?pnpm(?:@[\d.]+)? (?:--filter \S+ )?(?:run )?([a-z][\w:-]*)/gm,
  );
  const names = Array.from(commands, ([, name = ""]) => name);
  expect(names.filter((name) => !scripts.has(name) && !ofPnpm.includes(name))).toEqual([]);
  const programs = Array.from(
    text.matchAll(/@saccade\/source ((?:examples|apps|tools)\/\S+\.ts)/g),
    ([, file = ""]) => file,
  );
  expect(programs.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

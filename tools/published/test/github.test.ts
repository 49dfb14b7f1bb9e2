import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { publishedPackages, workspace } from "../src/packages.ts";
import { refusals } from "../src/release/release/workflow.ts";

const text = (path: string): string => readFileSync(join(workspace, path), "utf8");
const filesIn = (folder: string): string[] =>
  readdirSync(join(workspace, folder)).map((name) => `${folder}/${name}`);

/** A YAML file, which has to be free of errors and of warnings such as repeated keys. */
function yaml<T>(path: string): T {
  const document = parseDocument(text(path));
  expect([...document.errors, ...document.warnings], path).toEqual([]);
  return document.toJS();
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly name: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = filesIn(".github/workflows");
const { packageManager, scripts, repository } = JSON.parse(text("package.json"));

test.each(workflows)("%s: actions are pinned to commits, and may only read", (path) => {
  const { jobs, permissions } = yaml<Workflow>(path);
  expect(permissions).toEqual({ contents: "read" });
  const uses = Object.values(jobs).flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? []));
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  expect(
    text(path)
      .match(/uses: .*/g)
      ?.filter((line) => !/ # v\d+\.\d+\.\d+$/.test(line)),
  ).toEqual([]);
});

test.each(workflows)("%s calls scripts that exist, by the pnpm of package.json", (path) => {
  const { jobs } = yaml<Workflow>(path);
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap((step) => step.run ?? []));
  expect(commands).not.toEqual([]);
  for (const command of commands) {
    const [program = "", ...args] = command.split(" ");
    if (program !== "npx") {
      accessSync(join(workspace, program), constants.X_OK);
      continue;
    }
    expect(args.slice(0, 2)).toEqual(["-y", packageManager]);
    expect(["install", ...Object.keys(scripts)]).toContain(args[2]);
  }
});

test("CI runs on every Node that is supported", () => {
  const { jobs } = yaml<Workflow>(".github/workflows/ci.yml");
  expect(jobs["test"]?.strategy?.matrix.node).toEqual([20, 22, 24]);
});

test("pnpm release publishes from the release workflow", () => {
  const { name, jobs } = yaml<Workflow>(".github/workflows/release.yml");
  const { env, permissions, steps } = jobs["publish"]!;
  expect(permissions?.["id-token"]).toBe("write");
  expect(steps.at(-1)?.run).toMatch(/ release$/);
  const run = { ...env, GITHUB_ACTIONS: "true", GITHUB_WORKFLOW: name, GITHUB_REF: "refs/tags/v1.0.0" };
  expect(refusals({ ...run, ACTIONS_ID_TOKEN_REQUEST_URL: "set by the permission" }, "1.0.0")).toEqual([]);
});

interface Field {
  readonly type: string;
  readonly id?: string;
  readonly attributes: {
    readonly label?: string;
    readonly value?: string;
    readonly options?: readonly string[];
  };
}

interface Form {
  readonly name: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly body: readonly Field[];
}

const forms = filesIn(".github/ISSUE_TEMPLATE").filter((path) => !path.endsWith("/config.yml"));

test.each(forms)("%s is an issue form", (path) => {
  const { name, description, labels, body } = yaml<Form>(path);
  for (const part of [name, description, labels[0]]) expect(part).toMatch(/\S/);
  const fields = body.filter(({ type }) => type !== "markdown");
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  for (const { type, id, attributes } of body) {
    expect(["markdown", "input", "textarea", "dropdown"]).toContain(type);
    if (type === "markdown") expect(attributes.value).toMatch(/\S/);
    else
      expect([id, attributes.label]).toEqual([
        expect.stringMatching(/^[\w-]+$/),
        expect.stringMatching(/\S/),
      ]);
    if (type === "dropdown") expect(new Set(attributes.options).size).toBe(attributes.options?.length);
  }
});

test("a bug can be reported for every package", () => {
  const { body } = yaml<Form>(".github/ISSUE_TEMPLATE/bug.yml");
  const options = body.find(({ id }) => id === "package")?.attributes.options;
  expect(options).toEqual(expect.arrayContaining(publishedPackages().map(({ name }) => name)));
});

test("links to the repository are those of package.json", () => {
  const page = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  const pages = [...filesIn(".github/ISSUE_TEMPLATE"), "SECURITY.md", "CITATION.cff"];
  const { contact_links: links } = yaml<{ contact_links: { url: string }[] }>(
    ".github/ISSUE_TEMPLATE/config.yml",
  );
  expect(links.map(({ url }) => url.startsWith(`${page}/`))).toEqual([true, true]);
  for (const path of pages) {
    for (const [url] of text(path).matchAll(/https:\/\/[^\s>)]+/g))
      expect(url.startsWith(page), url).toBe(true);
  }
});

test("every package has owners, every pattern a place", () => {
  const owners = text(".github/CODEOWNERS")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(/ +/));
  for (const [pattern = "", ...teams] of owners) {
    if (pattern !== "*") expect(existsSync(join(workspace, pattern)), pattern).toBe(true);
    expect(teams, pattern).toEqual([expect.stringMatching(/^@saccade\/[\w-]+$/)]);
  }
  const owned = new Set(owners.map(([pattern]) => pattern));
  expect(filesIn("packages").filter((folder) => !owned.has(`/${folder}/`))).toEqual([]);
});

test("CITATION.cff has what version 1.2.0 of the format requires, and no key that it does not know", () => {
  const cff = yaml<Record<string, unknown>>("CITATION.cff");
  const known = ["abstract", "authors", "cff-version", "date-released", "keywords", "license", "message"];
  known.push("repository-code", "title", "type", "url", "version");
  expect(Object.keys(cff).filter((key) => !known.includes(key))).toEqual([]);
  expect(cff).toMatchObject({ "cff-version": "1.2.0", type: "software", license: "MIT" });
  expect([cff["message"], cff["title"], cff["version"]].every((value) => typeof value === "string")).toBe(
    true,
  );
  expect(cff["authors"]).toEqual([{ name: "The Saccade authors" }]);
});

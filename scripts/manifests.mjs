// Writes into every package's manifest what they share: repository, homepage and bugs, from `repository` of the root's
// package.json. Run it after a change there: pnpm manifests
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));

const { url } = read("package.json").repository;
const page = url.replace(/^git\+/, "").replace(/\.git$/, "");

for (const name of readdirSync(new URL("packages/", root))) {
  const path = `packages/${name}/package.json`;
  const {
    name: title,
    version,
    description,
    keywords,
    homepage,
    bugs,
    repository,
    license,
    ...rest
  } = read(path);
  const manifest = {
    name: title,
    version,
    description,
    keywords,
    homepage: `${page}/tree/main/packages/${name}#readme`,
    bugs: `${page}/issues`,
    repository: { type: "git", url, directory: `packages/${name}` },
    license,
    ...rest,
  };
  writeFileSync(new URL(path, root), `${JSON.stringify(manifest, null, 2)}\n`);
}

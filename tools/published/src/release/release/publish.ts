import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Candidate } from "../candidate.ts";

const run = promisify(execFile);
const maxBuffer = 2 ** 26;

/** The warnings of npm in a dry run of publishing a tarball. */
export async function dryRunProblems({ name, tarball, files }: Candidate): Promise<string[]> {
  const options = ["--dry-run", "--provenance=false", "--access=public", "--json"];
  return run("npm", ["publish", tarball, ...options], { maxBuffer }).then(
    ({ stdout, stderr }) => {
      const corrected = stderr.split("\n").filter((line) => /auto-corrected|corrected to/i.test(line));
      const listed: unknown = JSON.parse(stdout)[name]?.files?.length;
      const differ =
        listed === files.length ? [] : [`npm lists ${listed} files, the tarball has ${files.length}`];
      return [...corrected, ...differ];
    },
    (error) => [String(error.stderr || error)],
  );
}

/** Publishes a tarball, unless the registry has this version already: a release that failed halfway can run again. */
export async function publish({
  name,
  manifest,
  tarball,
}: Candidate): Promise<"published" | "already there"> {
  const found = await run("npm", ["view", `${name}@${manifest.version}`, "version"]).then(
    ({ stdout }) => stdout.trim(),
    (error) => {
      if (String(error.stderr).includes("E404")) return "";
      throw error;
    },
  );
  if (found === manifest.version) return "already there";
  await run("npm", ["publish", tarball, "--access=public"], { maxBuffer });
  return "published";
}

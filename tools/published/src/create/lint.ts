import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { command, failure } from "./command.ts";

const wrong = `import { type Tensor, tensor } from "@saccade/tensor";
const sign = (x: Tensor) => (!x.any() ? 0 : 1);
if (tensor([-1]).gt(0)) console.log(sign(tensor([1])));
while (true) if (tensor([-1]).gt(0).item() === 0) break;
`;

/** The problems of `npm run lint`: it takes the project as it is, and reports tensors as conditions, which are always true. */
export async function lintProblems(project: string): Promise<readonly string[]> {
  const lint = () => command(project, "npm", "run", "--silent", "lint");
  const clean = failure(await lint());
  const file = join(project, "src/wrong.ts");
  await writeFile(file, wrong);
  const { status, stdout } = await lint().finally(() => rm(file));
  const found = Array.from(
    stripVTControlCharacters(stdout).matchAll(/no-unnecessary-condition.*\n.*wrong\.ts:(\d+)/g),
    ([, line]) => line,
  );
  return status !== 0 && found.join() === "2,3"
    ? clean
    : [...clean, "it does not report lines 2 and 3", stdout];
}

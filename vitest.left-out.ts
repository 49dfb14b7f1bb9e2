import process from "node:process";
import type { Reporter, TestModule } from "vitest/node";

const flags = ["all", "long"];

/** Says how many cases of each package this level leaves out, and what runs them. */
export class LeftOut implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    const cases = new Map<string, number>();
    for (const module of modules) {
      const folder = /(?:packages|apps|tools)\/[^/]+/.exec(module.relativeModuleId)?.[0] ?? "examples";
      for (const test of module.children.allTests()) {
        cases.set(folder, (cases.get(folder) ?? 0) + 1);
        const flag = flags.findLast((name) => test.tags.includes(name));
        if (flag === undefined || test.result().state !== "skipped") continue;
        const left = `${folder} --${flag}`;
        counts.set(left, (counts.get(left) ?? 0) + 1);
      }
    }
    for (const [left, count] of counts) {
      const [folder, flag] = left.split(" ") as [string, string];
      const text = `left out: ${count} of ${cases.get(folder)} cases of ${folder}; pnpm test ${flag} runs them`;
      process.stdout.write(`${text}\n`);
    }
  }
}

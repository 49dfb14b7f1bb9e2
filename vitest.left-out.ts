import process from "node:process";
import type { Reporter, TestModule } from "vitest/node";

const tags = ["all", "long"];

/** Says how many cases of a package this level leaves out, and what runs them. */
export class LeftOut implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const packages = new Map<string, { left: number; all: number }>();
    for (const module of modules) {
      const folder = /(?:packages|apps|tools)\/([^/]+)/.exec(module.relativeModuleId)?.[1] ?? "";
      const count = packages.get(folder) ?? { left: 0, all: 0 };
      for (const { options, result } of module.children.allTests()) {
        count.all++;
        const isTagged = options.tags?.some((tag) => tags.includes(tag)) ?? false;
        if (isTagged && result().state === "skipped") count.left++;
      }
      packages.set(folder, count);
    }
    for (const [folder, { left, all }] of packages) {
      if (left > 0)
        process.stdout.write(`left out: ${left} of ${all} cases of ${folder}; pnpm test --long runs them\n`);
    }
  }
}

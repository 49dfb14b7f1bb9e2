/// <reference types="vite/client" />
import { setBackend } from "@saccade/tensor";
import { expect, test } from "vitest";
import type { Context } from "../src/adapter.ts";
import { backends } from "../src/backends.ts";
import { Folder } from "../src/folder.ts";
import { listTasks } from "../src/tasks.ts";

const urls = import.meta.glob<string>("../data/**/*", { query: "?url", import: "default", eager: true });

async function fetchFolder(): Promise<Folder> {
  const files = new Map<string, Uint8Array>();
  for (const [path, url] of Object.entries(urls)) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    files.set(path.replace("../data/", ""), new Uint8Array(await response.arrayBuffer()));
  }
  return new Folder([...files.keys()], (path) => {
    const bytes = files.get(path);
    if (bytes === undefined) throw new Error(`there is no golden file ${path}`);
    return bytes;
  });
}

// The project's copy has no records that need sentences of the data set.
const context: Context = {
  corpus() {
    throw new Error("the sentence pairs are not in this page");
  },
};

for (const [name, make] of Object.entries(backends)) {
  // Only threads differ in a browser.
  const tags = name === "wasm-2" ? [] : ["long"];
  test(`golden cases on ${name}, in a browser`, { tags }, async () => {
    setBackend(await make());
    const { tasks } = listTasks(await fetchFolder());
    const wrong: string[] = [];
    for (const task of tasks) {
      const { findings } = await task.run(context);
      wrong.push(...findings.map((finding) => `${task.file}: ${task.name}: ${finding}`));
    }
    expect(wrong).toEqual([]);
    expect(tasks.length).toBeGreaterThan(800);
    console.log(`${name}: ${tasks.length} golden cases passed`);
  });
}

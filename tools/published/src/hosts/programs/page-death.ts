// The worker is ended in a kernel, while the page computes or waits. The page itself cannot do it: a worker between them
// does, when the kernel has set a flag.
import { deadly, death } from "./death.ts";
import { publish } from "./report.ts";

/** The last of the reserved words. */
const flag = 8191;

const between = `
  const worker = new Worker(URL.createObjectURL(new Blob([CODE], { type: "text/javascript" })));
  worker.onmessage = ({ data }) => postMessage(data);
  onmessage = ({ data }) => {
    worker.postMessage(data);
    const words = new Int32Array(data.memory.buffer);
    // Not the guard, whose thread is 0.
    if (data.thread > 0) setInterval(() => Atomics.load(words, ${flag}) === 1 && worker.terminate(), 10);
  };`;
const die = `
  const words = new Int32Array(memory.buffer);
  Atomics.store(words, ${flag}, 1);
  for (;;);`;

const code = deadly(die) + (await (await fetch("worker.js")).text());
const text = between.replace("CODE", () => JSON.stringify(code));
const worker = (): Worker => new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
publish({ error: await death(worker) });

import { TrainerClient } from "@saccade/train";
import type { create } from "./worker.ts";

const worker = new Worker(new URL("./worker.ts", import.meta.url), {
  type: "module",
});
const client = new TrainerClient<typeof create>(worker);

client.on("step", ({ step, loss }) => {
  document.title = `step ${step}, loss ${loss.toFixed(4)}`;
});
// also if the worker crashes
client.on("error", ({ message }) => console.error(message));
await client.create({ lr: 0.1 });
await client.fit();
console.log(await client.query("predict", 2));

// The program itself runs in a Worker.
import { publish } from "./report.ts";

const worker = new Worker("worker-program.js", { type: "module" });
worker.addEventListener("message", ({ data }: MessageEvent) => publish(data));
worker.addEventListener("error", ({ message }) => publish({ error: message }));

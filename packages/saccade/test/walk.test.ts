import { arg, type Calls, walk, whole } from "../../tensor/test/walk.ts";
import * as saccade from "../src/index.ts";

const bestBackend: Calls<Pick<typeof saccade, "bestBackend">>["bestBackend"] = {
  options: {
    threads: arg([1, undefined], [0, 1.5, 2 ** 40]),
    worker: () => ({ postMessage: () => undefined, terminate: () => undefined }),
    relaxed: false,
    memory: whole(2 ** 20, 2 ** 17, 2 ** 40),
    parameters: 1000,
    webgpu: () => Promise.reject(new Error("not loaded for a small model")),
  },
};

walk(saccade, { bestBackend });

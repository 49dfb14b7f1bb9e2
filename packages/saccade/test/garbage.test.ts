import * as is from "../../attention/test/garbage/kinds.ts";
import { func, walk } from "../../attention/test/garbage/walk.ts";
import { bestBackend, type WasmOptions } from "../src/index.ts";

walk({
  bestBackend: func(
    bestBackend,
    is.optionals<WasmOptions>(
      {
        threads: is.size(1),
        worker: is.call(() => ({ postMessage: () => undefined, terminate: () => undefined })),
        relaxed: is.flag(false),
        memory: is.size(2 ** 20, 2 ** 17),
      },
      { threads: 1 },
    ),
  ),
});

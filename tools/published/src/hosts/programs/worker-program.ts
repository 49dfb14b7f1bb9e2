import { train } from "./train.ts";

postMessage(await train().catch((error: unknown) => ({ error: String(error) })));

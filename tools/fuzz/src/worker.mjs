// Node 20 cannot read TypeScript in threads by itself.
import { register } from "tsx/esm/api";

register();
await import("./worker.ts");

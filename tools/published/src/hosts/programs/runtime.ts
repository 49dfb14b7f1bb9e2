// In Node, Deno and Bun.
import { train } from "./train.ts";

console.log(JSON.stringify(await train()));

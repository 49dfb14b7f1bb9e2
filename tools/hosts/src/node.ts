import { train } from "./train.ts";

console.log(JSON.stringify(await train()));

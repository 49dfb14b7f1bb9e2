import { check } from "./check.ts";
import { programOf } from "./program.ts";

for (const a of process.argv.slice(2)) {
  const p = programOf(Number(a));
  console.log(p.text);
  const r = await check(p);
  console.log(r.kind, "message" in r ? r.message.slice(0, 600) : r.ran);
}

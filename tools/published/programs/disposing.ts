// Needs a lib with Symbol.dispose, which @types/node brings too.
import { zeros } from "saccade";

using scratch = zeros([2]);
export const sum: number = scratch.add(1).sum().item();

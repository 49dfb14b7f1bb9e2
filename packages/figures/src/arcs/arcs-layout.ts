// Parts of a drawing of arcs that need no page, for workers.
export { type ArcsLayout, layoutInBox } from "./layout.ts";
export { movedWords } from "./moved.ts";

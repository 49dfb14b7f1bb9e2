// What a drawing of arcs needs where there is no page, as in a worker.
export { type ArcsLayout, layoutInBox } from "./layout.ts";
export { movedWords } from "./moved.ts";

export { HeadsGrid } from "./grid.tsx";
export { AttendedLine } from "./line.tsx";
export { HeadMap, leftOutOf, type Pointed } from "./map.tsx";
export { leastKept, weightsOf } from "./weights-of.ts";

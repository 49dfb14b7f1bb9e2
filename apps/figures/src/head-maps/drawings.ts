import "./head-maps.css";

export { HeadsGrid } from "./grid.tsx";
export { AttendedLine } from "./line.tsx";
export { HeadMap, leftOutOf, type Pointed } from "./map.tsx";

// What the modules export. One file a family.
export { init } from "./functions";
export * from "./unary";

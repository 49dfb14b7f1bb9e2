// What the modules export. One file a family.
export { init } from "./functions";
export * from "./unary";
export * from "./binary";
export * from "./compare";
export * from "./select";
export * from "./copy";
export * from "./cast";
export * from "./reduce";
export * from "./softmax";
export * from "./random";
export * from "./lookup";
export * from "./optimizers";
export * from "./gru";
export * from "./product";

export * from "./checkpoint/files.ts";
export * from "./files/index.ts";

export * from "../../autograd/test/helpers.ts";

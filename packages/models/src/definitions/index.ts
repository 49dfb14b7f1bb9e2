// The entry "@saccade/models/definitions": layers of transformers and decoding in plain tensor ops, without checks. The models
// run them, with their modules as parts.

export * from "./decoding.ts";
export * from "./layers.ts";

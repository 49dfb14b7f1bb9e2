export * from "@saccade/attention";
export * from "@saccade/autograd";
export * from "@saccade/datasets";
export * from "@saccade/nn";
export * from "@saccade/tensor";

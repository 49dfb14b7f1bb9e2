// Window functions under the names of torch.signal.windows: windows.hann(8).
import "../methods.ts";

export * from "./shapes.ts";

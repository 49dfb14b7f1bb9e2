export { PretrainedError } from "./errors.ts";
export { readLora, saveLora } from "./lora/files.ts";
export { loadPretrained } from "./node/load.ts";
export { openFolder } from "./node/open-folder.ts";
export { savePretrained } from "./node/save.ts";

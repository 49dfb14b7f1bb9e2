export { PretrainedError } from "./errors.ts";
export { readLora, saveLora } from "./lora/files.ts";
export { loadPretrainedFolder, openFolder, savePretrainedFolder } from "./node/folder.ts";

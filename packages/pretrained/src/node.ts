export { PretrainedError } from "./errors.ts";
export { readLora, saveLora } from "./lora/files.ts";
export { loadPretrainedFolder } from "./node/load.ts";
export { openFolder } from "./node/open-folder.ts";
export { savePretrainedFolder } from "./node/save.ts";

export { PretrainedError } from "./errors.ts";
export { loadPretrainedFolder, openFolder, readLora, saveLora, savePretrainedFolder } from "./node/folder.ts";

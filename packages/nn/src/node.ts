export {
  type LoadSafetensorsOptions,
  loadCheckpoint,
  loadSafetensors,
  saveCheckpoint,
  saveCheckpointSync,
  saveSafetensors,
} from "./checkpoint/files.ts";
export * from "./files/index.ts";

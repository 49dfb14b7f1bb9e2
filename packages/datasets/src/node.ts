/** Node-only half of `@saccade/datasets`: files and downloads. The main entry works in browsers too. */

export { type DownloadOptions, downloadNmt, NMT_SHA256, NMT_URL } from "./node/download.ts";
export { defaultCacheDir, readPairsFile } from "./node/read.ts";

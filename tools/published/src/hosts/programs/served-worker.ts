// The worker's file is next to the page, as with bundlers that do not handle workers.

import { report } from "./report.ts";

report(() => new Worker("worker.js", { type: "module" }));

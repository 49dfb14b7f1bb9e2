import { walk } from "../../tensor/test/walk.ts";
import * as datasets from "../src/index.ts";
import * as node from "../src/node.ts";
import * as tasks from "../src/tasks.ts";
import { files, main, static_, synthetic } from "./datasets.calls.ts";

walk(datasets, { ...main, ...static_ });
walk(tasks, synthetic);
walk(node, files);

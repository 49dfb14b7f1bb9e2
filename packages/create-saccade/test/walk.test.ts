import { ofKind, walk } from "../../tensor/test/walk.ts";
import * as create from "../src/index.ts";

// The folder cannot be made, so that nothing is written: good calls end there.
const run = (folder: string, template: create.TemplateName) =>
  create.createProject({ folder, template }).catch((error: unknown) => {
    if (!String(error).includes("/dev/null/my-app is a file")) throw error;
  });

const takes = { folder: ofKind("/dev/null/my-app", [""]), template: "page" };
walk(create, { createProject: { run, takes } });

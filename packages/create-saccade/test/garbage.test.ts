import * as is from "../../attention/test/garbage/kinds.ts";
import { type Cases, func, walk } from "../../attention/test/garbage/walk.ts";
import * as create from "../src/index.ts";

// A folder that cannot be made, so that nothing is written: good calls end there too.
const folder = "/dev/null/my-app";

const cases: Cases<typeof create> = {
  CreateError: [],
  createProject: func(
    async (given: create.ProjectOptions) => {
      const made = create.createProject(given);
      await made.catch((error: unknown) => {
        if (!String(error).includes("/dev/null/my-app is a file")) throw error;
      });
    },
    is.options<create.ProjectOptions>({
      folder: is.refusing(is.text(folder), ""),
      template: is.choice("page"),
    }),
  ),
};

walk(cases);

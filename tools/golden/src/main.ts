import { golden } from "./cli.ts";

process.exitCode = await golden(process.argv);

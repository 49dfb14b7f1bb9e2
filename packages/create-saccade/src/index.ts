// The entry that programs import; "npm create saccade" runs main.ts.
export { createProject, type Project, type ProjectOptions } from "./create-project.ts";
export { CreateError, type Template, type TemplateName, templates } from "./templates.ts";

/**
 * A project that cannot be created as asked. The message says why, and what to do.
 *
 * @example await createProject({ folder: ".", template: "page" }); // throws CreateError
 */
export class CreateError extends Error {
  override readonly name: string = "CreateError";
}

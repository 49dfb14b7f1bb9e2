/**
 * A project that cannot be created as requested. The message explains why, and the fix.
 *
 * @example await createProject({ folder: ".", template: "page" }); // throws CreateError
 */
export class CreateError extends Error {
  override readonly name: string = "CreateError";
}

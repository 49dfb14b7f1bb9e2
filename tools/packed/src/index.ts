export { type Packed, packAll, unpack } from "./pack.ts";
export {
  type Manifest,
  publishedPackages,
  type Target,
  type WorkspacePackage,
  workspace,
} from "./packages.ts";

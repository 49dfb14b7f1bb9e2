import { join } from "node:path";
import {
  Application,
  type Comment,
  type DeclarationReflection,
  Logger,
  LogLevel,
  type ProjectReflection,
  ReflectionKind,
  ReflectionType,
  type SignatureReflection,
} from "typedoc";
import { type Entry, readEntries, root } from "./entries.ts";
import { asModule } from "./modules.ts";

/** A name that an entry exports first. Entries below that export it again are in `alsoIn`. */
export interface PublicSymbol {
  readonly name: string;
  readonly entry: Entry;
  readonly alsoIn: readonly Entry[];
  readonly reflection: DeclarationReflection;
  /** The file that declares it, from the root of the repository. */
  readonly file: string;
}

export interface Documented {
  readonly project: ProjectReflection;
  readonly entries: readonly Entry[];
  readonly symbols: readonly PublicSymbol[];
  /** TypeDoc's warnings and errors. */
  readonly complaints: readonly string[];
}

/** Keeps TypeDoc's warnings and errors. */
class Complaints extends Logger {
  readonly complaints: string[] = [];

  override log(message: string, level: LogLevel): void {
    super.log(message, level);
    // A rule that several records share has the same comment in each.
    const shared = message.includes("has multiple declarations with a comment");
    if (level >= LogLevel.Warn && !shared) this.complaints.push(message);
  }
}

/** Reads the sources of all packages, or of one, with TypeDoc. */
export async function readSymbols(only?: string): Promise<Documented> {
  const entries = readEntries().filter(({ folder }) => only === undefined || folder === only);
  const app = await Application.bootstrap({
    entryPoints: entries.map(({ file }) => file),
    tsconfig: join(root, "tools/reference/tsconfig.json"),
    basePath: root,
    readme: "none",
    alwaysCreateEntryPointModule: true,
    excludePrivate: true,
    excludeInternal: true,
    disableGit: true,
    sourceLinkTemplate: "{path}#L{line}",
    sort: ["source-order"],
    logLevel: "None",
  });
  const logger = new Complaints();
  app.logger = logger;
  const { complaints } = logger;
  const project = await app.convert();
  if (project === undefined) throw new Error(`TypeDoc could not read the sources:\n${complaints.join("\n")}`);
  app.validate(project);

  const byFile = new Map(entries.map((entry) => [entry.file, entry]));
  const exporters = new Map<DeclarationReflection, Entry[]>();
  const firsts = new Map<DeclarationReflection, Entry>();
  for (const module of project.children ?? []) {
    const entry = byFile.get(project.getSymbolIdFromReflection(module)?.fileName ?? "");
    if (entry === undefined) throw new Error(`No entry for TypeDoc's module ${module.name}.`);
    for (const child of module.children ?? []) {
      if (child.isReference()) {
        const target = child.getTargetReflectionDeep() as DeclarationReflection;
        exporters.set(target, [...(exporters.get(target) ?? []), entry]);
      } else {
        asFunction(child);
        if (child.kindOf(ReflectionKind.Namespace))
          for (const member of child.children ?? []) if (!member.isReference()) asFunction(member);
        firsts.set(child, entry);
      }
    }
  }
  const base = [...firsts.keys()].find(({ name }) => name === "Module");
  if (base) for (const reflection of firsts.keys()) asModule(reflection, base, project);
  const symbols = [...firsts].map(([reflection, entry]) => {
    const alsoIn = exporters.get(reflection) ?? [];
    const file = reflection.sources?.[0]?.fileName ?? firstSignature(reflection)?.sources?.[0]?.fileName;
    if (file === undefined) throw new Error(`TypeDoc knows no source file of ${reflection.name}.`);
    return { name: reflection.name, entry, alsoIn, reflection, file };
  });
  const place = (entry: Entry): number => entries.indexOf(entry);
  symbols.sort((a, b) => place(a.entry) - place(b.entry));
  return { project, entries, symbols, complaints };
}

/** Makes a constant of a function's type a function, with the constant's docstring. */
function asFunction(reflection: DeclarationReflection): void {
  const { type, name, comment } = reflection;
  const signatures = type instanceof ReflectionType ? type.declaration.signatures : undefined;
  if (!reflection.kindOf(ReflectionKind.Variable) || signatures === undefined) return;
  for (const signature of signatures)
    Object.assign(signature, { name, parent: reflection, ...(comment && { comment }) });
  Object.assign(reflection, {
    kind: ReflectionKind.Function,
    signatures,
    type: undefined,
    comment: undefined,
  });
}

function firstSignature(reflection: DeclarationReflection): SignatureReflection | undefined {
  return reflection.signatures?.[0];
}

/** Functions, also constants that hold one. */
export function isFunction(reflection: DeclarationReflection): boolean {
  return reflection.kindOf(ReflectionKind.FunctionOrMethod) && reflection.signatures !== undefined;
}

/** The public members that a class, an interface or a type of an object declares itself. */
export function membersOf(reflection: DeclarationReflection): readonly DeclarationReflection[] {
  const { type } = reflection;
  const own = reflection.children ?? (type instanceof ReflectionType ? type.declaration.children : undefined);
  return (own ?? []).filter(
    (member) =>
      (member.inheritedFrom === undefined || isDeclaredOption(member)) &&
      !member.flags.isExternal &&
      !member.flags.isProtected &&
      // A member that overrides one has that one's docstring; the members of Error have none here.
      (member.overwrites === undefined || commentsOf(member).length > 0) &&
      !member.name.startsWith("["),
  );
}

/** Whether a member of an interface of options comes from their declaration by a contract. */
function isDeclaredOption({ inheritedFrom }: DeclarationReflection): boolean {
  return /^OptionsOf(Rules)?\./.test(inheritedFrom?.name ?? "");
}

/** The docstrings of a declaration: one a signature, or its own. */
export function commentsOf(reflection: DeclarationReflection): readonly Comment[] {
  const { comment, signatures, getSignature, type } = reflection;
  const below = type instanceof ReflectionType ? type.declaration.signatures : undefined;
  const all = [comment, ...(signatures ?? []).map((s) => s.comment), getSignature?.comment];
  return [...all, ...(below ?? []).map((s) => s.comment)].filter((found) => found !== undefined);
}

/** The text of a docstring with all of its tags. */
export function textOf(comment: Comment): string {
  return [comment.summary, ...comment.blockTags.map(({ content }) => content)]
    .flat()
    .map(({ text }) => text)
    .join("");
}

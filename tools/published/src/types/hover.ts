import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-6";

const program = "editor.ts";

/** A name that an entry exports. */
export interface Export {
  readonly name: string;
  readonly isValue: boolean;
  /** Its docstring, or "". */
  readonly documentation: string;
  readonly declaredIn: string;
}

/** The options that a public function, constructor or method takes, with those that show nothing on hover. */
export interface TakenOptions {
  /** Each as `function(parameter.option)`. */
  readonly all: readonly string[];
  readonly undocumented: readonly string[];
}

/**
 * The texts that an editor shows of the packages in a project, whose `editor.ts` imports every entry. `conditions` choose between
 * sources and builds.
 */
export class Editor {
  readonly #service: ts.LanguageService;
  readonly #file: string;
  readonly #text: string;

  constructor(project: string, conditions: readonly string[] = []) {
    this.#file = join(project, program);
    this.#text = readFileSync(this.#file, "utf8");
    const options: ts.CompilerOptions = {
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ["node"],
      allowImportingTsExtensions: true,
      noEmit: true,
      customConditions: [...conditions],
    };
    this.#service = ts.createLanguageService({
      getScriptFileNames: () => [this.#file],
      getScriptVersion: () => "1",
      getScriptSnapshot: (path) => {
        const text = ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => project,
      getCompilationSettings: () => options,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      realpath: ts.sys.realpath ?? ((path: string): string => path),
    });
  }

  /** The exports of each entry: values as `name`, types as `type name`. */
  exports(): ReadonlyMap<string, readonly Export[]> {
    const found = new Map<string, readonly Export[]>();
    this.#eachEntry((entry, module, checker) => {
      const list = checker.getExportsOfModule(module).map((symbol): Export => {
        const target = resolved(symbol, checker);
        const isValue = (target.flags & ts.SymbolFlags.Value) !== 0;
        return {
          name: symbol.name,
          isValue,
          documentation: documentation(target, checker) || moduleComment(target),
          declaredIn: target.declarations?.[0]?.getSourceFile().fileName ?? "",
        };
      });
      found.set(entry, list);
    });
    return found;
  }

  /** Methods and properties of the classes that an entry exports without documentation, their own or inherited. */
  undocumentedMembers(entry: string, className: string): readonly string[] {
    const found: string[] = [];
    this.#eachEntry((name, module, checker) => {
      if (name !== entry) return;
      const symbol = checker.getExportsOfModule(module).find((one) => one.name === className);
      if (symbol === undefined) return void found.push(`${entry} exports no ${className}`);
      const type = checker.getDeclaredTypeOfSymbol(resolved(symbol, checker));
      for (const member of type.getProperties()) {
        if (!isInternal(member) && !member.name.includes("#") && documentation(member, checker) === "")
          found.push(`${className}.${member.name}`);
      }
    });
    return found;
  }

  /** Every property of every object of options that a public function, constructor or method takes, or that is exported as a type. */
  options(): TakenOptions {
    const all = new Map<string, boolean>();
    this.#eachEntry((_, module, checker) => {
      const taken = new OptionsTaken(checker, all);
      for (const symbol of checker.getExportsOfModule(module))
        taken.addExport(resolved(symbol, checker), symbol.name);
    });
    const names = [...all.keys()];
    return { all: names, undocumented: names.filter((name) => !all.get(name)) };
  }

  /** The hover text of the first place with some code, at its end: signature and documentation. */
  hover(code: string): string {
    const info = this.#service.getQuickInfoAtPosition(this.#file, this.#text.indexOf(code) + code.length - 1);
    if (info === undefined) return "";
    return [info.displayParts, info.documentation].map((parts) => ts.displayPartsToString(parts)).join("\n");
  }

  /** The overloads that the editor offers inside of the brackets of `x.name(…)`. */
  signatures(name: string): readonly string[] {
    const at = this.#text.indexOf(`x.${name}(`) + name.length + 3;
    const help = this.#service.getSignatureHelpItems(this.#file, at, undefined);
    return (help?.items ?? []).map((item) => {
      const params = item.parameters.map((param) => ts.displayPartsToString(param.displayParts)).join(", ");
      return `${ts.displayPartsToString(item.prefixDisplayParts)}${params}${ts.displayPartsToString(item.suffixDisplayParts)}`;
    });
  }

  #eachEntry(visit: (entry: string, module: ts.Symbol, checker: ts.TypeChecker) => void): void {
    const compiled = this.#service.getProgram()!;
    const checker = compiled.getTypeChecker();
    for (const statement of compiled.getSourceFile(this.#file)!.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const module = checker.getSymbolAtLocation(statement.moduleSpecifier);
      if (module === undefined) throw new Error(`${statement.moduleSpecifier.text} is not found`);
      visit(statement.moduleSpecifier.text, module, checker);
    }
  }
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function documentation(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(resolved(symbol, checker).getDocumentationComment(checker)).trim();
}

/** The comment at the head of a module that is exported as a namespace. */
function moduleComment(symbol: ts.Symbol): string {
  const text = symbol.declarations?.find(ts.isSourceFile)?.text ?? "";
  return /^\s*(\/\/ .+|\/\*\*.+)/.exec(text)?.[1] ?? "";
}

function isInternal(symbol: ts.Symbol): boolean {
  return symbol.getJsDocTags().some((tag) => tag.name === "internal");
}

/** Collects the options that exports take: whether each has documentation, by name. */
class OptionsTaken {
  readonly #checker: ts.TypeChecker;
  readonly #found: Map<string, boolean>;

  constructor(checker: ts.TypeChecker, found: Map<string, boolean>) {
    this.#checker = checker;
    this.#found = found;
  }

  addExport(symbol: ts.Symbol, name: string): void {
    const type = this.#checker.getTypeOfSymbol(symbol);
    if (symbol.flags & ts.SymbolFlags.ValueModule) {
      for (const inner of this.#checker.getExportsOfModule(symbol))
        this.addExport(resolved(inner, this.#checker), `${name}.${inner.name}`);
      return;
    }
    if (symbol.flags & ts.SymbolFlags.Value) {
      this.#addCalls(name, type.getCallSignatures());
      if (!isAbstract(symbol)) this.#addCalls(`new ${name}`, type.getConstructSignatures());
    }
    if (symbol.flags & ts.SymbolFlags.Class) this.#addMembers(name, type);
    if ((symbol.flags & ts.SymbolFlags.Type) === 0) return;
    const declared = this.#checker.getDeclaredTypeOfSymbol(symbol);
    if (name.endsWith("Options")) this.#addProperties(name, declared);
    else this.#addMembers(name, declared);
  }

  #addMembers(name: string, type: ts.Type): void {
    for (const member of type.getProperties())
      if (isOurs(member) && !isInternal(member))
        this.#addCalls(`${name}.${member.name}`, this.#checker.getTypeOfSymbol(member).getCallSignatures());
  }

  #addCalls(name: string, calls: readonly ts.Signature[]): void {
    for (const parameter of calls.flatMap((call) => call.getParameters())) {
      const given = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(parameter));
      for (const part of given.isUnion() ? given.types : [given])
        if (isOptions(part, this.#checker)) this.#addProperties(`${name}(${parameter.name})`, part);
    }
  }

  #addProperties(owner: string, type: ts.Type): void {
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const name = `${owner}.${property.name}`;
      this.#found.set(name, documentation(property, this.#checker) !== "" && this.#found.get(name) !== false);
    }
  }
}

/** An object that a caller writes: some of it may be left out, and it has no methods, and none of it is the language's. */
function isOptions(type: ts.Type, checker: ts.TypeChecker): boolean {
  const properties = type.getProperties();
  const isOptional = (one: ts.Symbol): boolean => (one.flags & ts.SymbolFlags.Optional) !== 0;
  const isMethod = (one: ts.Symbol): boolean =>
    !isOptional(one) && checker.getTypeOfSymbol(one).getCallSignatures().length > 0;
  const isInstance = (one: ts.Type): boolean => ((one.symbol?.flags ?? 0) & ts.SymbolFlags.Class) !== 0;
  return (
    (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
    !(type.isIntersection() ? type.types : [type]).some(isInstance) &&
    type.getCallSignatures().length + type.getConstructSignatures().length === 0 &&
    properties.every((property) => isOurs(property) && !isMethod(property)) &&
    properties.some(isOptional)
  );
}

function isAbstract({ valueDeclaration }: ts.Symbol): boolean {
  return (
    valueDeclaration !== undefined &&
    (ts.getCombinedModifierFlags(valueDeclaration) & ts.ModifierFlags.Abstract) !== 0
  );
}

function isOurs(symbol: ts.Symbol): boolean {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
  return !/\/(typescript[^/]*\/lib|@types)\//.test(file);
}

import {
  DeclarationReflection,
  type ParameterReflection,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
  type TypeParameterReflection,
} from "typedoc";

/** `add(a: Operandish, b: Operandish): Tensor`, one parameter a line where it is long. */
export function callText(signature: SignatureReflection, name: string): string {
  const params = (signature.parameters ?? []).map(parameterText);
  const generics = genericsText(signature.typeParameters);
  const result = signature.kindOf(ReflectionKind.ConstructorSignature) ? "" : `: ${signature.type ?? "void"}`;
  const short = `${name}${generics}(${params.join(", ")})${result}`;
  if (short.length <= 96 || params.length === 0) return short;
  return `${name}${generics}(\n${params.map((param) => `  ${param},\n`).join("")})${result}`;
}

function parameterText(param: ParameterReflection): string {
  const optional = param.flags.isOptional || param.defaultValue !== undefined;
  const name = param.name === "__namedParameters" ? "options" : param.name;
  return `${param.flags.isRest ? "..." : ""}${name}${optional ? "?" : ""}: ${typeText(param.type)}`;
}

/** The options that a contract with type arguments declares (`ConvOptions<number>`): TypeDoc gives their rules. */
export function ruledOptions(type: SomeType | undefined): readonly DeclarationReflection[] {
  if (type?.type === "intersection") return type.types.flatMap(ruledOptions);
  const [rules] = type?.type === "reference" && type.name === "Optional" ? (type.typeArguments ?? []) : [];
  return rules?.type === "reflection" ? (rules.declaration.children ?? []) : [];
}

/** The values that a rule lets through: the first argument of `Rule<T, D>`. */
export function ruledType({ type }: DeclarationReflection): SomeType | undefined {
  return type?.type === "reference" ? type.typeArguments?.[0] : type;
}

function typeText(type: SomeType | undefined): string {
  if (type?.type === "intersection") return type.types.map(typeText).join(" & ");
  const options = ruledOptions(type);
  if (options.length === 0) return String(type);
  return `{ ${options.map((option) => `${option.name}?: ${ruledType(option)}`).join("; ")} }`;
}

export function genericsText(generics: readonly TypeParameterReflection[] | undefined): string {
  if (generics === undefined || generics.length === 0) return "";
  const texts = generics.map(({ name, type, default: otherwise }) => {
    return `${name}${type ? ` extends ${type}` : ""}${otherwise ? ` = ${otherwise}` : ""}`;
  });
  return `<${texts.join(", ")}>`;
}

/** `class Linear extends Module`. */
export function headText(reflection: DeclarationReflection): string {
  const { name, extendedTypes, implementedTypes } = reflection;
  const word = reflection.kindOf(ReflectionKind.Class) ? "class" : "interface";
  // Options that a contract declares are shown as properties.
  const shown = extendedTypes?.filter((type) => !String(type).startsWith("OptionsOf"));
  const above = shown?.length ? ` extends ${shown.join(", ")}` : "";
  const fulfils = implementedTypes?.length ? ` implements ${implementedTypes.join(", ")}` : "";
  const modifier = reflection.flags.isAbstract ? "abstract " : "";
  return `${modifier}${word} ${name}${genericsText(reflection.typeParameters)}${above}${fulfils}`;
}

/** A constant, a type or a property with its type. */
export function typedText(reflection: DeclarationReflection): string {
  const { name, flags } = reflection;
  const type = reflection.getSignature?.type ?? reflection.type;
  if (reflection.kindOf(ReflectionKind.TypeAlias))
    return `type ${name}${genericsText(reflection.typeParameters)} = ${type}`;
  if (reflection.kindOf(ReflectionKind.Variable)) return `const ${name}: ${type}`;
  return `${flags.isReadonly ? "readonly " : ""}${name}${flags.isOptional ? "?" : ""}: ${type}`;
}

/** A type in which a name for a few values is replaced by the values: `"mean" | "sum" | "none"`, not `Reduction`. */
export function valuesText(type: SomeType | undefined): string {
  if (type === undefined) return "";
  const parts = type.type === "union" ? type.types : [type];
  if (!parts.some((part) => valuesOf(part) !== null)) return String(type);
  return parts
    .map((part) => valuesOf(part) ?? (part.type === "reflection" ? `(${part})` : String(part)))
    .join(" | ");
}

/** The values of a union of literals, or null for every other type. */
function valuesOf(type: SomeType): string | null {
  const named = type.type === "reference" ? type.reflection : undefined;
  if (!(named instanceof DeclarationReflection) || named.type?.type !== "union") return null;
  return named.type.types.every(({ type }) => type === "literal") ? String(named.type) : null;
}

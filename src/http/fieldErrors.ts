import type { SchemaAST, SchemaIssue } from "effect"
import { type FieldRule, fieldRule } from "../api/fieldRule.ts"
import type { FieldError } from "../domain/Problems.ts"

/** Maximum errors in one response. */
const maxErrors = 50

/**
 * The errors in a decoded value, as sentences that name the member, the limit and what is accepted; a rule about the whole
 * is reported for `body`. `undefined` if the value is no JSON object.
 */
export const fieldErrors = (
  issue: SchemaIssue.Issue
): readonly [FieldError, ...ReadonlyArray<FieldError>] | undefined => {
  const errors = new Map<string, FieldError>()
  for (const { path, rule } of broken(issue, [])) {
    const field = fieldOf(path)
    // Text that is not JSON breaks no rule that was stated, and a value that is no object has the wrong type.
    if (field === "" && (rule === notAccepted || rule.code === "type")) return undefined
    // Reports the first rule that a member breaks: a missing member is not also too short.
    if (!errors.has(field) && errors.size < maxErrors) errors.set(field, { field: field || "body", ...rule })
  }
  const [first, ...rest] = errors.values()
  return first === undefined ? undefined : [first, ...rest]
}

interface Broken {
  readonly path: ReadonlyArray<PropertyKey>
  readonly rule: FieldRule
}

const broken = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): ReadonlyArray<Broken> => {
  switch (issue._tag) {
    case "Pointer":
      return broken(issue.issue, [...path, ...issue.path])
    case "Composite":
      return issue.issues.flatMap((inner) => broken(inner, path))
    case "Encoding":
      return broken(issue.issue, path)
    case "Filter": {
      const rule = fieldRule(issue.filter.annotations)
      return rule === undefined ? broken(issue.issue, path) : [{ path, rule }]
    }
    case "MissingKey":
      return [{ path, rule: { code: "required", message: "is required" } }]
    case "AnyOf": {
      // The alternative with the right type describes the error best.
      const near = issue.issues.find((inner) => inner._tag !== "InvalidType")
      return near === undefined ? [{ path, rule: ruleOf(issue.ast) }] : broken(near, path)
    }
    case "InvalidType":
      return [{ path, rule: ruleOf(issue.ast) }]
    default:
      return [{ path, rule: ("annotations" in issue ? fieldRule(issue.annotations) : undefined) ?? notAccepted }]
  }
}

const notAccepted: FieldRule = { code: "format", message: "has a value that is not accepted" }

/** The rule that a schema states, or else its type. */
const ruleOf = (ast: SchemaAST.AST): FieldRule => {
  const stated = fieldRule(ast.annotations)
  if (stated !== undefined) return stated
  const literals = literalsOf(ast)
  if (literals.length > 0) return { code: "enum", message: `must be one of ${literals.join(", ")}` }
  const types = ast._tag === "Union" ? ast.types : [ast]
  const names = types.flatMap(({ _tag }) => typeNames[_tag] ?? [])
  return { code: "type", message: names.length === 0 ? "has the wrong type" : `must be ${names.join(" or ")}` }
}

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag === "Literal") return [String(ast.literal)]
  return ast._tag === "Union" && ast.types.every((member) => member._tag === "Literal" || member._tag === "Null")
    ? ast.types.flatMap(literalsOf)
    : []
}

const typeNames: { readonly [tag: string]: string } = {
  String: "a string",
  Number: "a number",
  Boolean: "true or false",
  Arrays: "an array",
  Objects: "an object",
  Null: "null"
}

/** `["links", 0, "url"]` → `links[0].url`. */
const fieldOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    ""
  )

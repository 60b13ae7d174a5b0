import { Schema, SchemaAST, SchemaIssue } from "effect"
import type { FieldError } from "../domain/Problems.ts"
import { stating } from "./fieldRule.ts"

const annotation = "trunkline/api/needsOneOf"

/** The need for one of several members; a body without any of them gets an error about the first. */
export interface Need {
  readonly members: ReadonlyArray<string>
  readonly error: FieldError
}

/** Requires at least one of `members` in an object, for the reason in `message`. */
export const needsOneOf =
  <M extends string>(message: string, first: M, ...others: ReadonlyArray<M>) =>
  <S extends Schema.Top & { readonly Type: { readonly [K in M]?: unknown } }>(schema: S) => {
    const members = [first, ...others]
    const need: Need = { members, error: { field: first, code: "required", message } }
    return schema.check(
      Schema.makeFilter<S["Type"]>(
        (value) =>
          isMet(need, value) || {
            path: [first],
            issue: new SchemaIssue.InvalidValue(stating("required", message))
          },
        { [annotation]: need, toJsonSchema: () => ({ anyOf: members.map(having) }) }
      )
    )
  }

/** Includes the member, so that generators derive a type from it. */
const having = (name: string) => ({ type: "object", required: [name], properties: { [name]: {} } }) as const

/** The need that a schema states. */
export const needOf = (schema: Schema.Top | undefined): Need | undefined => {
  const checks = schema === undefined ? [] : (SchemaAST.toType(schema.ast).checks ?? [])
  return checks
    .map(({ annotations }) => annotations?.[annotation] as Need | undefined) // only `needsOneOf` writes this annotation
    .find((need) => need !== undefined)
}

/** Whether an object has one of the members; `null` does not count. */
export const isMet = ({ members }: Need, value: object): boolean =>
  Object.entries(value).some(([name, member]) => member != null && members.includes(name))

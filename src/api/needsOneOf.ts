import { Schema, SchemaAST, SchemaIssue } from "effect"
import type { FieldError } from "../domain/Problems.ts"
import { stating } from "./fieldRule.ts"

const annotation = "trunkline/api/needsOneOf"

/** A body that needs one of some members; who sends none of them is told of the first. */
export interface Need {
  readonly members: ReadonlyArray<string>
  readonly error: FieldError
}

/** Of an object's schema: at least one of `members` is required, for the reason that `message` gives. */
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

/** With its member, so that generators make a type of it. */
const having = (name: string) => ({ type: "object", required: [name], properties: { [name]: {} } }) as const

/** What a schema says that it needs one of. */
export const needOf = (schema: Schema.Top | undefined): Need | undefined => {
  const checks = schema === undefined ? [] : (SchemaAST.toType(schema.ast).checks ?? [])
  return checks
    .map(({ annotations }) => annotations?.[annotation] as Need | undefined) // only `needsOneOf` writes under this name
    .find((need) => need !== undefined)
}

/** Whether an object has one of the members; `null` says nothing. */
export const isMet = ({ members }: Need, value: object): boolean =>
  Object.entries(value).some(([name, member]) => member != null && members.includes(name))

import type { Schema } from "effect"
import { documented, type Rule } from "./documented.ts"

/** A member in one of the shapes that a body may have. */
interface Member {
  readonly schema: Rule
  readonly required: boolean
}

export const given: Member = { schema: {}, required: true }
export const absent: Member = { schema: { not: {} }, required: false }
/** One of these values. */
export const is = (...values: ReadonlyArray<string>): Member => ({
  schema: { type: "string", enum: values },
  required: true
})
/** The same, or left out. */
export const only = (...values: ReadonlyArray<string>): Member => ({ ...is(...values), required: false })

// A client's boolean is usually a variable. Excluding the other value is checked by validators, without a type that demands
// a literal.
export const yes: Member = { schema: { not: { enum: [false] } }, required: true }
/** True, or left out. */
export const notNo: Member = { ...yes, required: false }
/** False, or left out. */
export const no: Member = { schema: { not: { enum: [true] } }, required: false }
/** A list with at least one entry. */
export const filled: Member = { schema: { type: "array", items: {}, minItems: 1 }, required: true }
/** The same, or left out. */
export const noneEmpty: Member = { ...filled, required: false }
/** Text that is not blank. */
export const worded: Member = { schema: { type: "string", pattern: "\\S" }, required: true }

/**
 * Requires an object's members to match at least one of these shapes, each of which lists the members that it concerns.
 * Validators can check this form, and generators derive types from it.
 */
export const fitsOneOf =
  <M extends string>(...shapes: ReadonlyArray<{ readonly [K in M]?: Member }>) =>
  <S extends Schema.Top & { readonly Type: { readonly [K in M]?: unknown } }>(schema: S) =>
    documented({ anyOf: shapes.map((shape) => shapeRule(Object.entries<Member>(shape as Record<M, Member>))) })(schema)

const shapeRule = (members: ReadonlyArray<readonly [name: string, member: Member]>): Rule => {
  const required = members.filter(([, { required }]) => required).map(([name]) => name)
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema]))
  }
}

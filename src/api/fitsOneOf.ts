import type { Schema } from "effect"
import { documented, type Rule } from "./documented.ts"

/** What a member is in one of the shapes that a body may have. */
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

// A boolean comes out of a variable: as what it is not, it is checked, and no type asks for the one value.
export const yes: Member = { schema: { not: { enum: [false] } }, required: true }
/** True, or left out. */
export const notNo: Member = { ...yes, required: false }
/** False, or left out. */
export const no: Member = { schema: { not: { enum: [true] } }, required: false }
/** A list of at least one entry. */
export const filled: Member = { schema: { type: "array", items: {}, minItems: 1 }, required: true }
/** The same, or left out. */
export const noneEmpty: Member = { ...filled, required: false }
/** A text that is not blank. */
export const worded: Member = { schema: { type: "string", pattern: "\\S" }, required: true }

/**
 * Of an object's schema: its members are together as in at least one of these shapes, each of which names those that it
 * is about. The form is what validators check and generators make types of.
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

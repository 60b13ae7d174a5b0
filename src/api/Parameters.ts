import { Schema, SchemaAST } from "effect"
import { type Kind, prefixes } from "../domain/Ids.ts"
import { stating } from "./fieldRule.ts"
import { sampleId } from "./samples.ts"

// Query parameters. The server reads them all as text, by one reader with one rule for each kind (src/http/QueryReader.ts);
// what is said here is what the OpenAPI document, and the client that is made of it, tell of them.

/** A JSON Schema, as far as parameters need one. */
export type ParameterSchema = Readonly<Record<string, unknown>>

interface Parameter {
  readonly schema: ParameterSchema
  readonly description: string
  readonly required: boolean
}

/** Under which annotation a parameter's declaration lies. */
const key = "trunkline/parameter"
/** Characters of a text, and entries of a list, that the reader takes. */
const most = { text: 255, cursor: 512, entries: 100 }

const single = (description: string, schema: ParameterSchema, required = false) =>
  Schema.optionalKey(Schema.String).annotate({
    ...stating("type", "must be given once"),
    [key]: { schema, description, required } satisfies Parameter
  })

const several = (description: string, items: ParameterSchema) => {
  const schema = { type: "array", items, maxItems: most.entries }
  return Schema.optionalKey(Schema.Array(Schema.String)).annotate({
    [key]: { schema, description, required: false } satisfies Parameter
  })
}

/** One text of at most `maxLength` characters. */
export const textParameter = (description: string, maxLength = most.text) =>
  single(description, { type: "string", maxLength })

/** A text of so many characters that must be given. */
export const requiredText = (description: string, minLength: number, maxLength: number) =>
  single(description, { type: "string", minLength, maxLength }, true)

/** An e-mail address that must be given. */
export const requiredEmail = (description: string) =>
  single(description, { type: "string", format: "email", maxLength: most.text }, true)

export const flagParameter = (description: string) => single(description, { type: "boolean", default: false })

/** `true`, `false`, or nothing for both. */
export const filterParameter = (description: string) => single(description, { type: "boolean" })

/** `true`, `false`, or `all` for both; false when left out. */
export const flagOrAll = (description: string) =>
  single(description, { anyOf: [{ type: "boolean" }, { type: "string", enum: ["all"] }], default: false })

/** One of these values. */
export const choice = (description: string, values: ReadonlyArray<string>, standard?: string) =>
  single(description, { type: "string", enum: values, ...(standard === undefined ? {} : { default: standard }) })

/** A time, or a date, which is its first moment in UTC. */
export const momentParameter = (description: string) => single(description, { type: "string", format: "date-time" })

/** The id of one record. */
export const idParameter = (description: string, kind?: Kind) => single(description, idSchema(kind))

/** A whole number of at least 1; one above `maximum` counts as that. */
export const numberParameter = (description: string, standard: number, maximum: number) =>
  single(description, { type: "integer", minimum: 1, maximum, default: standard })

/** Several texts, comma-joined or repeated. */
export const textsParameter = (description: string) => several(description, { type: "string" })

/** Some of these values, comma-joined or repeated. */
export const choices = (description: string, values: ReadonlyArray<string>) =>
  several(description, { type: "string", enum: values })

/** Ids of one kind, and perhaps words that stand for something else, comma-joined or repeated. */
export const idsParameter = (description: string, kind: Kind, ...words: ReadonlyArray<string>) =>
  several(description, idSchema(kind, words))

/** Parameters that page a list: `standard` entries to a page unless told otherwise, and never more than `maximum`. */
export const pagingOf = (standard: number, maximum: number) => ({
  limit: numberParameter(
    `Entries per page: ${standard} by default, ${maximum} at most. Higher values are lowered to the maximum.`,
    standard,
    maximum
  ),
  cursor: cursorParameter("`nextCursor` of the previous page. Keep all other parameters unchanged.")
})

/** Where a page begins. */
export const cursorParameter = (description: string) => textParameter(description, most.cursor)

/** Parameters of most lists. */
export const paging = pagingOf(25, 100)

/** In which order a list comes. */
export const ordering = (sorts: ReadonlyArray<string>) => ({
  sort: choice("The field to sort by.", sorts, "createdAt"),
  order: choice("`desc`: highest or newest first. `asc`: lowest or oldest first.", ["desc", "asc"], "desc")
})

/** What follows the prefix of an id: a TypeID's suffix, which holds 128 bits (docs/api.md, Identifiers). */
const suffix = "_[0-7][0-9a-hjkmnp-tv-z]{25}"

const idSchema = (kind: Kind | undefined, words: ReadonlyArray<string> = []): ParameterSchema => {
  const id = `${kind === undefined ? "[a-z]{2,4}" : prefixes[kind]}${suffix}`
  return {
    type: "string",
    pattern: words.length === 0 ? `^${id}$` : `^(${[id, ...words].join("|")})$`,
    ...(kind === undefined ? {} : { examples: [sampleId(kind)] })
  }
}

/** What was declared of an endpoint's query parameters, by name. */
export const declaredParameters = (query: Schema.Top | undefined): ReadonlyMap<string, Parameter> => {
  const ast = query === undefined ? undefined : SchemaAST.toType(query.ast)
  const properties = ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures : []
  return new Map(
    properties.flatMap(({ name, type }) => {
      const parameter = SchemaAST.resolveAt<Parameter>(key)(type)
      return parameter === undefined ? [] : [[String(name), parameter]]
    })
  )
}

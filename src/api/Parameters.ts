import { Schema, SchemaAST } from "effect"
import { type Kind, prefixes } from "../domain/Ids.ts"
import { stating } from "./fieldRule.ts"
import { sampleId } from "./samples.ts"

// Query parameters. The server reads all of them as text, with one reader that has one rule for each kind
// (src/http/QueryReader.ts). These declarations describe them in the OpenAPI document and in the generated client.

/** The part of JSON Schema that parameters need. */
export type ParameterSchema = Readonly<Record<string, unknown>>

interface Parameter {
  readonly schema: ParameterSchema
  readonly description: string
  readonly required: boolean
}

/** The annotation that holds the declaration of a parameter. */
const key = "trunkline/parameter"
/** Maximum characters of a text and entries of a list that the reader accepts. */
const most = { text: 255, cursor: 512, entries: 100 }

const single = (description: string, schema: ParameterSchema, required = false) =>
  Schema.optionalKey(Schema.String).annotate({
    ...stating("type", "must be given once"),
    [key]: { schema, description, required } satisfies Parameter
  })

const several = (description: string, items: ParameterSchema, maxItems = most.entries) => {
  const schema = { type: "array", items, maxItems }
  return Schema.optionalKey(Schema.Array(Schema.String)).annotate({
    [key]: { schema, description, required: false } satisfies Parameter
  })
}

/** Text of at most `maxLength` characters. */
export const textParameter = (description: string, maxLength = most.text) =>
  single(description, { type: "string", maxLength })

/** Required text of this length. */
export const requiredText = (description: string, minLength: number, maxLength: number) =>
  single(description, { type: "string", minLength, maxLength }, true)

/** Email address. */
export const emailParameter = (description: string) =>
  single(description, { type: "string", format: "email", maxLength: most.text })

/** Required email address. */
export const requiredEmail = (description: string) =>
  single(description, { type: "string", format: "email", maxLength: most.text }, true)

export const flagParameter = (description: string) => single(description, { type: "boolean", default: false })

/** `true`, `false`, or left out for both. */
export const filterParameter = (description: string) => single(description, { type: "boolean" })

/** `true`, `false`, or `all` for both; false by default. */
export const flagOrAll = (description: string) =>
  single(description, { anyOf: [{ type: "boolean" }, { type: "string", enum: ["all"] }], default: false })

/** One of these values. */
export const choice = (description: string, values: ReadonlyArray<string>, standard?: string) =>
  single(description, { type: "string", enum: values, ...(standard === undefined ? {} : { default: standard }) })

/** A time, or a date, which means midnight UTC. */
export const momentParameter = (description: string) => single(description, { type: "string", format: "date-time" })

/** The id of one record. */
export const idParameter = (description: string, kind?: Kind) => single(description, idSchema(kind))

/** A whole number of at least 1; anything above `maximum` counts as `maximum`. */
export const numberParameter = (description: string, standard: number, maximum: number) =>
  single(description, { type: "integer", minimum: 1, maximum, default: standard })

/** Several texts, comma-separated or repeated. */
export const textsParameter = (description: string) => several(description, { type: "string" })

/** Some of these values, comma-separated or repeated. `schema` names them in the OpenAPI document if it declares them once. */
export const choices = (description: string, values: ReadonlyArray<string>, schema?: string) =>
  several(
    description,
    schema === undefined ? { type: "string", enum: values } : { $ref: `#/components/schemas/${schema}` },
    Math.max(most.entries, values.length)
  )

/** Ids of one kind, and possibly words with a special meaning, comma-separated or repeated. */
export const idsParameter = (description: string, kind: Kind, ...words: ReadonlyArray<string>) =>
  several(description, idSchema(kind, words))

/** Parameters of paginated lists: `standard` entries per page by default, and at most `maximum`. */
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

/** The order of a list. */
export const ordering = (sorts: ReadonlyArray<string>) => ({
  sort: choice("The field to sort by.", sorts, "createdAt"),
  order: choice("`desc`: highest or newest first. `asc`: lowest or oldest first.", ["desc", "asc"], "desc")
})

/** The part of an id after its prefix: the suffix of a TypeID, which encodes 128 bits (docs/api.md, Ids). */
const suffix = "_[0-7][0-9a-hjkmnp-tv-z]{25}"

const idSchema = (kind: Kind | undefined, words: ReadonlyArray<string> = []): ParameterSchema => {
  const id = `${kind === undefined ? "[a-z]{2,4}" : prefixes[kind]}${suffix}`
  return {
    type: "string",
    pattern: words.length === 0 ? `^${id}$` : `^(${[id, ...words].join("|")})$`,
    ...(kind === undefined ? {} : { examples: [sampleId(kind)] })
  }
}

/** The declared query parameters of an endpoint, by name. */
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

import { Schema } from "effect"

// The kinds of values in responses. They are declared for the OpenAPI document and checked by tests; responses are written
// by plain functions (src/http/views/*View.ts) that do not walk these schemas.

/** The id of one kind of record, by its prefix. Requests accept any string: a malformed id is as unknown as any other. */
export const idLike = (prefix: string) =>
  Schema.String.annotate({
    description: `Id that starts with ${prefix}_.`,
    examples: [`${prefix}_01m893khb3f5bbmdqn6zazb1ra`]
  })

/** The description of a time that has no other. */
export const momentWords = "ISO 8601, UTC, milliseconds."

/** A time: UTC, with milliseconds. */
export const Moment = Schema.String.annotate({ description: momentWords, format: "date-time" })

/** Any JSON value. */
export const AnyJson = Schema.Unknown.annotate({ description: "Any JSON value, stored and returned unchanged." })

/** A JSON object. */
export const AnyObject = Schema.Record(Schema.String, Schema.Unknown)

export const some = Schema.optionalKey

/** The keyword that marks an enumeration in the OpenAPI document that will grow. */
export const openEnum = "x-extensible-enum"

/**
 * One of these values today, and possibly others later (docs/api.md, Versions and compatibility). For values that the server
 * reports; for values that callers choose, use `Schema.Literals`.
 */
export const growing = <const A extends ReadonlyArray<string>>(values: A) =>
  Schema.Literals(values).annotate({ [openEnum]: true })

/** `{"success": true}` */
export const Success = Schema.Struct({ success: Schema.Literal(true) }).annotate({ identifier: "Success" })

/** A page of a list. */
export const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    pagination: Schema.Struct({
      hasMore: Schema.Boolean.annotate({ description: "Whether there is a next page." }),
      nextCursor: Schema.NullOr(Schema.String).annotate({
        description: "Pass it as `cursor` to get the next page. null on the last page."
      }),
      cursor: some(Schema.String).annotate({ description: "Same as `nextCursor`; omitted on the last page." })
    })
  })

/** Path parameters. */
export const brandPath = { brandId: idLike("br") }

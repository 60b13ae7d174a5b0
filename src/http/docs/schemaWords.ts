import type { openApiDocument } from "../../api/openApiDocument.ts"
import { openEnum } from "../../api/Shapes.ts"

type Node = ReturnType<typeof openApiDocument>

/** The type of a schema in a word or two. */
export const typeOf = (document: Node, schema: Node): string => {
  if (typeof schema["$ref"] === "string") {
    const name = schema["$ref"].split("/").at(-1) ?? "object"
    const { enum: values } = document["components"].schemas[name] ?? {}
    return values === undefined ? name : valuesOf(values)
  }
  if (schema["enum"] !== undefined) return valuesOf(schema["enum"])
  if (schema[openEnum] !== undefined) return `${valuesOf(schema[openEnum])} | …`
  if (schema["anyOf"] !== undefined) return schema["anyOf"].map((member: Node) => typeOf(document, member)).join(" | ")
  if (schema["type"] === "array") {
    const item = typeOf(document, schema["items"] ?? {})
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`
  }
  return schema["type"] === undefined ? "any JSON" : [schema["type"]].flat().join(" | ")
}

const valuesOf = (values: ReadonlyArray<unknown>) => values.map((value) => JSON.stringify(value)).join(" | ")

/** The limits of a schema in words. */
export const limitsOf = (schema: Node): string => {
  const node: Node = schema["anyOf"]?.find((member: Node) => member["type"] !== "null") ?? schema
  const { format, maxItems, maximum, maxLength, minimum, minLength, pattern } = node
  const words = [
    format === "email" ? "one email address" : "",
    format === "hostname" ? "one domain name" : "",
    format === "uri" ? "http or https URL" : "",
    format === "date-time" ? "RFC 3339 time or date" : "",
    maxLength !== undefined && format === undefined
      ? `${minLength > 0 ? `${minLength} to` : "at most"} ${maxLength} characters`
      : "",
    rangeOf(minimum, maximum),
    maxItems === undefined ? "" : `at most ${maxItems} entries`,
    pattern === undefined ? "" : `matches \`${pattern}\``
  ].filter((word) => word !== "")
  const text = words.join(", ")
  return text === "" ? "" : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

/** A maximum that is the largest value of its format is no limit. */
const rangeOf = (minimum: number | undefined, maximum: number | undefined): string => {
  if (maximum !== undefined && Number.isSafeInteger(maximum + 1)) return `${minimum} to ${maximum}`
  return minimum === undefined || !Number.isSafeInteger(minimum - 1) ? "" : `at least ${minimum}`
}

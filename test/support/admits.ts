import { isDeepStrictEqual } from "node:util"
import type { openApiDocument } from "../../src/api/openApiDocument.ts"

type Node = ReturnType<typeof openApiDocument>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isOfType = (value: unknown, type: string): boolean => {
  if (type === "object") return isObject(value)
  if (type === "array") return Array.isArray(value)
  if (type === "null") return value === null
  return type === "integer" ? Number.isInteger(value) : typeof value === type
}

/** What each keyword asks of a value, for the keywords that constrain the members of a body as a whole. */
const rules: { readonly [keyword: string]: (document: Node, wanted: Node, value: unknown) => boolean } = {
  $ref: (document, wanted, value) =>
    admits(document, document["components"].schemas[`${wanted}`.split("/").at(-1) ?? ""], value),
  allOf: (document, wanted, value) => wanted.every((one: Node) => admits(document, one, value)),
  anyOf: (document, wanted, value) => wanted.some((one: Node) => admits(document, one, value)),
  not: (document, wanted, value) => !admits(document, wanted, value),
  enum: (_, wanted, value) => wanted.some((one: unknown) => isDeepStrictEqual(one, value)),
  type: (_, wanted, value) => [wanted].flat().some((type) => isOfType(value, `${type}`)),
  required: (_, wanted, value) => !isObject(value) || wanted.every((name: string) => name in value),
  properties: (document, wanted, value) =>
    !isObject(value) ||
    Object.entries(value).every(([name, member]) => !(name in wanted) || admits(document, wanted[name], member)),
  propertyNames: (document, wanted, value) =>
    !isObject(value) || Object.keys(value).every((name) => admits(document, wanted, name)),
  maxProperties: (_, wanted, value) => !isObject(value) || Object.keys(value).length <= Number(wanted),
  items: (document, wanted, value) => !Array.isArray(value) || value.every((entry) => admits(document, wanted, entry)),
  minItems: (_, wanted, value) => !Array.isArray(value) || value.length >= Number(wanted),
  uniqueItems: (_, wanted, value) => !wanted || !Array.isArray(value) || new Set(value).size === value.length,
  pattern: (_, wanted, value) => typeof value !== "string" || new RegExp(String(wanted), "u").test(value)
}

/** Whether a schema of the document admits a value, judged by the keywords above only. */
export const admits = (document: Node, schema: Node, value: unknown): boolean =>
  Object.entries(schema).every(([keyword, wanted]) => rules[keyword]?.(document, wanted, value) ?? true)

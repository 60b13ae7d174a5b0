import { compile, type JSONSchema } from "json-schema-to-typescript"
import { openEnum } from "../../src/api/Shapes.ts"
import { needing } from "./needing.ts"
import { type Node, type Operation, operationsOf } from "./operationsOf.ts"

const notice = "// Written by `npm run write-sdk` from the OpenAPI document."
const reference = "#/components/schemas/"
/** Errors of all calls, which their documentation does not repeat. */
const common = new Set([
  "forbidden",
  "idempotency_in_progress",
  "idempotency_key_reused",
  "internal",
  "invalid_idempotency_key",
  "malformed_json",
  "malformed_request",
  "origin_not_allowed",
  "payload_too_large",
  "rate_limited",
  "timeout",
  "token_expired",
  "unauthorized",
  "unavailable",
  "unsupported_media_type",
  "validation_failed"
])

/** The generated files of the client, by name. */
export const generate = async (document: Node): Promise<Readonly<Record<string, string>>> => {
  const definitions: Record<string, Node> = { ...document["components"].schemas }
  const operations = operationsOf(document)
  /** The name of a schema's type; a schema without a name gets `name`. */
  const nameOf = (schema: Node, name: string): string => {
    const target = schema["$ref"] as string | undefined
    if (target !== undefined) return target.slice(reference.length)
    if (schema["type"] === "string" && schema["enum"] === undefined) return "string"
    definitions[name] = schema
    return name
  }
  const typed = operations.map((operation) => {
    const own = `${pascal(operation.resource)}${pascal(operation.method)}`
    const prefix = operation.client === "TrunklinePortal" && !own.startsWith("Portal") ? "Portal" : ""
    const { input, output } = operation
    return {
      ...operation,
      inputType:
        input &&
        nameOf(listsToo(operation, input), `${prefix}${own}${operation.takes === "query" ? "Query" : "Input"}`),
      outputType: output && nameOf(output, `${prefix}${own}Answer`)
    }
  })
  return {
    "types.ts": await typesFile(definitions),
    "resources.ts": resourcesFile(typed)
  }
}

/** In a query, a list may be a single value, and a time a `Date`; in a form, bytes have a filename. */
const listsToo = ({ takes }: Operation, schema: Node): Node => {
  if (takes === "form") return { ...schema, properties: { ...schema["properties"], filename: { type: "string" } } }
  if (takes !== "query") return schema
  const properties = Object.entries<Node>(schema["properties"]).map(([name, own]) => [
    name,
    { description: own["description"], tsType: `${queryType(own)}${isRequired(schema, name) ? "" : " | undefined"}` }
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

const isRequired = (schema: Node, name: string) => (schema["required"] as ReadonlyArray<string>).includes(name)

/** The type of a query parameter. */
const queryType = (schema: Node): string => {
  if (schema["$ref"] !== undefined) return schema["$ref"].slice(reference.length)
  if (schema["anyOf"] !== undefined) return schema["anyOf"].map(queryType).join(" | ")
  if (schema["enum"] !== undefined) return schema["enum"].map((value: unknown) => JSON.stringify(value)).join(" | ")
  if (schema["type"] === "array") {
    const entry = queryType(schema["items"])
    return `ReadonlyArray<${entry}> | ${entry}`
  }
  if (schema["type"] === "integer") return "number"
  return schema["format"] === "date-time" ? "Date | string" : schema["type"]
}

const typesFile = async (definitions: Readonly<Record<string, Node>>): Promise<string> => {
  const root = JSON.parse(
    JSON.stringify({ title: "Everything", type: "object", additionalProperties: false, definitions }).replaceAll(
      reference,
      "#/definitions/"
    )
  ) as JSONSchema
  for (const definition of Object.values(root.definitions ?? {})) forget(definition as Node)
  // Without optional members: code that reads one narrows the type to the events that have it.
  const unknown = root.definitions?.["UnknownEvent"]?.properties
  Object.assign(unknown?.["type"] ?? {}, { tsType: "UnknownName" })
  Object.assign(unknown?.["data"] ?? {}, { tsType: "object" })
  const text = await compile(root, "Everything", {
    bannerComment: notice,
    unreachableDefinitions: true,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    customName: (schema, key) => key ?? schema.title,
    style: { semi: false, printWidth: 120, trailingComma: "none" }
  })
  return Object.entries(definitions)
    .reduce(needing, `${text}\n${unknownName}`)
    .replace(/export interface Everything \{[^}]*\}\n/, "")
    .replaceAll(
      /\/\*\*\n\s*\* This interface was referenced by [^\n]*\n\s*\* via the `definition` [^\n]*\n\s*\*\/\n/g,
      ""
    )
    .replaceAll(/\n\s*\*\n\s*\* This interface was referenced by [^\n]*\n\s*\* via the `definition` [^\n]*/g, "")
}

/** No name has this form, and no known name can: compilers can thus discriminate events by known names. */
const unknownName = `/** A name that this version does not know. */
type UnknownName = \`a name that this version does not know: \${string}\`
`

/** Removes examples and bounds, which types cannot express. Bytes are a `Blob`, and an object without members is any object. */
const forget = (schema: Node): void => {
  if (schema["format"] === "binary") schema["tsType"] = "Blob"
  const isAny = schema["properties"] === undefined && typeof schema["additionalProperties"] !== "object"
  if (isAny && `${schema["type"]}` === "object") schema["tsType"] = "Record<string, unknown>"
  if (isAny && `${schema["type"]}` === "object,null") schema["tsType"] = "Record<string, unknown> | null"
  if (schema[openEnum] !== undefined)
    schema["tsType"] = [...schema[openEnum].map((value: string) => JSON.stringify(value)), "(string & {})"].join(" | ")
  if (schema["not"] !== undefined) schema["tsType"] = "undefined"
  // Further rules of a text, and the words allowed in place of a number, are checked by the server; shapes are added below.
  if (schema["type"] === "string" || schema["properties"] !== undefined) delete schema["allOf"]
  if (Array.isArray(schema["anyOf"]))
    schema["anyOf"] = schema["anyOf"].filter(
      (one: Node) => !(one["enum"] as ReadonlyArray<unknown> | undefined)?.includes("NaN")
    )
  for (const key of ["examples", "example", "default"]) if (!isProperty(schema, key)) delete schema[key]
  // A schema with only a description is any JSON value.
  if (typeof schema["description"] === "string" && Object.keys(schema).length === 1) schema["tsType"] = "unknown"
  for (const value of Object.values(schema)) if (typeof value === "object" && value !== null) forget(value as Node)
}

/** Whether this is a member with that name, and no annotation. */
const isProperty = (schema: Node, key: string) => typeof schema[key] === "object" && "type" in (schema[key] ?? {})

type Typed = Operation & { readonly inputType: string | undefined; readonly outputType: string | undefined }

/** A method as `sdk/src/resources.ts` reads it. The most common words are left out, since pages load all of it. */
const routeOf = ({ answers, http, path, takes }: Typed): string => {
  const words = answers !== "value" ? [takes, answers] : takes === "none" ? [] : [takes]
  return [http, ...words, path.replace(/^\/v1(?=\/)/, "")].join(" ")
}

const resourcesFile = (operations: ReadonlyArray<Typed>): string => {
  const clients = Map.groupBy(operations, ({ client }) => client)
  const types = new Set(
    operations
      .flatMap(({ inputType, outputType }) => [inputType, outputType])
      .filter((name) => name !== undefined && name !== "string")
  )
  const clientText = [...clients].map(([client, own]) => {
    const resources = [...Map.groupBy(own, ({ resource }) => resource)]
    const prefix = client === "TrunklinePortal" ? "Portal" : ""
    const interfaces = resources.map(
      ([resource, methods]) =>
        `export interface ${prefix}${pascal(resource)}Resource {\n${methods.map(methodText).join("\n\n")}\n}\n`
    )
    const all = resources.map(([resource]) => `  readonly ${resource}: ${prefix}${pascal(resource)}Resource`)
    const routes = resources.map(
      ([resource, methods]) =>
        `  ${resource}: {\n${methods.map((one) => `    ${one.method}: "${routeOf(one)}"`).join(",\n")}\n  }`
    )
    const lower = prefix === "" ? "routes" : "portalRoutes"
    return [
      ...interfaces,
      `export interface ${prefix}Resources {\n${all.join("\n")}\n}\n`,
      `export const ${lower} = {\n${routes.join(",\n")}\n}\n`
    ].join("\n")
  })
  return [
    `${notice}\n`,
    'import type { Answer, List, Pages } from "../pages.ts"',
    'import type { RequestOptions } from "../Transport.ts"',
    `import type {\n${[...types]
      .toSorted()
      .map((name) => `  ${name}`)
      .join(",\n")}\n} from "./types.ts"\n`,
    ...clientText
  ].join("\n")
}

const answerText = { value: "Answer", list: "List", page: "Pages" } as const

const methodText = (operation: Typed): string => {
  const { answers, inputType, isOptional, method, outputType, places } = operation
  const answer =
    answers === "value" || answers === "list" || answers === "page"
      ? `${answerText[answers]}<${outputType}>`
      : `Answer<${answers === "bytes" ? "Blob" : answers === "text" ? "string" : "void"}>`
  const positional = places.map((name) => `${name}: string`)
  const input = inputType === undefined ? [] : [`input${isOptional ? "?" : ""}: ${inputType}`]
  const named = places.length === 0 ? [] : [`{ ${places.map((name) => `readonly ${name}: string`).join("; ")} }`]
  const overloads = [
    `${[...positional, ...input, "options?: RequestOptions"].join(", ")}`,
    ...(named.length === 0
      ? []
      : [`input: ${[...named, ...(inputType === undefined ? [] : [inputType])].join(" & ")}, options?: RequestOptions`])
  ]
  return [docText(operation), ...overloads.map((parameters) => `  ${method}(${parameters}): ${answer}`)].join("\n")
}

const docText = ({ description, errors, http, path, summary }: Typed): string => {
  const own = errors.filter((code) => !common.has(code))
  const lines = [
    summary === "" ? "" : `${summary.replace(/\.$/, "")}.`,
    description,
    `\`${http} ${path}\``,
    ...(own.length === 0 ? [] : [`@throws {ApiError} with the code ${own.map((code) => `\`${code}\``).join(", ")}`])
  ].filter((line) => line !== "")
  return `  /**\n${lines
    .flatMap((line) => line.split("\n"))
    .map((line) => `   * ${line}`.trimEnd())
    .join("\n   *\n")}\n   */`
}

const pascal = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

import type { openApiDocument } from "../../src/api/openApiDocument.ts"
import { byHand, names } from "./names.ts"

export type Node = ReturnType<typeof openApiDocument>

/** The kind of response: one value, a whole list, a page of a long one, bytes, text, or nothing. */
export type Answers = "value" | "list" | "page" | "bytes" | "text" | "nothing"
/** Where the input of a method goes. */
export type Takes = "body" | "query" | "form" | "none"

/** An operation as a method of the client. */
export interface Operation {
  readonly id: string
  readonly client: "Trunkline" | "TrunklinePortal"
  readonly resource: string
  readonly method: string
  readonly http: string
  readonly path: string
  /** Names of the path parameters, in order. */
  readonly places: ReadonlyArray<string>
  readonly takes: Takes
  /** The input may be left out. */
  readonly isOptional: boolean
  readonly answers: Answers
  /** JSON Schemas of the input, and of the response or one of its entries. */
  readonly input: Node | undefined
  readonly output: Node | undefined
  readonly summary: string
  readonly description: string
  readonly errors: ReadonlyArray<string>
}

/** The operations of the document for which methods are generated. */
export const operationsOf = (document: Node): ReadonlyArray<Operation> =>
  Object.entries<Node>(document["paths"]).flatMap(([path, methods]) =>
    Object.entries<Node>(methods)
      .filter(([, node]) => !byHand.includes(node["operationId"]))
      .map(([http, node]) => operationOf(http.toUpperCase(), path, node))
  )

const operationOf = (http: string, path: string, node: Node): Operation => {
  const id: string = node["operationId"]
  const [resource = "", method = ""] = (names[id] ?? id).split(".")
  const parameters = node["parameters"] as ReadonlyArray<Node>
  const input = inputOf(node["requestBody"], parameters)
  return {
    id,
    client: id.startsWith("portal.") ? "TrunklinePortal" : "Trunkline",
    resource,
    method,
    http,
    path,
    places: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    ...input,
    ...outputOf(node["responses"], parameters),
    summary: node["summary"] ?? "",
    description: node["description"] ?? "",
    errors: node["x-error-codes"]
  }
}

const inputOf = (body: Node | undefined, parameters: ReadonlyArray<Node>) => {
  if (body !== undefined) {
    const form = body["content"]["multipart/form-data"]
    const schema: Node = (form ?? body["content"]["application/json"])["schema"]
    const isOptional = body["required"] !== true
    return { takes: form === undefined ? ("body" as const) : ("form" as const), isOptional, input: schema }
  }
  const query = parameters.filter((one) => one["in"] === "query")
  if (query.length === 0) return { takes: "none" as const, isOptional: true, input: undefined }
  const required = query.filter((one) => one["required"] === true).map((one) => one["name"])
  return {
    takes: "query" as const,
    isOptional: required.length === 0,
    input: {
      type: "object",
      required,
      properties: Object.fromEntries(
        query.map((one) => [one["name"], { ...one["schema"], description: one["description"] }])
      ),
      additionalProperties: false
    }
  }
}

const outputOf = (responses: Node, parameters: ReadonlyArray<Node>): Pick<Operation, "answers" | "output"> => {
  const done = Object.entries<Node>(responses).filter(([status]) => status.startsWith("2"))
  const [[type, { schema }] = ["", { schema: undefined }]] = done.flatMap(([, { content = {} }]) =>
    Object.entries<Node & { schema?: Node }>(content)
  )
  if (type === "") return { answers: "nothing", output: undefined }
  if (type.startsWith("text/")) return { answers: "text", output: undefined }
  if (type !== "application/json") return { answers: "bytes", output: undefined }
  if (schema?.["properties"]?.pagination !== undefined)
    return { answers: "page", output: schema["properties"].data.items }
  if (schema?.["type"] !== "array") return { answers: "value", output: schema }
  const isPaged = parameters.some((one) => one["name"] === "cursor")
  return { answers: isPaged ? "page" : "list", output: schema["items"] }
}

import type { openApiDocument } from "../../src/api/openApiDocument.ts"
import { openEnum } from "../../src/api/Shapes.ts"

type Node = ReturnType<typeof openApiDocument>

/**
 * What a document promises, one line per item: operations, parameters, members of bodies and responses with their types, values
 * of enumerations and whether they are open to more, error codes.
 */
export const contractLines = (document: Node): ReadonlyArray<string> =>
  Object.entries<Node>(document["paths"]).flatMap(([path, methods]) =>
    Object.entries<Node>(methods).flatMap(([method, node]) => {
      const operation = `${method.toUpperCase()} ${path}`
      const contents = (content: Node | undefined, place: string) =>
        Object.entries<Node>(content ?? {}).flatMap(([type, { schema }]) => [
          `${place} ${type}`,
          ...memberLines(document, schema ?? {}, place, [])
        ])
      return [
        `is ${node["operationId"]}`,
        ...(node["security"] as ReadonlyArray<Node>).flatMap((scheme) =>
          Object.keys(scheme).map((name) => `by ${name}`)
        ),
        ...(node["parameters"] as ReadonlyArray<Node>).map((one) => `${one["in"]} ${one["name"]}`),
        ...contents(node["requestBody"]?.content, "body"),
        ...Object.entries<Node>(node["responses"])
          .filter(([status]) => status.startsWith("2"))
          .flatMap(([status, { content }]) => contents(content, status)),
        ...(node["x-error-codes"] as ReadonlyArray<string>).map((code) => `error ${code}`)
      ].map((line) => `${operation}: ${line}`)
    })
  )

const memberLines = (document: Node, schema: Node, place: string, within: ReadonlyArray<string>): Array<string> => {
  const name =
    String(schema["$ref"] ?? "")
      .split("/")
      .at(-1) ?? ""
  if (name !== "") {
    // A recursive schema promises nothing more.
    return within.includes(name)
      ? []
      : memberLines(document, document["components"].schemas[name], place, [...within, name])
  }
  const variants: ReadonlyArray<Node> | undefined = schema["anyOf"]
  if (variants !== undefined) return variants.flatMap((one) => memberLines(document, one, place, within))
  const values: ReadonlyArray<unknown> | undefined = schema["enum"] ?? schema[openEnum]
  if (values !== undefined) {
    const lines = values.map((value) => `${place} = ${JSON.stringify(value)}`)
    return schema["enum"] === undefined ? [`${place} is open`, ...lines] : lines
  }
  const types = [schema["type"] ?? "any"].flat().map((type: string) => `${place}: ${type}`)
  if (schema["items"] !== undefined) types.push(...memberLines(document, schema["items"], `${place}[]`, within))
  const required: ReadonlyArray<string> = schema["required"] ?? []
  for (const [member, value] of Object.entries<Node>(schema["properties"] ?? {})) {
    const at = `${place}.${member}`
    if (!required.includes(member)) types.push(`${at} may be left out`)
    types.push(...memberLines(document, value, at, within))
  }
  return types
}

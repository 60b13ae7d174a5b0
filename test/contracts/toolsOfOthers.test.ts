import { assert, describe, it } from "@effect/vitest"
import { openApiDocument } from "../../src/api/openApiDocument.ts"

type Node = ReturnType<typeof openApiDocument>

const document = openApiDocument("https://desk.example")

/** Every object within a value, with the path to it. */
const nodesOf = (value: unknown, path = ""): ReadonlyArray<readonly [path: string, node: Node]> =>
  typeof value !== "object" || value === null
    ? []
    : [[path, value], ...Object.entries(value).flatMap(([name, member]) => nodesOf(member, `${path}/${name}`))]

const nodes = nodesOf(document)
const printable = /^[\x20-\x7e]*$/

describe("The OpenAPI document in tools of others", () => {
  it("shows headers that can be sent, since mock servers answer with these examples", () => {
    const headers = [
      ...Object.entries<Node>(document["components"].headers),
      ...nodes.filter(([, node]) => node["in"] === "header" && typeof node["name"] === "string")
    ]
    assert.isAbove(headers.length, 20)
    for (const [name, { example = "" }] of headers) assert.match(String(example), printable, name)
  })

  it("shows tokens and secrets that clients can send back in headers", () => {
    const secrets = nodes.flatMap(([path, node]) =>
      path.includes("/example")
        ? Object.entries(node).filter(
            ([name, value]) => /token$|^secret$|^key$/i.test(name) && typeof value === "string"
          )
        : []
    )
    assert.isAbove(secrets.length, 10)
    for (const [name, value] of secrets) assert.match(value, printable, name)
  })

  it("lists the rules of a text in one place, where generators read them, and no length beside its values", () => {
    const texts = nodes.filter(([, node]) => node["type"] === "string")
    assert.isAbove(texts.length, 500)
    for (const [path, node] of texts) {
      assert.notProperty(node, "allOf", path)
      if ("enum" in node) assert.doesNotHaveAnyKeys(node, ["minLength", "maxLength"], path)
    }
    const { SimulatedMail, UnknownEvent, WebhookCreate, WebhookEventName, WebhookTest } = document["components"].schemas
    const { maxItems, minItems, items } = WebhookCreate.properties.events
    assert.deepStrictEqual([minItems, maxItems], [1, 50])
    assert.deepStrictEqual(items, { $ref: "#/components/schemas/WebhookEventName" })
    assert.includeMembers(WebhookEventName.enum, ["*", "ticket.*", "ticket.created", "ticket.comment.created"])
    assert.include(WebhookTest.properties.event.enum, "ticket.created")
    assert.include(UnknownEvent.properties.type.not.enum, "ticket.created")
    assert.strictEqual(SimulatedMail.properties.raw.contentEncoding, "base64")
  })

  it("describes every response without markup", () => {
    for (const [path, node] of nodes.filter(([path]) => /\/responses\/\w+$/.test(path)))
      assert.notMatch(String(node["description"]).replaceAll(/`[^`]*`/g, ""), /[<>]/, path)
  })
})

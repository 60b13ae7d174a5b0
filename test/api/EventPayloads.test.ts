import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { openApiDocument } from "../../src/api/openApiDocument.ts"
import { eventTypes } from "../../src/domain/Event.ts"
import { declaredEvent } from "../support/declaredAnswers.ts"

const { components, webhooks } = openApiDocument("https://desk.example")

describe("The webhooks of the OpenAPI document", () => {
  it("include all event types, and the schemas that they reference", () => {
    assert.deepStrictEqual(Object.keys(webhooks), [...eventTypes])
    const { mapping, propertyName } = components.schemas.WebhookEvent.discriminator
    assert.strictEqual(propertyName, "type")
    assert.deepStrictEqual(Object.keys(mapping), [...eventTypes])
    for (const target of Object.values<string>(mapping))
      assert.property(components.schemas, target.split("/").at(-1) ?? "")
  })

  for (const type of eventTypes) {
    it(`describe when ${type} is sent, its body and headers, and what responses mean`, () => {
      const { description, parameters, requestBody, responses } = webhooks[type].post
      assert.isAbove(description.length, 10)
      const names = parameters.map(({ name }: { readonly name: string }) => name)
      assert.includeMembers(names, ["webhook-id", "webhook-timestamp", "webhook-signature", "X-Trunkline-Attempt"])
      assert.hasAllKeys(responses, ["2XX", "410", "default"])
      const { example } = requestBody.content["application/json"]
      assert.deepInclude(example, { event: type, type })
      const read = declaredEvent(example)
      assert.isTrue(Result.isSuccess(read), `${read}`)
    })
  }
})

import { assert, it } from "@effect/vitest"
import { Trunkline } from "../../sdk/src/index.ts"

const unasked: typeof fetch = () => Promise.reject(new Error("Nothing was to be asked"))
const client = new Trunkline({ baseUrl: "http://127.0.0.1", apiKey: "sk_test_1", fetch: unasked, maxRetries: 0 })

it.each(["a text", undefined, null])(
  "A file whose content is %j is refused with a clear error, before it is announced",
  async (content) => {
    const file = { filename: "note.txt", content: content as unknown as Blob }
    const refused = await client.attachments.send("br_1", file).catch((error: unknown) => error)
    assert.instanceOf(refused, TypeError)
    assert.strictEqual(
      refused.message,
      "The content of note.txt must be a Blob, bytes or a stream. For text, use new Blob([text])"
    )
  }
)

import { Duration, Effect } from "effect"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { isSlackHost } from "../isSlackHost.ts"
import { callSlack } from "../SlackFailure.ts"

/** How long Slack may take to hear an answer. */
const patience = Duration.seconds(10)

/**
 * Answers a command or a click by the address that came with it, which is good for half an hour and five answers. Only an
 * address of Slack's is called. An answer that is not taken is lost, and logged: what it tells of has happened.
 */
export const answerUrl = Effect.fn("answerUrl")(function* (apiUrl: string, address: string, message: JsonObject) {
  const url = URL.parse(address)
  if (url === null || !isSlackHost(url, apiUrl))
    return yield* Effect.logWarning("A response URL did not belong to Slack")
  yield* callSlack("response_url", async () => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify(message),
      redirect: "error",
      signal: AbortSignal.timeout(Duration.toMillis(patience))
    })
    await response.body?.cancel()
    if (response.status !== 200) throw new Error(`Slack responded with ${response.status}`)
  }).pipe(
    Effect.catchTag("SlackFailure", ({ message }) => Effect.logWarning("A response did not reach Slack", message))
  )
})

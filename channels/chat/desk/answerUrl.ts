import { Duration, Effect } from "effect"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { isSlackHost } from "../isSlackHost.ts"
import { callSlack } from "../SlackFailure.ts"

/** How long Slack may take to accept a response. */
const patience = Duration.seconds(10)

/**
 * Responds to a command or a click through its response URL, which is valid for half an hour and five responses. Only calls
 * Slack's own hosts. A response that is not accepted is lost and logged: what it reports has happened.
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

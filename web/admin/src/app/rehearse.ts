import { Trunkline } from "@trunkline/sdk"
import { type ApiCall, callOf } from "../ui/curl.ts"
import { withStandIn } from "./client.ts"

/**
 * The commands that `act` would send first; nothing is sent, and what would follow on their answers never happens. What
 * `act` does before them, it does: an act begins with its request.
 */
export const rehearse = async (act: () => unknown): Promise<ReadonlyArray<ApiCall>> => {
  const calls: Array<ApiCall> = []
  withStandIn(
    (options) =>
      new Trunkline({
        ...options,
        timeout: 0,
        fetch: (url, request = {}) => {
          // Nobody is harmed by what is only read.
          if (request.method === "GET") return fetch(url, request)
          calls.push(callOf(String(url), request))
          return new Promise(() => {})
        }
      }),
    act
  )
  // Calls that were made reach the place where they would be sent before the next turn.
  await new Promise((turn) => setTimeout(turn))
  return calls
}

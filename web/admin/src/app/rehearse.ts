import { Trunkline } from "@trunkline/sdk"
import { type ApiCall, callOf } from "../ui/curl.ts"
import { withStandIn } from "./client.ts"

/**
 * Returns the writes that `act` would send first. None of them is sent, so nothing that depends on their responses happens.
 * What `act` does before them does happen: an act must begin with its request.
 */
export const rehearse = async (act: () => unknown): Promise<ReadonlyArray<ApiCall>> => {
  const calls: Array<ApiCall> = []
  withStandIn(
    (options) =>
      new Trunkline({
        ...options,
        timeout: 0,
        fetch: (url, request = {}) => {
          // Reads are harmless.
          if (request.method === "GET") return fetch(url, request)
          calls.push(callOf(String(url), request))
          return new Promise(() => {})
        }
      }),
    act
  )
  // All pending calls reach `fetch` before the next macrotask.
  await new Promise((turn) => setTimeout(turn))
  return calls
}

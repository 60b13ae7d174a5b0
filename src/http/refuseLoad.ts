import type { IncomingMessage } from "node:http"
import { Context, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { bytesInHand, type Holder, ownBytes } from "./BytesInHand.ts"
import { isSurplus } from "./GuardedServer.ts"
import { nodeResponse } from "./nodeResponse.ts"
import { currentRecord, type RequestRecord } from "./RequestRecord.ts"

/** Milliseconds that a large response waits for room, while the readers of others are served one after the other. */
export const roomPatience = 30_000

/** What operators and their programs request while everything else is refused. */
const vital: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"].flatMap((path) => [path, `/v1${path}`]))

const overloaded: Problem = {
  code: "unavailable",
  detail: "The server is overloaded. Send the same request again.",
  headers: { "retry-after": "1" }
}

/** All callers without a credential share one allowance. */
const holderOf = ({ accountId, callerId }: RequestRecord): Holder => ({
  caller: callerId ?? "anonymous",
  account: accountId ?? callerId ?? "anonymous"
})

/** Refuses requests that are not vital while all connections outside the reserve are busy. */
export const refuseSurplus = (source: IncomingMessage, path: string): Problem | undefined =>
  isSurplus(source) && !vital.has(path) ? overloaded : undefined

/** Refuses a body, or more of it, if there is no room, before it is read. */
export const refuseBody = (
  request: HttpServerRequest.HttpServerRequest,
  bytes: number,
  record: RequestRecord
): Problem | undefined => (bytesInHand.hold(bytes, holderOf(record), nodeResponse(request)) ? undefined : overloaded)

/** Waits for room for a large response before its data is read. */
export const awaitRoom = (bytes: number): Effect.Effect<void, DatabaseUnavailable> =>
  Effect.withFiber((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    return Effect.timeoutOrElse(bytesInHand.wait(bytes, holderOf(currentRecord(fiber)), nodeResponse(request)), {
      duration: roomPatience,
      orElse: () => Effect.fail(new DatabaseUnavailable({ reason: "overloaded" }))
    })
  })

/**
 * Refuses to send a response for which there is no room, since its reader may be slow. The response to a command is always
 * sent: the command has been executed.
 */
export const refuseAnswer = (
  request: HttpServerRequest.HttpServerRequest,
  { body }: HttpServerResponse.HttpServerResponse,
  record: RequestRecord
): Problem | undefined =>
  body._tag !== "Uint8Array" ||
  (body.text === undefined && !ownBytes.has(body.body)) ||
  bytesInHand.hold(body.contentLength, holderOf(record), nodeResponse(request)) ||
  request.method !== "GET"
    ? undefined
    : overloaded

import type { IncomingMessage } from "node:http"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { bytesInHand, type Holder, ownBytes } from "./BytesInHand.ts"
import { isSurplus } from "./GuardedServer.ts"
import { nodeResponse } from "./nodeResponse.ts"
import type { RequestRecord } from "./RequestRecord.ts"

/** What operators and their programs ask while everything else is refused. */
const vital: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"].flatMap((path) => [path, `/v1${path}`]))

const overloaded: Problem = {
  code: "unavailable",
  detail: "The server has more to do than it can. Send the same request again.",
  headers: { "retry-after": "1" }
}

/** Who calls without a credential shares one part of what there is room for. */
const holderOf = ({ accountId, callerId }: RequestRecord): Holder => ({
  caller: callerId ?? "anonymous",
  account: accountId ?? callerId ?? "anonymous"
})

/** Refuses what is not vital while all connections but those of the reserve are busy. */
export const refuseSurplus = (source: IncomingMessage, path: string): Problem | undefined =>
  isSurplus(source) && !vital.has(path) ? overloaded : undefined

/** Refuses a body, or more of one, that there is no room for, before it is read. */
export const refuseBody = (
  request: HttpServerRequest.HttpServerRequest,
  bytes: number,
  record: RequestRecord
): Problem | undefined => (bytesInHand.hold(bytes, holderOf(record), nodeResponse(request)) ? undefined : overloaded)

/**
 * Refuses to send an answer that there is no room for, since a reader may be slow. A command's is sent all the same: it has
 * been done.
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

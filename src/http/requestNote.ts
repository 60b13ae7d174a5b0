import type { IncomingMessage } from "node:http"
import { Option } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { RequestNote } from "../accounts/RequestNotes.ts"
import { type BrandId, parseId } from "../domain/Ids.ts"
import { plainKey } from "./idempotency.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import { sentPath } from "./sentPath.ts"
import { sentQuery } from "./sentQuery.ts"
import { toldProblem } from "./toldProblem.ts"

/** The entry in the request log for a response, if an endpoint was called with an API key. */
export const requestNote = (
  { called, client, id, key, problem }: RequestRecord,
  { headers, method = "", url = "" }: Pick<IncomingMessage, "headers" | "method" | "url">,
  response: HttpServerResponse.HttpServerResponse,
  milliseconds: number
): RequestNote | undefined => {
  if (key === undefined || called === undefined) return undefined
  const { status } = response
  const replayed = response.headers["idempotency-replayed"] === "true"
  const idempotencyKey = headers["idempotency-key"] ?? headers["x-idempotency-key"]
  return {
    tenantId: key.tenant.id,
    keyId: key.id,
    status,
    describe: () => {
      const path = sentPath(called.path, url.split("?", 1)[0] ?? "")
      return {
        id,
        apiKey: { id: key.id, prefix: key.prefix },
        brandId: brandIn(path),
        operation: called.operation,
        method,
        path,
        query: sentQuery(url, called.parameters),
        status,
        problem: problem === undefined || status < 400 ? undefined : toldProblem(problem),
        durationMs: Math.max(0, Math.round(milliseconds)),
        idempotencyKey: plainKey(String(idempotencyKey ?? "")),
        replayed,
        ip: client.address,
        userAgent: client.userAgent
      }
    }
  }
}

const brandIn = (path: string): BrandId | undefined => Option.getOrUndefined(parseId("brand", path.split("/")[3] ?? ""))

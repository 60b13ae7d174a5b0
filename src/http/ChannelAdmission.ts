import type { IncomingMessage } from "node:http"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { ChannelAccess, CurrentChannel } from "../api/Access.ts"
import type { Problem } from "../api/ProblemCatalogue.ts"
import { permissions } from "../api/permissions.ts"
import { problemOf } from "../api/problemOf.ts"
import type { PlacedConnection } from "../domain/ChannelConnection.ts"
import { parseId } from "../domain/Ids.ts"
import { NotFound } from "../domain/Problems.ts"
import { CustomChannels } from "../tickets/connections/CustomChannels.ts"
import { signingKey } from "../webhooks/Signature.ts"
import { verifySignature } from "../webhooks/verifySignature.ts"
import { makeAuthenticate } from "./authenticate.ts"
import { calledOf } from "./Called.ts"
import { charge } from "./charge.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { KnownNames } from "./KnownNames.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { answerFailures, problemAnswer } from "./problemAnswer.ts"
import { RateLimits } from "./RateLimits.ts"
import { Refused } from "./Refused.ts"
import { currentRecord, type RequestRecord } from "./RequestRecord.ts"
import { readWhileAdmitted } from "./readWhileAdmitted.ts"
import { refuseCaller } from "./refuseCaller.ts"
import { jsonText, readBody, refuseLength, refuseMediaType, withBody } from "./requestBody.ts"

/**
 * The way in for custom channels: a signature with the secret of the channel in the path, or an API key that sees its brand.
 * A failed signature always gets the same 401, also if there is no such channel, and counts against the caller's network.
 */
export const layer = Layer.effect(
  ChannelAccess,
  Effect.gen(function* () {
    const authenticate = yield* makeAuthenticate
    const channels = yield* CustomChannels
    const limits = yield* RateLimits
    const { publicUrl } = yield* HttpSettings

    /** Refuses with how to sign, and counts the failure. */
    const unsigned = (record: RequestRecord) =>
      Effect.andThen(charge(record, limits.failedAuthentication, record.network), Refused.of(badSignature))

    const bySignature = Effect.fnUntraced(function* (
      channelId: string,
      source: IncomingMessage,
      body: Uint8Array,
      record: RequestRecord
    ) {
      const id = parseId("channel", channelId)
      const found = Option.isSome(id) ? yield* channels.reached(id.value) : Option.none()
      const { headers } = source
      const now = DateTime.toEpochMillis(yield* DateTime.now)
      const head = {
        id: one(headers["webhook-id"]),
        timestamp: one(headers["webhook-timestamp"]),
        signature: one(headers["webhook-signature"])
      }
      return Option.isSome(found) && verifySignature(found.value.secrets.map(signingKey), head, body, now)
        ? found.value
        : yield* unsigned(record)
    })

    const byKey = Effect.fnUntraced(function* (
      channelId: string,
      source: IncomingMessage,
      record: RequestRecord,
      again = false
    ) {
      const principal = yield* authenticate(source, record, again)
      yield* Refused.when(refuseCaller(principal, permissions.speakForChannel))
      const id = parseId("channel", channelId)
      const found = Option.isSome(id) ? yield* channels.reached(id.value) : Option.none()
      const isSeen = Option.exists(
        found,
        ({ scope }) =>
          scope.tenant.id === principal.tenant.id && (principal.brands === "all" || principal.brands.has(scope.brandId))
      )
      return Option.isSome(found) && isSeen ? found.value : yield* Refused.of(unknown)
    })

    return ChannelAccess.of((handler, { endpoint, group }) => {
      const called = calledOf(group, endpoint)
      const members = KnownNames.ofBody(endpoint)
      return Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const record = currentRecord(fiber)
        const source = nodeRequest(request)
        record.route = endpoint.path
        record.called = called

        const serve = Effect.gen(function* () {
          const { channelId = "" } = yield* HttpRouter.params
          yield* Refused.when(refuseLength(source))
          const { authorization, cookie } = source.headers
          const isSigned = source.headers["webhook-signature"] !== undefined && authorization === undefined
          if (!isSigned && authorization === undefined && cookie === undefined) return yield* unsigned(record)
          let channel: PlacedConnection<"custom">
          let body: Uint8Array
          if (isSigned) {
            body = yield* readBody(request, source)
            channel = yield* bySignature(channelId, source, body, record)
            yield* Refused.when(refuseMediaType(source))
          } else {
            const admitted = yield* byKey(channelId, source, record)
            yield* Refused.when(refuseMediaType(source))
            const read = yield* readWhileAdmitted(
              admitted,
              readBody(request, source),
              byKey(channelId, source, record, true)
            )
            body = read.body
            channel = read.caller
          }
          const { connection, scope } = channel
          record.callerId ??= connection.id
          yield* charge(record, limits.customChannel, connection.id)
          const text = yield* jsonText(body, members, false)
          const context = Context.make(CurrentChannel, { connection, scope }).pipe(
            Context.add(HttpServerRequest.HttpServerRequest, withBody(request, text))
          )
          return yield* Effect.provideContext(handler, context)
        })

        return answerFailures(serve, problemAnswer(publicUrl, request, record))
      })
    })
  })
)

const badSignature: Problem = {
  code: "unauthorized",
  detail:
    "Sign the request with this channel's secret: send webhook-id, webhook-timestamp (at most 5 minutes off) and webhook-signature."
}
const unknown = problemOf(new NotFound({ entity: "channel" }))

/** A header that was sent exactly once. */
const one = (value: string | ReadonlyArray<string> | undefined) => (typeof value === "string" ? value : undefined)

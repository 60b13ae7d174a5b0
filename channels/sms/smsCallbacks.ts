import { DateTime, Effect, Option } from "effect"
import type { PlacedConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { parseId } from "../../src/domain/Ids.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import type {
  CallbackAnswer,
  CallbackRequest,
  ProviderCallback
} from "../../src/tickets/connections/ProviderCallbacks.ts"
import { goodTokens } from "../../src/tickets/connections/smsSecrets.ts"
import { ChannelInbox } from "../../src/tickets/intake/ChannelInbox.ts"
import { readForm, singleValues, type TwilioForm } from "./readForm.ts"
import { SmsReceipts } from "./SmsReceipts.ts"
import { TwilioSettings } from "./TwilioSettings.ts"
import { incomingText, textStatus } from "./twilioMessages.ts"
import { verifyTwilioRequest } from "./verifyTwilioRequest.ts"

/** Bytes. The largest request body; Twilio's own have a few thousand. */
const maxBytes = 64 * 1024
const taken: CallbackAnswer = { status: 200, headers: { "content-type": "text/xml" }, body: "<Response/>" }

type Genuine = PlacedConnection<"sms"> & { readonly form: TwilioForm }

/**
 * The endpoints that Twilio calls. The number in the path determines whose token verifies the signature; requests that
 * Twilio did not sign get 403, and nothing in them is trusted. Messages are stored before they are acknowledged, including
 * those to numbers that are unknown here, which `handleText` sorts out. Each is stored once, forever, because the signature
 * contains no time. Replies to customers never go back this way.
 */
export const smsCallbacks = Effect.gen(function* () {
  const connections = yield* ConnectionStore
  const inbox = yield* ChannelInbox
  const receipts = yield* SmsReceipts
  const { publicUrl } = yield* TwilioSettings

  /** The number that was called and the parameters, each once; or the status that refuses the request. */
  const genuine = Effect.fnUntraced(function* ({ body, headers, params, target }: CallbackRequest) {
    const id = parseId("number", params["numberId"] ?? "")
    const placed = Option.isSome(id) ? yield* connections.reached("sms", id.value) : Option.none()
    if (Option.isNone(placed) || placed.value.connection.status === "disabled") return 404
    const entries = readForm(headers["content-type"]?.[0], body)
    if (entries === undefined) return 415
    const stored = yield* connections.secrets(placed.value.connection.id)
    if (Option.isNone(stored)) return 404
    const tokens = goodTokens(stored.value, yield* DateTime.now)
    const signatures = headers["x-twilio-signature"] ?? []
    if (!(yield* verifyTwilioRequest(tokens, signatures, `${publicUrl}${target}`, entries))) return 403
    const form = singleValues(entries)
    return form === undefined ? 400 : { ...placed.value, form }
  })

  const inbound = Effect.fnUntraced(function* ({ connection, form }: Genuine) {
    const text = incomingText(form)
    if (text === undefined) return { status: 400 }
    if (text.accountSid !== connection.settings.accountSid) return { status: 403 }
    const kept = yield* inbox.put({
      connectionId: connection.id,
      dedupeKey: `twilio:${connection.id}:${text.sid}`,
      keepsKey: true,
      kind: "message",
      lane: text.from,
      payload: form
    })
    return kept === "gone" ? { status: 404 } : taken
  })

  const status = Effect.fnUntraced(function* ({ connection, form }: Genuine, { target }: CallbackRequest) {
    const told = textStatus(form)
    if (told === undefined) return { status: 400 }
    if (told.accountSid !== connection.settings.accountSid || told.from !== connection.name) return { status: 403 }
    const query = new URL(target, publicUrl).searchParams
    yield* receipts.take(connection, told, { of: query.get("o") ?? "", isLast: query.get("last") !== "0" })
    return { status: 204 }
  })

  const route = (
    name: "inbound" | "status",
    answer: (genuine: Genuine, request: CallbackRequest) => Effect.Effect<CallbackAnswer, DatabaseUnavailable>
  ): ProviderCallback => ({
    method: "POST",
    path: `/v1/channels/sms/:numberId/${name}`,
    maxBytes,
    answer: (request) =>
      Effect.flatMap(genuine(request), (found) =>
        typeof found === "number" ? Effect.succeed({ status: found }) : answer(found, request)
      ).pipe(
        Effect.catchTag("DatabaseUnavailable", () => Effect.succeed({ status: 503, headers: { "retry-after": "1" } }))
      )
  })

  return [route("inbound", inbound), route("status", status)]
})

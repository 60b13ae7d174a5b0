import { randomUUID } from "node:crypto"

/** An id in Twilio's format: two letters and 32 hexadecimal digits. */
export const sid = (prefix: string): string => prefix + randomUUID().replaceAll("-", "")

export interface TwilioAccount {
  readonly sid: string
  /** Signs callbacks and authenticates to the API; a test may rotate it. */
  token: string
  readonly numbers: Array<string>
  /** Where incoming messages are sent: by its numbers, and by its messaging services. */
  smsUrl: string
  serviceUrl?: string
  /** By SID; these also authenticate requests. */
  readonly apiKeys: Map<string, string>
}

export interface TwilioMessage {
  readonly sid: string
  readonly accountSid: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly mediaUrls: ReadonlyArray<string>
  readonly serviceSid: string | undefined
  readonly statusCallback: string | undefined
  readonly createdAt: Date
  status: string
  errorCode: number | undefined
}

/** A response that Twilio gives instead of the usual one, `times` times. */
export interface TwilioFault {
  readonly on: "send" | "list" | "media"
  /** Applies only to messages with this text. */
  readonly saying?: string
  readonly times?: number
  readonly status?: number
  readonly code?: number
  readonly retryAfter?: number
  /** Nothing is answered, and the connection ends. */
  readonly reset?: boolean
  /** The request took effect; only the response is lost. */
  readonly applied?: boolean
}

export class TwilioRefusal {
  readonly status: number
  readonly code: number
  readonly message: string

  constructor(status: number, code: number, message: string) {
    this.status = status
    this.code = code
    this.message = message
  }
}

/** Numbers that trigger a refusal, as Twilio publishes them for tests. */
const magicTo: Readonly<Record<string, TwilioRefusal>> = {
  "+15005550001": new TwilioRefusal(400, 21211, "Invalid 'To' Phone Number: +15005550001"),
  "+15005550002": new TwilioRefusal(400, 21612, "The 'To' number is not reachable from this number"),
  "+15005550003": new TwilioRefusal(400, 21408, "Permission to send an SMS has not been enabled for the region"),
  "+15005550004": new TwilioRefusal(400, 21610, "Attempt to send to unsubscribed recipient"),
  "+15005550009": new TwilioRefusal(400, 21614, "'To' number is not a valid mobile number")
}

/** Twilio's checks before it accepts a message. */
export const refusalOf = (account: TwilioAccount, form: URLSearchParams, optedOut: ReadonlySet<string>) => {
  const [body, from = "", to] = [form.get("Body") ?? "", form.get("From") ?? undefined, form.get("To") ?? ""]
  if (to === "") return new TwilioRefusal(400, 21604, "A 'To' phone number is required.")
  if (from === "") return new TwilioRefusal(400, 21603, "A 'From' phone number is required.")
  if (body === "" && form.getAll("MediaUrl").length === 0)
    return new TwilioRefusal(400, 21602, "Message body is required.")
  if (body.length > 1600)
    return new TwilioRefusal(400, 21617, "The concatenated message body exceeds the 1600 character limit")
  if (form.getAll("MediaUrl").length > 10) return new TwilioRefusal(400, 21623, "Number of media files exceeds limit")
  if (!account.numbers.includes(from))
    return new TwilioRefusal(400, 21606, `The 'From' phone number provided (${from}) is not valid`)
  if (optedOut.has(`${from} ${to}`)) return new TwilioRefusal(400, 21610, "Attempt to send to unsubscribed recipient")
  return magicTo[to]
}

/** A message in wire format. */
export const wireOf = (message: TwilioMessage) => ({
  sid: message.sid,
  account_sid: message.accountSid,
  from: message.from,
  to: message.to,
  body: message.body,
  status: message.status,
  direction: "outbound-api",
  num_segments: String(Math.max(1, Math.ceil(message.body.length / 153))),
  num_media: String(message.mediaUrls.length),
  date_created: message.createdAt.toUTCString().replace("GMT", "+0000"),
  date_updated: message.createdAt.toUTCString().replace("GMT", "+0000"),
  date_sent: null,
  error_code: message.errorCode ?? null,
  error_message: null,
  messaging_service_sid: null,
  price: null,
  price_unit: "USD",
  api_version: "2010-04-01",
  uri: `/2010-04-01/Accounts/${message.accountSid}/Messages/${message.sid}.json`,
  subresource_uris: {}
})

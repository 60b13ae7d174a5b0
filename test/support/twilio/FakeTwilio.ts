import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { type Parameters, TwilioCalls } from "./TwilioCalls.ts"
import {
  refusalOf,
  sid,
  type TwilioAccount,
  type TwilioFault,
  type TwilioMessage,
  TwilioRefusal,
  wireOf
} from "./twilioRecords.ts"

interface Media {
  readonly accountSid: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

const messagesPath = /^\/2010-04-01\/Accounts\/(AC\w+)\/Messages\.json$/
const numbersPath = /^\/2010-04-01\/Accounts\/(AC\w+)\/IncomingPhoneNumbers\.json$/
const servicePath = /^\/v1\/Services\/(MG\w+)$/
const mediaPath = /^\/2010-04-01\/Accounts\/(AC\w+)\/Messages\/\w+\/Media\/(ME\w+)$/

/**
 * Twilio's messaging API on a loopback port: sending and listing with Basic authentication and its checks, media behind a
 * redirect to a store that accepts no second credential, and signed callbacks.
 */
export class FakeTwilio {
  readonly accounts = new Map<string, TwilioAccount>()
  readonly messages: Array<TwilioMessage> = []
  /** `our number their number`, with a space between. */
  readonly optedOut = new Set<string>()
  readonly faults: Array<TwilioFault & { left: number }> = []
  /** Requests to the API and their parameters. */
  readonly requests: Array<{ readonly method: string; readonly path: string; readonly form: URLSearchParams }> = []
  /** Requests for media, and whether they carried a credential. */
  readonly downloads: Array<{ readonly path: string; readonly hasCredential: boolean }> = []
  /** Where media requests are redirected instead of to the store. */
  mediaTarget: string | undefined
  /** Runs after a message is accepted, before the response that says so. */
  meanwhile: ((message: TwilioMessage) => Promise<unknown>) | undefined
  /** Runs before a media request is answered. */
  beforeMedia: (() => Promise<unknown>) | undefined
  readonly calls: TwilioCalls
  readonly origin: string
  private readonly media = new Map<string, Media>()

  constructor(origin: string, publicUrl: string) {
    this.origin = origin
    this.calls = new TwilioCalls(publicUrl)
  }

  addAccount(...numbers: ReadonlyArray<string>): TwilioAccount {
    const account: TwilioAccount = {
      sid: sid("AC"),
      token: sid(""),
      numbers: [...numbers],
      smsUrl: "",
      apiKeys: new Map()
    }
    this.accounts.set(account.sid, account)
    return account
  }

  fault(fault: TwilioFault) {
    this.faults.push({ ...fault, left: fault.times ?? 1 })
  }

  /** A user's text message as its webhook reports it. */
  incoming(account: TwilioAccount, from: string, body: string, more: Parameters = {}): Parameters {
    const id = sid("SM")
    return {
      ToCountry: "US",
      SmsMessageSid: id,
      NumMedia: "0",
      SmsSid: id,
      SmsStatus: "received",
      Body: body,
      FromCountry: "US",
      To: account.numbers[0] ?? "",
      NumSegments: "1",
      MessageSid: id,
      AccountSid: account.sid,
      From: from,
      ApiVersion: "2010-04-01",
      ...more
    }
  }

  /** Stores a picture that a user sent; returns its URL. */
  addMedia(account: TwilioAccount, contentType: string, bytes: Uint8Array): string {
    const id = sid("ME")
    this.media.set(id, { accountSid: account.sid, contentType, bytes })
    return `https://api.twilio.com/2010-04-01/Accounts/${account.sid}/Messages/${sid("MM")}/Media/${id}`
  }

  /** Sends the status callback of a message. */
  status(message: TwilioMessage, status: string, errorCode?: number) {
    message.status = status
    const token = this.accounts.get(message.accountSid)?.token ?? ""
    return this.calls.call(message.statusCallback ?? "", token, {
      SmsSid: message.sid,
      SmsStatus: status,
      MessageStatus: status,
      To: message.to,
      MessageSid: message.sid,
      AccountSid: message.accountSid,
      From: message.from,
      ApiVersion: "2010-04-01",
      ...(errorCode === undefined ? {} : { ErrorCode: String(errorCode) })
    })
  }

  async serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "", this.origin)
    const chunks: Array<Uint8Array> = []
    for await (const chunk of request) chunks.push(chunk)
    const form = request.method === "GET" ? url.searchParams : new URLSearchParams(Buffer.concat(chunks).toString())
    this.requests.push({ method: request.method ?? "", path: url.pathname, form })
    const [, listed] = messagesPath.exec(url.pathname) ?? []
    const [, owner, mediaId] = mediaPath.exec(url.pathname) ?? []
    if (listed !== undefined) return this.answer(request, response, listed, form)
    const configured = this.configurationOf(request, url)
    if (configured !== undefined) return json(response, 200, configured)
    this.downloads.push({ path: url.pathname, hasCredential: request.headers.authorization !== undefined })
    if (mediaId !== undefined) {
      await this.beforeMedia?.()
      if (this.take("media", response)) return
      if (!this.isOwner(request, owner)) return json(response, 401, { code: 20003, message: "Authenticate" })
      response.writeHead(307, { location: this.mediaTarget ?? `${this.origin}/store/${mediaId}` }).end()
      return
    }
    const stored = this.media.get(url.pathname.replace("/store/", ""))
    // A presigned URL with a second credential is refused, as by S3.
    if (stored === undefined || request.headers.authorization !== undefined) {
      response.writeHead(stored === undefined ? 404 : 400).end()
      return
    }
    response.writeHead(200, { "content-type": stored.contentType }).end(stored.bytes)
  }

  private isOwner(request: IncomingMessage, accountSid: string | undefined): boolean {
    const account = this.accounts.get(accountSid ?? "")
    if (account === undefined) return false
    return [[account.sid, account.token] as const, ...account.apiKeys].some(
      ([name, secret]) =>
        request.headers.authorization === `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`
    )
  }

  /** The settings of a number or a messaging service, for whoever may see them. */
  private configurationOf(request: IncomingMessage, url: URL): object | undefined {
    const account = [...this.accounts.values()].find(({ sid }) => this.isOwner(request, sid))
    const [, owner] = numbersPath.exec(url.pathname) ?? []
    const [, service] = servicePath.exec(url.pathname) ?? []
    if (account !== undefined && owner === account.sid)
      return {
        incoming_phone_numbers: account.numbers
          .filter((number) => number === url.searchParams.get("PhoneNumber"))
          .map((number) => ({ phone_number: number, sms_url: account.smsUrl })),
        next_page_uri: null
      }
    return account === undefined || service === undefined
      ? undefined
      : {
          sid: service,
          inbound_request_url: account.serviceUrl ?? null,
          use_inbound_webhook_on_number: account.serviceUrl === undefined
        }
  }

  private async answer(request: IncomingMessage, response: ServerResponse, accountSid: string, form: URLSearchParams) {
    const account = this.accounts.get(accountSid)
    if (account === undefined || !this.isOwner(request, accountSid))
      return json(response, 401, { code: 20003, message: "Authenticate", status: 401 })
    if (request.method === "GET") {
      if (this.take("list", response)) return
      const found = this.messages.filter(
        ({ from, to, ...message }) =>
          message.accountSid === accountSid && (form.get("To") ?? to) === to && (form.get("From") ?? from) === from
      )
      return json(response, 200, { messages: found.reverse().map(wireOf), next_page_uri: null, page: 0, page_size: 50 })
    }
    const body = form.get("Body") ?? ""
    if (this.nextFault("send", body)?.applied === true) this.accept(account, form)
    if (this.take("send", response, body)) return
    const taken = this.accept(account, form)
    if (!(taken instanceof TwilioRefusal)) await this.meanwhile?.(taken)
    return taken instanceof TwilioRefusal
      ? json(response, taken.status, { code: taken.code, message: taken.message, status: taken.status })
      : json(response, 201, wireOf(taken))
  }

  private accept(account: TwilioAccount, form: URLSearchParams): TwilioMessage | TwilioRefusal {
    const refusal = refusalOf(account, form, this.optedOut)
    if (refusal !== undefined) return refusal
    const message: TwilioMessage = {
      sid: sid(form.has("MediaUrl") ? "MM" : "SM"),
      accountSid: account.sid,
      from: form.get("From") ?? "",
      to: form.get("To") ?? "",
      body: form.get("Body") ?? "",
      mediaUrls: form.getAll("MediaUrl"),
      serviceSid: form.get("MessagingServiceSid") ?? undefined,
      statusCallback: form.get("StatusCallback") ?? undefined,
      createdAt: new Date(),
      status: "queued",
      errorCode: undefined
    }
    this.messages.push(message)
    return message
  }

  private nextFault(on: TwilioFault["on"], body: string) {
    return this.faults.find((one) => one.on === on && one.left > 0 && body.includes(one.saying ?? ""))
  }

  /** Responds with the next fault for this, if there is one. */
  private take(on: TwilioFault["on"], response: ServerResponse, body = ""): boolean {
    const fault = this.nextFault(on, body)
    if (fault === undefined) return false
    fault.left--
    if (fault.reset === true) {
      response.socket?.destroy()
      return true
    }
    const { code = 20500, retryAfter, status = 500 } = fault
    const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }
    json(response, status, { code, message: `Fault ${code}`, status }, headers)
    return true
  }
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

/** A Twilio of its own, while the scope is open. */
export const fakeTwilio = (publicUrl: string) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ readonly server: ReturnType<typeof createServer>; readonly twilio: FakeTwilio }>((resolve) => {
          const server = createServer((request, response) => void twilio.serve(request, response))
          let twilio: FakeTwilio
          server.listen(0, "127.0.0.1", () => {
            const { port } = server.address() as AddressInfo
            twilio = new FakeTwilio(`http://127.0.0.1:${port}`, publicUrl)
            resolve({ server, twilio })
          })
        })
    ),
    ({ server }) =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            server.close(() => resolve())
            server.closeAllConnections()
          })
      )
  ).pipe(Effect.map(({ twilio }) => twilio))

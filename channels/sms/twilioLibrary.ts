import twilio from "twilio"
import { answered } from "./TwilioFailure.ts"

export { twilio }

/** Milliseconds that Twilio has for an answer. */
const patience = 15_000

type Call = Parameters<InstanceType<typeof twilio.RequestClient>["request"]>[0]

/** Twilio's own client, at the configured address; an answer of failure keeps its code and its Retry-After. */
export class Requests extends twilio.RequestClient {
  readonly origin: string

  constructor(apiUrl: string) {
    super({ timeout: patience })
    this.origin = new URL(apiUrl).origin
  }

  override async request<T>(call: Call) {
    const { pathname, search } = new URL(call.uri)
    const response = await super.request<T>({ ...call, uri: `${this.origin}${pathname}${search}` } as never)
    if (response.statusCode < 400) return response
    const headers = response.headers as Readonly<Record<string, unknown>> | undefined
    const retryAfter = headers?.["retry-after"]
    throw answered(response.statusCode, response.body, typeof retryAfter === "string" ? retryAfter : undefined)
  }
}

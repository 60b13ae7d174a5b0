import twilio from "twilio"
import { answered } from "./TwilioFailure.ts"

export { twilio }

/** Milliseconds. The timeout of a request to Twilio. */
const patience = 15_000

type Call = Parameters<InstanceType<typeof twilio.RequestClient>["request"]>[0]

/** Matches `api.twilio.com` or a region's host: each of Twilio's products has its own host beside it. */
const twilioHost = /^api(?=\.(?:.+\.)?twilio\.com$)/

/** The same request at the configured address; at Twilio itself, at the product's host. */
export const addressedTo = (apiUrl: string, uri: string): string => {
  const [{ hostname, pathname, search }, { host, protocol }] = [new URL(uri), new URL(apiUrl)]
  const [product = "api"] = hostname.split(".", 1)
  return `${protocol}//${host.replace(twilioHost, product)}${pathname}${search}`
}

/** Twilio's own client, at the configured address; a failed response keeps its code and Retry-After. */
export class Requests extends twilio.RequestClient {
  readonly apiUrl: string

  constructor(apiUrl: string) {
    super({ timeout: patience })
    this.apiUrl = apiUrl
  }

  override async request<T>(call: Call) {
    const response = await super.request<T>({ ...call, uri: addressedTo(this.apiUrl, call.uri) } as never)
    if (response.statusCode < 400) return response
    const headers = response.headers as Readonly<Record<string, unknown>> | undefined
    const retryAfter = headers?.["retry-after"]
    throw answered(response.statusCode, response.body, typeof retryAfter === "string" ? retryAfter : undefined)
  }
}

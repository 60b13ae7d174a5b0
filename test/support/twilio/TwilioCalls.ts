import { createHmac } from "node:crypto"

export type Parameters = Readonly<Record<string, string>>

/** The signature of a request as Twilio documents it: HMAC-SHA1 over the public URL and the sorted names and values. */
export const signatureFor = (token: string, url: string, entries: ReadonlyArray<readonly [string, string]>): string => {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return createHmac("sha1", token)
    .update(url + sorted.map(([name, value]) => name + value).join(""))
    .digest("base64")
}

export interface CallOptions {
  /** Signs with a token other than the account's. */
  readonly token?: string
  /** Signs a URL other than the one that is called. */
  readonly signedUrl?: string
  /** Sends this as the signature. */
  readonly signature?: string
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  /** Sends these entries instead of the parameters, but signs the parameters. */
  readonly sent?: ReadonlyArray<readonly [string, string]>
}

/** Calls a server as Twilio does: signs the public URL, and connects to the address where it is served, as behind a proxy. */
export class TwilioCalls {
  /** Where the server listens. */
  target = ""
  readonly publicUrl: string

  constructor(publicUrl: string) {
    this.publicUrl = publicUrl
  }

  async call(url: string, token: string, parameters: Parameters, options: CallOptions = {}) {
    const entries = Object.entries(parameters)
    const signature = options.signature ?? signatureFor(options.token ?? token, options.signedUrl ?? url, entries)
    const method = options.method ?? "POST"
    const body = new URLSearchParams(
      (options.sent ?? entries).map(([name, value]): [string, string] => [name, value])
    ).toString()
    const response = await fetch(url.replace(this.publicUrl, this.target), {
      method,
      headers: {
        "content-type": options.contentType ?? "application/x-www-form-urlencoded",
        "x-twilio-signature": signature,
        ...options.headers
      },
      ...(method === "GET" ? {} : { body })
    })
    return { status: response.status, contentType: response.headers.get("content-type"), text: await response.text() }
  }
}

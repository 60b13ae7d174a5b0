import { Context, type Redacted } from "effect"

/** The part of the configuration that the HTTP side uses. */
export class HttpSettings extends Context.Service<
  HttpSettings,
  {
    /** The address at which users reach this installation, without a trailing slash. All links are made from it. */
    readonly publicUrl: string
    /** Origins besides our own whose pages may call the API with cookies. */
    readonly adminOrigins: ReadonlyArray<string>
    /** Requests per minute with one API key. Searches may be a twentieth of these. */
    readonly rateLimitPerMinute: number
    /** Maximum bytes of a file. */
    readonly attachmentMaxBytes: number
    /** Domain of `{brandId}@…` addresses. */
    readonly inboundDomain: string
    /** Whether mail leaves this server, rather than being shown on its console. */
    readonly hasMailRelay: boolean
    /** Proxies in front of this server, each of which adds its peer to `X-Forwarded-For`; 0 without. */
    readonly proxies: number
    readonly version: string
    /** The credential by which an operator is recognised from elsewhere. */
    readonly operatorToken?: Redacted.Redacted | undefined
  }
>()("trunkline/http/HttpSettings") {}

import { Context, type Redacted } from "effect"

/** What the HTTP side takes from the configuration. */
export class HttpSettings extends Context.Service<
  HttpSettings,
  {
    /** The address under which users reach this installation, without a trailing slash. Links are made from it alone. */
    readonly publicUrl: string
    /** Origins besides our own whose pages may call the API with cookies. */
    readonly adminOrigins: ReadonlyArray<string>
    /** Requests of one API key per minute, and of these a twentieth that search. */
    readonly rateLimitPerMinute: number
    /** Bytes that one file may have. */
    readonly attachmentMaxBytes: number
    /** Domain of `{brandId}@…` addresses. */
    readonly inboundDomain: string
    /** Proxies that a request passes before this server, each of which adds its peer to `X-Forwarded-For`; 0 without. */
    readonly proxies: number
    readonly version: string
    /** What shows that an operator calls from elsewhere. */
    readonly operatorToken?: Redacted.Redacted | undefined
  }
>()("trunkline/http/HttpSettings") {}

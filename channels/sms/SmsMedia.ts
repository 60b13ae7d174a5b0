import { Context, Duration, Effect, Layer } from "effect"
import type { SmsConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { InboundFile } from "../../src/domain/InboundMessage.ts"
import { mediaTypeOf } from "../../src/domain/mediaTypeOf.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { FileTrouble, keepFetched } from "../../src/tickets/intake/keepFetched.ts"
import { TwilioApi } from "./TwilioApi.ts"
import { TwilioSettings } from "./TwilioSettings.ts"
import type { IncomingText } from "./twilioMessages.ts"

/** Bytes. The largest file that is fetched. */
const largest = 5 * 1024 * 1024
/** Time for one file up to its last byte, and files fetched concurrently: ten of them take at most 40 seconds. */
const patience = Duration.seconds(20)
const atOnce = 5
/** Attempts at a message after which files that cannot be fetched are given up. */
const triesForFiles = 3
/** The public origin of Twilio's API, which media URLs begin with. */
const twilioOrigin = "https://api.twilio.com"
/** Domains that it redirects to. */
const stores = [".twilio.com", ".twiliocdn.com", ".amazonaws.com"]

const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/gif": ".gif",
  "image/webp": ".webp",
  "image/heic": ".heic",
  "video/mp4": ".mp4",
  "video/3gpp": ".3gp",
  "video/quicktime": ".mov",
  "audio/amr": ".amr",
  "audio/mpeg": ".mp3",
  "text/vcard": ".vcf",
  "text/x-vcard": ".vcf",
  "application/pdf": ".pdf"
}

/** Fetches the media of messages. The account's credentials are sent only to Twilio's API, never to where it redirects. */
export class SmsMedia extends Context.Service<
  SmsMedia,
  {
    /** The files, and how many are missing. Fails as long as another attempt may fetch what this one could not. */
    fetch(
      tenantId: string,
      connection: SmsConnection,
      media: IncomingText["media"],
      attempts: number
    ): Effect.Effect<
      { readonly files: ReadonlyArray<InboundFile>; readonly missing: number },
      FileTrouble | DatabaseUnavailable
    >
  }
>()("trunkline/sms/SmsMedia") {
  static readonly layer = Layer.effect(
    SmsMedia,
    Effect.gen(function* () {
      const api = yield* TwilioApi
      const blobs = yield* BlobStore
      const { apiUrl } = yield* TwilioSettings
      const own = new URL(apiUrl).origin

      const fetchOne = Effect.fnUntraced(function* (
        tenantId: string,
        connection: SmsConnection,
        address: string,
        index: number
      ) {
        const named = URL.parse(address)
        if (named === null || (named.origin !== twilioOrigin && named.origin !== own))
          return yield* FileTrouble.never("it is not stored at Twilio")
        const authorization = yield* Effect.mapError(api.authorization(connection), () =>
          FileTrouble.later("its token was not available")
        )
        const first = yield* get(new URL(`${own}${named.pathname}`), { authorization })
        const response = first.status >= 300 && first.status < 400 ? yield* redirected(first, own) : first
        if (response.status !== 200) {
          yield* Effect.promise(async () => response.body?.cancel())
          return yield* new FileTrouble({
            passing: response.status === 429 || response.status >= 500,
            reason: `Twilio responded with ${response.status}`
          })
        }
        const contentType = typeOf(response.headers.get("content-type"))
        const filename = `attachment-${index + 1}${extensions[contentType] ?? ""}`
        return yield* keepFetched(blobs, tenantId, response, { filename, contentType }, largest)
      })

      return SmsMedia.of({
        fetch: Effect.fn("SmsMedia.fetch")(function* (tenantId, connection, media, attempts) {
          const fetched = yield* Effect.forEach(
            media,
            ({ url }, index) =>
              fetchOne(tenantId, connection, url, index).pipe(
                Effect.timeoutOrElse({
                  duration: patience,
                  orElse: () => Effect.fail(FileTrouble.later("Twilio did not respond in time"))
                }),
                Effect.catchIf(
                  (error) => error._tag === "FileTrouble" && !(error.passing && attempts < triesForFiles),
                  () => Effect.succeed(undefined)
                )
              ),
            { concurrency: atOnce }
          )
          const files = fetched.filter((file) => file !== undefined)
          return { files, missing: fetched.length - files.length }
        })
      })
    })
  )
}

const get = (url: URL, headers: Readonly<Record<string, string>>) =>
  Effect.tryPromise({
    try: (signal) => fetch(url, { headers, redirect: "manual", signal }),
    catch: () => FileTrouble.later("Twilio did not respond")
  })

/** Follows the redirect to a store, whose URL contains its own credentials. */
const redirected = Effect.fnUntraced(function* (response: Response, own: string) {
  yield* Effect.promise(async () => response.body?.cancel())
  const next = URL.parse(response.headers.get("location") ?? "", own)
  const isStore =
    next !== null &&
    (next.origin === own || (next.protocol === "https:" && stores.some((host) => next.hostname.endsWith(host))))
  return yield* isStore ? get(next, {}) : FileTrouble.never("it redirects to another site")
})

const typeOf = (header: string | null): string => mediaTypeOf(header?.split(";", 1)[0]?.trim() ?? "")

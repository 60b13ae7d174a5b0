import { Context, Data, Duration, Effect, Exit, Layer, PartitionedSemaphore, Result, Stream } from "effect"
import * as SteadyCache from "../../runtime/SteadyCache.ts"
import { Egress } from "../../webhooks/Egress.ts"
import { SafeDownloader } from "../../webhooks/SafeDownloader.ts"
import { pictureType } from "../files/servedType.ts"

/** Bytes of a picture; a mail's are far smaller. */
const maxBytes = 4 * 1024 * 1024
/** How long one may take, waiting for its turn included. */
const patience = Duration.seconds(15)
/** Pictures that are fetched at a time, of all accounts together; those who wait take turns by account. */
const maxFetches = 16
/** Pictures that are kept, and bytes that one may have to be: 32 MiB at most. */
const kept = { count: 128, bytes: 256 * 1024, time: Duration.hours(1) }
/** How long a server is left alone that has sent no picture. */
const pause = Duration.minutes(1)

export interface Picture {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Why there is no picture: a word of the delivery log, `not_a_picture`, or what is wrong with the address. */
export class NoPicture extends Data.TaggedError("NoPicture")<{ readonly reason: string }> {}

/** Whose picture it is, and where: what one account has asked for, another finds no trace of. */
interface Wanted {
  readonly tenantId: string
  readonly url: string
}

/**
 * Pictures in mail, fetched from servers that strangers chose, so that these learn nothing of who looks. It goes only
 * where `Egress` allows, sends no cookie and no referrer, follows no redirect, and takes PNG, JPEG, GIF and WebP of at
 * most 4 MiB by their first bytes, whatever they are declared as.
 */
export class Pictures extends Context.Service<
  Pictures,
  { readonly get: (wanted: Wanted) => Effect.Effect<Picture, NoPicture> }
>()("trunkline/http/mail/Pictures") {
  /** `networks` is the setting PICTURE_ALLOW_NETWORKS. */
  static readonly layer = (networks: ReadonlyArray<string>) =>
    Layer.effect(
      Pictures,
      Effect.gen(function* () {
        const { judgeUrl } = yield* Egress
        const downloader = yield* SafeDownloader
        const places = yield* PartitionedSemaphore.make<string>({ permits: maxFetches })

        const fetch = Effect.fnUntraced(function* (address: string) {
          const url = yield* Effect.fromResult(
            Result.mapError(judgePicture(judgeUrl, address), (reason) => new NoPicture({ reason }))
          )
          const chunks = yield* Stream.runCollect(downloader.get(url, maxBytes)).pipe(
            Effect.mapError(({ reason }) => new NoPicture({ reason }))
          )
          const bytes = Buffer.concat([...chunks])
          const contentType = pictureType(bytes)
          if (contentType === undefined) return yield* new NoPicture({ reason: "not_a_picture" })
          return { contentType, bytes }
        })

        const cache = yield* SteadyCache.make(
          ({ tenantId, url }: Wanted) =>
            fetch(url).pipe(
              places.withPermit(tenantId),
              Effect.timeoutOrElse({ duration: patience, orElse: () => new NoPicture({ reason: "timeout" }) })
            ),
          {
            capacity: kept.count,
            timeToLive: (exit) =>
              Exit.isFailure(exit) ? pause : exit.value.bytes.length <= kept.bytes ? kept.time : Duration.zero
          }
        )

        return Pictures.of({ get: ({ tenantId, url }) => cache.get({ tenantId, url }) })
      })
    ).pipe(
      // One of its own: what webhooks and callbacks may reach, the mail of a stranger may not.
      Layer.provide(Layer.fresh(SafeDownloader.layer)),
      Layer.provide(Egress.layer(networks))
    )
}

/** What a mail names by http and may not be asked for so is asked for by https, as browsers do. */
const judgePicture = (judgeUrl: Egress["Service"]["judgeUrl"], address: string): Result.Result<URL, string> => {
  if (!URL.canParse(address)) return Result.fail("must be an absolute URL")
  const url = new URL(address)
  url.hash = ""
  const asNamed = judgeUrl(url.href)
  if (Result.isSuccess(asNamed) || url.protocol !== "http:") return asNamed
  url.protocol = "https:"
  return judgeUrl(url.href)
}

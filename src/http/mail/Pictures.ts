import { Context, Data, Duration, Effect, Exit, Layer, PartitionedSemaphore, Result, Stream } from "effect"
import * as SteadyCache from "../../runtime/SteadyCache.ts"
import { Egress } from "../../webhooks/Egress.ts"
import { SafeDownloader } from "../../webhooks/SafeDownloader.ts"
import { pictureType } from "../files/servedType.ts"

/** Maximum bytes of a picture; those in emails are far smaller. */
const maxBytes = 4 * 1024 * 1024
/** Maximum time for a picture, including the wait for its turn. */
const patience = Duration.seconds(15)
/** Concurrent fetches for all accounts together; accounts take turns. */
const maxFetches = 16
/** Cached pictures, and the maximum bytes of each: 32 MiB in total. */
const kept = { count: 128, bytes: 256 * 1024, time: Duration.hours(1) }
/** How long a server that failed to send a picture is left alone. */
const pause = Duration.minutes(1)

export interface Picture {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Why there is no picture: a word of the delivery log, `not_a_picture`, or what is wrong with the address. */
export class NoPicture extends Data.TaggedError("NoPicture")<{ readonly reason: string }> {}

/** A picture as one account wants it: no account can tell what another has fetched. */
interface Wanted {
  readonly tenantId: string
  readonly url: string
}

/**
 * Pictures in emails, fetched from servers that strangers chose, so that these learn nothing about the reader. Connects only
 * where `Egress` allows, sends no cookie or referrer, follows no redirect, and accepts PNG, JPEG, GIF and WebP of at most 4
 * MiB by their first bytes, whatever the declared type.
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
      // Separate from the others: a stranger's email may not reach what webhooks and callbacks may.
      Layer.provide(Layer.fresh(SafeDownloader.layer)),
      Layer.provide(Egress.layer(networks))
    )
}

/** An http address that is not allowed is tried as https, as browsers do. */
const judgePicture = (judgeUrl: Egress["Service"]["judgeUrl"], address: string): Result.Result<URL, string> => {
  if (!URL.canParse(address)) return Result.fail("must be an absolute URL")
  const url = new URL(address)
  url.hash = ""
  const asNamed = judgeUrl(url.href)
  if (Result.isSuccess(asNamed) || url.protocol !== "http:") return asNamed
  url.protocol = "https:"
  return judgeUrl(url.href)
}

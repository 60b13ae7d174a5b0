import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { InboundFile } from "../../src/domain/InboundMessage.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import { keptFilename } from "../../src/domain/keptFilename.ts"
import { mediaTypeOf } from "../../src/domain/mediaTypeOf.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { FileTrouble, keepFetched } from "../../src/tickets/intake/keepFetched.ts"
import { isSlackHost } from "./isSlackHost.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { textOf } from "./wire.ts"

/** Files fetched for one message; Slack accepts ten. */
export const mostFiles = 20
/** Bytes. The largest file that is fetched. */
const largest = 50 * 1024 * 1024
/** Redirects that are followed, each of them only to one of Slack's hosts. */
const mostHops = 3
/** Time for all files of one message together: handling a message may take a minute (`channelInboxWorker`). */
const patience = Duration.seconds(40)
/** Files of one message fetched at a time, so that one that stalls does not hold up the others. */
const together = 4
/** Attempts at a message after which files that cannot be fetched are given up. */
const triesForFiles = 3

/** A file of a message: either fetched, or its name and link. */
export type FetchedFile =
  | { readonly file: InboundFile }
  | { readonly missing: { readonly name: string; readonly link: string | undefined } }

/** Fetches the files of messages. Sends the workspace's token only to Slack's own hosts, over TLS. */
export class SlackFiles extends Context.Service<
  SlackFiles,
  {
    /** Fails as long as another attempt may fetch what this one could not. */
    fetch(
      tenantId: string,
      token: string,
      files: ReadonlyArray<JsonObject>,
      attempts: number
    ): Effect.Effect<ReadonlyArray<FetchedFile>, FileTrouble | DatabaseUnavailable>
  }
>()("trunkline/chat/SlackFiles") {
  static readonly layer = Layer.effect(
    SlackFiles,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const { apiUrl } = yield* SlackAppSettings

      const fetchOne = Effect.fnUntraced(function* (tenantId: string, token: string, facts: JsonObject) {
        const address = textOf(facts["url_private_download"]) ?? textOf(facts["url_private"])
        if (address === undefined || isOutOfReach(facts))
          return yield* FileTrouble.never("it is not stored at Slack, or is too large")
        const response = yield* follow(address, token, apiUrl)
        const contentType = response.headers.get("content-type")?.split(";", 1)[0]?.trim() ?? "application/octet-stream"
        const declared = textOf(facts["mimetype"]) ?? contentType
        if (contentType === "text/html" && declared !== "text/html")
          return yield* FileTrouble.never("the app may not read it")
        const named = { filename: nameOf(facts), contentType: mediaTypeOf(declared) }
        return { file: yield* keepFetched(blobs, tenantId, response, named, largest) }
      })

      return SlackFiles.of({
        fetch: Effect.fn("SlackFiles.fetch")(function* (tenantId, token, files, attempts) {
          const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(patience)
          const inTime = Effect.fnUntraced(function* (facts: JsonObject) {
            const left = Math.max(0, end - (yield* Clock.currentTimeMillis))
            return yield* Effect.timeoutOrElse(fetchOne(tenantId, token, facts), {
              duration: Duration.millis(left),
              orElse: () => Effect.fail(FileTrouble.later("Slack did not respond in time"))
            })
          })
          return yield* Effect.forEach(
            shown(files),
            (facts) =>
              inTime(facts).pipe(
                Effect.catchIf(
                  (error) => error._tag === "FileTrouble" && !(error.passing && attempts < triesForFiles),
                  () => Effect.succeed(missing(facts))
                )
              ),
            { concurrency: together }
          )
        })
      })
    })
  )
}

/** Fetches a file, and checks at each redirect that the next host is Slack's. */
const follow = Effect.fnUntraced(function* (address: string, token: string, apiUrl: string) {
  let next = address
  for (let hop = 0; hop <= mostHops; hop++) {
    const url = URL.parse(next)
    if (url === null || !isSlackHost(url, apiUrl)) return yield* FileTrouble.never("it is not at Slack")
    const response = yield* Effect.tryPromise({
      try: (signal) => fetch(url, { headers: { authorization: `Bearer ${token}` }, redirect: "manual", signal }),
      catch: () => FileTrouble.later("Slack did not respond")
    })
    const location = response.headers.get("location")
    if (response.status >= 300 && response.status < 400 && location !== null) {
      yield* Effect.promise(async () => response.body?.cancel())
      next = URL.parse(location, url.href)?.href ?? ""
      continue
    }
    if (response.status === 200) return response
    yield* Effect.promise(async () => response.body?.cancel())
    const passing = response.status === 429 || response.status >= 500
    return yield* new FileTrouble({ passing, reason: `Slack responded with ${response.status}` })
  }
  return yield* FileTrouble.never("it redirects too many times")
})

/** The files that Slack still shows. */
const shown = (files: ReadonlyArray<JsonObject>) =>
  files.slice(0, mostFiles).filter((facts) => !["tombstone", "hidden_by_limit"].includes(textOf(facts["mode"]) ?? ""))

const isOutOfReach = (facts: JsonObject) =>
  facts["is_external"] === true || textOf(facts["mode"]) === "external" || Number(facts["size"] ?? 0) > largest

const missing = (facts: JsonObject): FetchedFile => ({ missing: { name: nameOf(facts), link: linkOf(facts) } })

/** The files of a message that can never be fetched. */
export const outOfReach = (files: ReadonlyArray<JsonObject>): ReadonlyArray<FetchedFile> =>
  shown(files).filter(isOutOfReach).map(missing)

/** Characters kept of a file's name. */
const nameLength = 255

const nameOf = (facts: JsonObject): string =>
  keptFilename((textOf(facts["name"]) ?? textOf(facts["title"]) ?? "").replaceAll(/[\p{Cc}/\\]/gu, "_"))
    .slice(0, nameLength)
    .toWellFormed() || "file"

/** Only a web address is shown to people. */
const linkOf = (facts: JsonObject): string | undefined => {
  const link = textOf(facts["permalink"])
  return link !== undefined && /^https:\/\//.test(link) ? link : undefined
}

import type { WebClient } from "@slack/web-api"
import { Effect, Stream } from "effect"
import type { MailFile } from "../../src/domain/OutgoingMail.ts"
import type { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { findThread } from "./findThread.ts"
import { isSlackHost } from "./isSlackHost.ts"
import { callSlack, SlackFailure } from "./SlackFailure.ts"
import type { Progress, Target } from "./SlackProgress.ts"

interface Services {
  readonly client: WebClient
  readonly apiUrl: string
  readonly blobs: BlobStore["Service"]
  readonly remember: (progress: Progress) => Effect.Effect<void>
}

interface Written {
  readonly filename: string
  readonly bytes: Buffer
}

/**
 * Posts the files of a message below its text, all of them in one message. Their bytes are uploaded first; a retry asks
 * Slack whether they were already shared. Returns the `ts` of the message that shows them, if known. Files without text are
 * posted only to a thread that still accepts them: if it is gone or locked, Slack reports no error
 * (files.completeUploadExternal has none for threads) and posts them to the channel.
 */
export const sendFiles = Effect.fn("sendFiles")(function* (
  services: Services,
  { channel, threadTs }: Target,
  files: ReadonlyArray<MailFile>,
  written: ReadonlyArray<Written>,
  before: Progress
) {
  const { blobs, client, remember } = services
  if (files.length + written.length === 0) return undefined
  if (before.files !== undefined) {
    const shared = yield* sharedAs(client, before.files[0] ?? "", channel)
    if (shared !== undefined) return shared
  }
  if (threadTs !== undefined && (before.posted ?? []).length === 0) yield* findThread(client, channel, threadTs)
  // Slack does not accept empty files, so the text names them.
  const full = files.filter(({ size }) => size > 0)
  const ids = yield* Effect.forEach(full, ({ blobKey, filename }) =>
    Effect.flatMap(Stream.runCollect(blobs.get(blobKey)), (chunks) =>
      upload(services, { filename, bytes: Buffer.concat(chunks) })
    )
  )
  const all = [...ids, ...(yield* Effect.forEach(written, (file) => upload(services, file)))]
  const [first, ...rest] = all.map((id) => ({ id }))
  if (first === undefined) return undefined
  yield* remember({ ...before, files: all })
  yield* callSlack("files.completeUploadExternal", () =>
    client.files.completeUploadExternal({
      files: [first, ...rest],
      channel_id: channel,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs })
    })
  )
  return undefined
})

/** The `ts` of the message that shows a file in a channel; `undefined` if the file is not there or does not exist. */
const sharedAs = (client: WebClient, file: string, channel: string) =>
  callSlack("files.info", () => client.files.info({ file })).pipe(
    Effect.map(({ file: found }) => {
      const { private: closed = {}, public: open = {} } = found?.shares ?? {}
      return { ...open, ...closed }[channel]?.[0]?.ts
    }),
    Effect.catchIf(
      ({ code }) => code === "file_not_found",
      () => Effect.undefined
    )
  )

const upload = Effect.fnUntraced(function* ({ apiUrl, client }: Services, { bytes, filename }: Written) {
  const place = yield* callSlack("files.getUploadURLExternal", () =>
    client.files.getUploadURLExternal({ filename, length: bytes.length })
  )
  const { file_id: id = "", upload_url: address = "" } = place
  const url = URL.parse(address)
  if (url === null || !isSlackHost(url, apiUrl))
    return yield* new SlackFailure({ method: "files.getUploadURLExternal", kind: "unknown", code: "no_address" })
  yield* callSlack("upload", async () => {
    const response = await fetch(url, { method: "POST", body: new Uint8Array(bytes), redirect: "error" })
    await response.body?.cancel()
    if (response.status !== 200) throw new Error(`Slack responded with ${response.status}`)
  })
  return id
})

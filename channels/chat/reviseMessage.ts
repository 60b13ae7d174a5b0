import type { WebClient } from "@slack/web-api"
import { Effect, Option, Schema } from "effect"
import type { Delivered } from "../../src/tickets/outbound/attemptMessage.ts"
import type { ChannelOutbox, ChannelRevision } from "../../src/tickets/outbound/ChannelOutbox.ts"
import { ourMessages } from "./postText.ts"
import { removeFile, removeMessage } from "./removals.ts"
import { rewriteText } from "./rewriteText.ts"
import { Progress, targetOf } from "./SlackProgress.ts"
import { spokenText } from "./text/spokenText.ts"
import { toSlackMessages } from "./text/toSlackText.ts"

const continued = "… (the rest cannot be shown here)"

/**
 * Changes what was posted to a customer's thread to the comment's current text, or deletes it with its files. The progress
 * is stored with the original message, so that the next revision finds it.
 */
export const reviseMessage = Effect.fn("reviseMessage")(function* (
  client: WebClient,
  outbox: ChannelOutbox["Service"],
  revision: ChannelRevision
) {
  const { change, conversation, files, of, text } = revision
  const target = targetOf(conversation.key)
  const before = Option.getOrElse(Schema.decodeUnknownOption(Progress)(of.progress), (): Progress => ({}))
  const remember = (progress: Progress) => Effect.ignore(outbox.rememberOf(of.id, { ...progress }))
  const revised: Delivered = { outcome: "sent" }
  if (change === "edit") {
    const parts = toSlackMessages(spokenText(text, files), continued)
    const after = yield* rewriteText(client, target, revision, parts, before, remember)
    yield* remember(after)
    return revised
  }
  const unheard = of.isSent ? [] : (yield* ourMessages(client, target, of)).values()
  for (const ts of new Set([...(before.posted ?? []), ...unheard])) yield* removeMessage(client, target.channel, ts)
  for (const file of before.files ?? []) yield* removeFile(client, file)
  return revised
})

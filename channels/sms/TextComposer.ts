import { Context, Duration, Effect, Layer } from "effect"
import { isOneWay, type SmsConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { shortened, splitText } from "../../src/domain/splitText.ts"
import { FileLinks } from "../../src/tickets/files/FileLinks.ts"
import type { ChannelMessage } from "../../src/tickets/outbound/ChannelOutbox.ts"
import { PortalDoor } from "../../src/tickets/portal/PortalDoor.ts"
import { mostMedia } from "./twilioMessages.ts"

/**
 * Image types that phones display, and the bytes that all images of one message may have
 * (twilio.com/docs/messaging/guides/accepted-mime-types).
 */
const shown = { types: new Set(["image/jpeg", "image/png", "image/gif"]), bytes: 5 * 1024 * 1024 }
/** How long links are valid: Twilio fetches pictures at once, customers open the others later. */
const linkLifetime = { picture: Duration.hours(24), file: Duration.days(7), portal: Duration.days(7) }

/** A composed message: its texts in order, and the pictures that go with the first. */
export interface SmsWords {
  readonly parts: ReadonlyArray<string>
  readonly mediaUrls: ReadonlyArray<string>
}

/** Composes texts from messages. Each call creates new links, so a message is composed once. */
export class TextComposer extends Context.Service<
  TextComposer,
  {
    /**
     * Composes text and pictures; files that phones do not display become links in the text. A message of more than four
     * texts is shortened to one with a link to the portal. A message from a sender that cannot receive replies ends with
     * such a link.
     */
    compose(message: ChannelMessage, connection: SmsConnection): Effect.Effect<SmsWords, DatabaseUnavailable>
  }
>()("trunkline/sms/TextComposer") {
  static readonly layer = Layer.effect(
    TextComposer,
    Effect.gen(function* () {
      const links = yield* FileLinks
      const portal = yield* PortalDoor

      return TextComposer.of({
        compose: Effect.fn("TextComposer.compose")(function* ({ files, scope, text, ticketId }, connection) {
          const oneWay = isOneWay(connection)
          const pictures = oneWay || !connection.settings.mms ? [] : fitting(files)
          const linkTo = (file: (typeof files)[number], lifetime: Duration.Duration) =>
            Effect.map(links.download(scope.tenant, file, { lifetime }), ({ url }) => url)
          const portalLink = portal.open(scope, ticketId, linkLifetime.portal)
          const others = yield* Effect.forEach(
            files.filter((file) => !pictures.includes(file)),
            (file) => Effect.map(linkTo(file, linkLifetime.file), (url) => `${file.filename}: ${url}`)
          )
          const mediaUrls = yield* Effect.forEach(pictures, (file) => linkTo(file, linkLifetime.picture))
          const answer = oneWay ? [`Reply here: ${yield* portalLink}`] : []
          const whole = [text.trim(), ...others, ...answer].filter((line) => line !== "").join("\n")
          return { parts: splitText(whole) ?? [shortened(text.trim(), yield* portalLink)], mediaUrls }
        })
      })
    })
  )
}

/** The pictures that fit into one message, in order. */
const fitting = (files: ChannelMessage["files"]): ChannelMessage["files"] => {
  let left = shown.bytes
  return files
    .filter(({ contentType, size }) => {
      if (!shown.types.has(contentType) || size > left) return false
      left -= size
      return true
    })
    .slice(0, mostMedia)
}

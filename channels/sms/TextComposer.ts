import { Context, Duration, Effect, Layer } from "effect"
import { isOneWay, type SmsConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { shortened, splitText } from "../../src/domain/splitText.ts"
import { FileLinks } from "../../src/tickets/files/FileLinks.ts"
import type { ChannelMessage } from "../../src/tickets/outbound/ChannelOutbox.ts"
import { PortalDoor } from "../../src/tickets/portal/PortalDoor.ts"
import { mostMedia } from "./twilioMessages.ts"

/** Pictures that phones show, and the bytes of all that go with one message (twilio.com/docs/messaging/guides/accepted-mime-types). */
const shown = { types: new Set(["image/jpeg", "image/png", "image/gif"]), bytes: 5 * 1024 * 1024 }
/** How long links work: pictures are fetched at once, the others when the customer looks. */
const linkLifetime = { picture: Duration.hours(24), file: Duration.days(7), portal: Duration.days(7) }

/** What a message says: the texts that it takes, in their order, and the pictures that go with the first. */
export interface SmsWords {
  readonly parts: ReadonlyArray<string>
  readonly mediaUrls: ReadonlyArray<string>
}

/** Makes texts of messages. Links in them are made anew each time: a message is composed once. */
export class TextComposer extends Context.Service<
  TextComposer,
  {
    /**
     * Text and pictures; files that phones do not show are links in the text. What takes more than four texts is one, with
     * a link to the portal; so ends what goes by a sender whom nobody can answer.
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

/** The pictures that one message has room for, in their order. */
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

import { Context, Effect, Layer } from "effect"
import type { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"
import type { Occasion } from "../BoltApp.ts"
import { type ShownTicket, ticketBlocks } from "../blocks/ticketCard.ts"
import { brandOfChannel } from "../inBrand.ts"
import { SlackAppSettings } from "../SlackAppSettings.ts"
import { callSlack, type SlackFailure } from "../SlackFailure.ts"
import { objectsOf, textOf } from "../wire.ts"
import { SlackDesk } from "./SlackDesk.ts"
import { ticketLinkIn } from "./ticketLinkIn.ts"

/** Links of one message that are unfurled. */
const mostLinks = 5

/** Unfurls links to tickets in the team's own channels only: elsewhere, a title may be confidential. */
export class SlackUnfurls extends Context.Service<
  SlackUnfurls,
  {
    /** Handles an event `link_shared`. */
    shared(occasion: Occasion, event: JsonObject): Effect.Effect<undefined, SlackFailure | DatabaseUnavailable>
  }
>()("trunkline/chat/SlackUnfurls") {
  static readonly layer = Layer.effect(
    SlackUnfurls,
    Effect.gen(function* () {
      const { publicUrl } = yield* SlackAppSettings
      const desk = yield* SlackDesk

      return SlackUnfurls.of({
        shared: Effect.fn("SlackUnfurls.shared")(function* ({ client, workspace }, event) {
          const channel = workspace.connection.settings.channels.find(
            ({ channelId }) => channelId === textOf(event["channel"])
          )
          const [user, unfurlId, source] = [event["user"], event["unfurl_id"], event["source"]].map(textOf)
          if (channel?.role !== "agent" || user === undefined || unfurlId === undefined) return undefined
          if (source !== "composer" && source !== "conversations_history") return undefined
          const visitor = yield* desk.visitor(workspace, client, user)
          if (visitor.agent === undefined) return undefined
          // A channel shows only the tickets of its own brand.
          const brandId = brandOfChannel(workspace, channel.channelId)
          const unfurls: Record<string, { readonly blocks: Array<ReturnType<typeof blocksOf>[number]> }> = {}
          for (const url of objectsOf(event["links"])
            .flatMap(({ url }) => textOf(url) ?? [])
            .slice(0, mostLinks)) {
            const named = ticketLinkIn(publicUrl, url)
            if (named === undefined) continue
            const found = yield* desk.numbered(visitor, { prefix: undefined, number: named.number })
            const ticket = found.find(({ brand, ticket }) => ticket.brandId === brandId && brand?.slug === named.slug)
            const [shown] = yield* desk.shown(visitor, ticket === undefined ? [] : [ticket])
            if (shown !== undefined) unfurls[url] = { blocks: blocksOf(shown) }
          }
          if (Object.keys(unfurls).length === 0) return undefined
          yield* callSlack("chat.unfurl", () => client.chat.unfurl({ unfurl_id: unfurlId, source, unfurls })).pipe(
            // The workspace has not granted the scope, or the message is gone.
            Effect.catchIf(
              ({ kind }) => kind === "refused",
              ({ code }) => Effect.logInfo("A link was not unfurled", code)
            )
          )
          return undefined
        })
      })
    })
  )
}

const blocksOf = (shown: ShownTicket) => [...ticketBlocks({ ...shown, buttons: "all" })].slice(0, 2)

import type { WebClient } from "@slack/web-api"
import { Context, Effect, Layer } from "effect"
import type { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { ChatHomes } from "../../../src/tickets/connections/ChatHomes.ts"
import type { Occasion } from "../BoltApp.ts"
import { type HomePlace, homePage, homePlaceIn, homeTab } from "../blocks/homeTab.ts"
import { callSlack, type SlackFailure } from "../SlackFailure.ts"
import { objectOf, textOf } from "../wire.ts"
import { SlackDesk, type Visitor } from "./SlackDesk.ts"

/** The app's Home tab: each person's own tickets, and for the team also those that are unassigned. */
export class SlackHome extends Context.Service<
  SlackHome,
  {
    /** Handles an event `app_home_opened`. Whoever returns to the tab sees the page that they left, up to date. */
    opened(occasion: Occasion, event: JsonObject): Effect.Effect<undefined, SlackFailure | DatabaseUnavailable>
    /**
     * Shows the current state of a page. `opened`: the person is looking at it now; otherwise this is a background update.
     */
    publish(
      client: WebClient,
      visitor: Visitor,
      place: HomePlace,
      opened: boolean
    ): Effect.Effect<void, SlackFailure | DatabaseUnavailable>
  }
>()("trunkline/chat/SlackHome") {
  static readonly layer = Layer.effect(
    SlackHome,
    Effect.gen(function* () {
      const desk = yield* SlackDesk
      const homes = yield* ChatHomes

      const publish: SlackHome["Service"]["publish"] = Effect.fn("SlackHome.publish")(
        function* (client, visitor, place, opened) {
          const { items, next } = yield* desk.list(visitor, place, homePage)
          const isAgent = visitor.agent !== undefined
          const tickets = yield* desk.shown(visitor, items)
          const view = homeTab({ place, isAgent, tickets, next })
          const { agent, brands, person, workspace } = visitor
          yield* homes.keep(
            workspace.scope,
            {
              connectionId: workspace.connection.id,
              externalId: person.id,
              brandIds: brands,
              memberId: agent?.id,
              showsUnassigned: isAgent && place.list === "unassigned",
              ticketIds: items.map(({ ticket }) => ticket.id),
              place
            },
            opened
          )
          yield* callSlack("views.publish", () => client.views.publish({ user_id: visitor.person.id, view }))
        }
      )

      return SlackHome.of({
        publish,
        opened: Effect.fn("SlackHome.opened")(function* ({ client, workspace }, event) {
          const user = textOf(event["user"])
          if (textOf(event["tab"]) !== "home" || user === undefined) return undefined
          const place = homePlaceIn(textOf(objectOf(event["view"])["private_metadata"]))
          yield* publish(client, yield* desk.visitor(workspace, client, user), place, true)
          return undefined
        })
      })
    })
  )
}

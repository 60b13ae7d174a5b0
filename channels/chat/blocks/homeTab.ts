import type { types } from "@slack/bolt"
import { Option, Schema } from "effect"
import { TicketId } from "../../../src/domain/Ids.ts"
import { type Block, type Button, blockLimits, button, context, section } from "./blockKit.ts"
import { type ShownTicket, ticketBlocks } from "./ticketCard.ts"

/** Action ids of the Home tab's buttons. */
export const homeActions = { newTicket: "home_new_ticket", list: "home_list", older: "home_older" } as const

/** Tickets per page: with their buttons, they take sixty of the hundred blocks that Slack allows. */
export const homePage = 20

/** The list that a Home tab shows, and the position it starts from. Positions are not secret. */
export const HomePlace = Schema.Struct({
  list: Schema.Literals(["mine", "unassigned"]),
  after: Schema.optionalKey(
    Schema.Struct({ value: Schema.Union([Schema.String, Schema.Number, Schema.Null]), id: TicketId })
  )
})
export type HomePlace = typeof HomePlace.Type

const placeJson = Schema.fromJsonString(HomePlace)
const written = Schema.encodeSync(placeJson)

/** The place stored in a button or view; the first page if there is none. */
export const homePlaceIn = (text: string | undefined): HomePlace =>
  Option.getOrElse(Schema.decodeUnknownOption(placeJson)(text), (): HomePlace => ({ list: "mine" }))

export interface HomeTab {
  readonly place: HomePlace
  readonly isAgent: boolean
  readonly tickets: ReadonlyArray<ShownTicket>
  /** The position at which the next page starts. */
  readonly next: HomePlace["after"] | undefined
}

/** Buttons of one block need distinct action ids. */
const listButton = (label: string, place: HomePlace): Button =>
  button(`${homeActions.list}_${place.list}`, label, written(place))

/** The Home tab of one person: a page of the tickets that they work on or have opened. */
export const homeTab = ({ isAgent, next, place, tickets }: HomeTab): types.HomeView => {
  const isFirst = place.after === undefined
  const older = next === undefined ? [] : [button(homeActions.older, "Older", written({ ...place, after: next }))]
  const newest = isFirst ? [] : [listButton("Newest", { list: place.list })]
  return {
    type: "home",
    callback_id: "home",
    private_metadata: written(place).slice(0, blockLimits.metadata),
    blocks: [
      {
        type: "actions",
        block_id: "home",
        elements: [
          button(homeActions.newTicket, "New ticket", "new", "primary"),
          ...(isAgent
            ? [listButton("Assigned to me", { list: "mine" }), listButton("Unassigned", { list: "unassigned" })]
            : [])
        ]
      },
      section(`*${heading(isAgent, place.list)}*`),
      ...(tickets.length === 0
        ? [context(emptyWords(isAgent, place))]
        : tickets.flatMap((one) => [...ticketBlocks(one)])),
      ...paging([...newest, ...older])
    ]
  }
}

const paging = (elements: ReadonlyArray<Button>): ReadonlyArray<Block> =>
  elements.length === 0 ? [] : [{ type: "actions", block_id: "home_pages", elements: [...elements] }]

const heading = (isAgent: boolean, list: HomePlace["list"]) =>
  !isAgent ? "Your tickets" : list === "mine" ? "Assigned to you" : "Unassigned"

const emptyWords = (isAgent: boolean, { after, list }: HomePlace) => {
  if (after !== undefined) return "No more tickets."
  if (!isAgent) return "You have no tickets yet. Send this app a message, or press “New ticket”."
  return list === "mine" ? "Nothing is assigned to you." : "Every open ticket is assigned to someone."
}

import type { TicketId } from "../../../src/domain/Ids.ts"
import { type Priority, publicId, type Ticket } from "../../../src/domain/Ticket.ts"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import { type Block, button, context, foreign, linkButton, section } from "./blockKit.ts"

/** Action ids of the buttons below a ticket; their value is the ticket's id. */
export const ticketActions = {
  assignMe: "ticket_assign_me",
  assign: "ticket_assign",
  resolve: "ticket_resolve",
  reopen: "ticket_reopen",
  reply: "ticket_reply"
} as const

/** Characters shown of a title. */
const titleLength = 200

/** Labels for the priorities that are worth showing. */
const marks: Readonly<Record<Priority, string>> = {
  low: "",
  normal: "",
  medium: "",
  high: ":large_orange_circle: high",
  urgent: ":red_circle: urgent"
}

/** A ticket as one person sees it. */
export interface ShownTicket {
  readonly detail: TicketDetail
  /** Its address in the dashboard, for members of the team only. */
  readonly link: string | undefined
  /** The name of its assignee. */
  readonly assignee: string | undefined
  /** Which buttons are shown: all of them, only the one for a reply, or none. */
  readonly buttons: "all" | "reply" | "none"
}

/** The ticket's public id and title. */
export const nameOf = ({ detail: { ticket, ticketPrefix } }: Pick<ShownTicket, "detail">): string =>
  `${publicId(ticketPrefix, ticket.number)} ${ticket.title}`

/** One line of `mrkdwn`: the ticket's public id, which is a link for the team, and its title. */
export const headline = ({ detail: { ticket, ticketPrefix }, link }: Pick<ShownTicket, "detail" | "link">): string => {
  const name = publicId(ticketPrefix, ticket.number)
  return `*${link === undefined ? name : `<${link}|${name}>`}*  ${foreign(ticket.title, titleLength)}`
}

/** One line of `mrkdwn`: the ticket's status and priority, and for the team its customer and assignee. */
export const stateLine = ({ assignee, buttons, detail: { statusRef, ticket } }: ShownTicket): string =>
  [
    foreign(statusRef?.name ?? ticket.status, 60),
    marks[ticket.priority],
    ...(buttons === "all"
      ? [
          foreign(ticket.customerName ?? ticket.customerEmail, 80),
          assignee === undefined ? "unassigned" : `assigned to ${foreign(assignee, 80)}`
        ]
      : [])
  ]
    .filter((part) => part !== "")
    .join("  ·  ")

const blockIdOf = (id: TicketId) => `ticket ${id}`

/** The team's actions on a ticket, depending on its state. Permissions are checked when a button is pressed. */
const ticketButtons = (
  { id, statusCategory }: Pick<Ticket, "id" | "statusCategory">,
  link: string | undefined
): Block => ({
  type: "actions",
  block_id: blockIdOf(id),
  elements: [
    button(ticketActions.reply, "Reply to customer", id, "primary"),
    button(ticketActions.assignMe, "Assign to me", id),
    { type: "users_select", action_id: ticketActions.assign, placeholder: { type: "plain_text", text: "Assign…" } },
    statusCategory === "resolved" || statusCategory === "closed"
      ? button(ticketActions.reopen, "Reopen", id)
      : button(ticketActions.resolve, "Resolve", id),
    ...(link === undefined ? [] : [linkButton("Open", link)])
  ]
})

const actionsOf = ({ buttons, detail: { ticket }, link }: ShownTicket): ReadonlyArray<Block> => {
  switch (buttons) {
    case "all":
      return [ticketButtons(ticket, link)]
    case "reply":
      return [
        {
          type: "actions",
          block_id: blockIdOf(ticket.id),
          elements: [button(ticketActions.reply, "Reply", ticket.id, "primary")]
        }
      ]
    case "none":
      return []
  }
}

/** A ticket in two blocks, or three with buttons. */
export const ticketBlocks = (shown: ShownTicket): ReadonlyArray<Block> => [
  section(headline(shown)),
  context(stateLine(shown)),
  ...actionsOf(shown)
]

/** A ticket as a message: its text for notifications, and its blocks. */
export const ticketCard = (shown: ShownTicket): { readonly text: string; readonly blocks: Array<Block> } => ({
  text: foreign(nameOf(shown), titleLength),
  blocks: [...ticketBlocks(shown)]
})

/** The id of the ticket that a button or list belongs to: the button's value, or for a list, part of its block id. */
export const ticketIdIn = (value: string | undefined, blockId: string | undefined): string | undefined =>
  value ?? /^ticket (\S+)$/.exec(blockId ?? "")?.[1]

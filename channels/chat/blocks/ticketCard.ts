import type { TicketId } from "../../../src/domain/Ids.ts"
import { type Priority, publicId, type Ticket } from "../../../src/domain/Ticket.ts"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import { type Block, button, context, foreign, linkButton, section } from "./blockKit.ts"

/** What buttons below a ticket are called on the wire; their value is the ticket's id. */
export const ticketActions = {
  assignMe: "ticket_assign_me",
  assign: "ticket_assign",
  resolve: "ticket_resolve",
  reopen: "ticket_reopen",
  reply: "ticket_reply"
} as const

/** Characters of a title that are shown. */
const titleLength = 200

/** How urgent a ticket is, where that is worth saying. */
const marks: Readonly<Record<Priority, string>> = {
  low: "",
  normal: "",
  medium: "",
  high: ":large_orange_circle: high",
  urgent: ":red_circle: urgent"
}

/** A ticket as it is shown to somebody. */
export interface ShownTicket {
  readonly detail: TicketDetail
  /** Where the team opens it; none for who is not of the team. */
  readonly link: string | undefined
  /** Who works on it. */
  readonly assignee: string | undefined
  /** Buttons: all, the answer alone, or none. */
  readonly buttons: "all" | "reply" | "none"
}

/** What people call a ticket, and its title. */
export const nameOf = ({ detail: { ticket, ticketPrefix } }: Pick<ShownTicket, "detail">): string =>
  `${publicId(ticketPrefix, ticket.number)} ${ticket.title}`

/** One line of `mrkdwn`: the ticket's number, as a link for the team, and its title. */
export const headline = ({ detail: { ticket, ticketPrefix }, link }: Pick<ShownTicket, "detail" | "link">): string => {
  const name = publicId(ticketPrefix, ticket.number)
  return `*${link === undefined ? name : `<${link}|${name}>`}*  ${foreign(ticket.title, titleLength)}`
}

/** Status, urgency, customer and assignee of a ticket, in a line of `mrkdwn`. */
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

/** What the team does with a ticket, by its state. Whoever presses a button is asked for their rights then. */
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

/** A ticket in few blocks: three with buttons. */
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

/** The ticket that a button is below: the value of the button, or, of a choice, the block that it is in. */
export const ticketIdIn = (value: string | undefined, blockId: string | undefined): string | undefined =>
  value ?? /^ticket (\S+)$/.exec(blockId ?? "")?.[1]

import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Comment, Ticket } from "../../../sdk/src/index.ts"
import { ask, askSome, brandOf, CommandFailed } from "../Connection.ts"
import { plain, print, table } from "../output.ts"
import { connected, root } from "./root.ts"

const ticket = Argument.String("ticket").pipe(
  Argument.withDescription("Id of the ticket, tkt_…, or its number, such as ACME-1042")
)

const list = Command.make(
  "list",
  {
    status: Flag.String("status").pipe(
      Flag.withDescription("Statuses, separated by commas; active means open and pending, all means any"),
      Flag.withDefault("active")
    ),
    customer: Flag.String("customer").pipe(Flag.withDescription("Email address of the customer"), Flag.optional),
    search: Flag.String("search").pipe(Flag.withDescription("Words to search for"), Flag.optional),
    limit: Flag.Int("limit").pipe(Flag.withDescription("Maximum number of tickets"), Flag.withDefault(25))
  },
  Effect.fn(function* ({ customer, limit, search, status }) {
    const { brand, json } = yield* root
    const brandId = yield* brandOf(brand)
    const found = yield* askSome(
      (client) =>
        client.tickets.list(brandId, {
          status,
          limit: Math.min(limit, 100),
          customerEmail: Option.getOrUndefined(customer),
          search: Option.getOrUndefined(search)
        }),
      limit
    )
    yield* print(json, found, () =>
      found.length === 0
        ? "No tickets."
        : table(
            ["TICKET", "STATUS", "PRIORITY", "CUSTOMER", "TITLE", "UPDATED"],
            found.map((one) => [one.publicId, one.status, one.priority, one.customerEmail, one.title, one.updatedAt])
          )
    )
  }, connected())
).pipe(Command.withDescription("List tickets, newest first"))

const show = Command.make(
  "show",
  { ticket },
  Effect.fn(function* ({ ticket: name }) {
    const { brand, json } = yield* root
    const brandId = yield* brandOf(brand)
    const { id } = yield* find(brandId, name)
    const shown = yield* ask((client) => client.tickets.get(brandId, id))
    const comments = yield* ask((client) => client.comments.list(brandId, id))
    yield* print(json, { ...shown, comments }, () => plain([headOf(shown), ...comments.map(textOf)].join("\n\n")))
  }, connected())
).pipe(Command.withDescription("Show a ticket with its comments"))

const create = Command.make(
  "create",
  {
    title: Argument.String("title").pipe(Argument.withDescription("Title of the ticket")),
    customer: Flag.String("customer").pipe(Flag.withDescription("Email address of the customer")),
    body: Flag.String("body").pipe(Flag.withDescription("Text of the ticket"), Flag.optional)
  },
  Effect.fn(function* ({ body, customer, title }) {
    const { brand, json } = yield* root
    const brandId = yield* brandOf(brand)
    const made = yield* ask((client) =>
      client.tickets.create({
        brandId,
        title,
        customerEmail: customer,
        ...(Option.isNone(body) ? {} : { body: body.value })
      })
    )
    yield* print(json, made, () => `${made.publicId}  ${made.id}`)
  }, connected())
).pipe(Command.withDescription("Create a ticket"))

const reply = Command.make(
  "reply",
  {
    ticket,
    text: Argument.String("text").pipe(Argument.withDescription("Text of the reply or note")),
    internal: Flag.Boolean("internal").pipe(
      Flag.withDescription("Add an internal note, which the customer never sees"),
      Flag.withDefault(false)
    ),
    status: Flag.String("status").pipe(Flag.withDescription("Status to set on the ticket"), Flag.optional)
  },
  Effect.fn(function* ({ internal, status, text, ticket: name }) {
    const { brand, json } = yield* root
    const brandId = yield* brandOf(brand)
    const { id } = yield* find(brandId, name)
    const made = yield* ask((client) =>
      client.comments.create(brandId, id, {
        body: text,
        visibility: internal ? "internal" : "public",
        ...(Option.isNone(status) ? {} : { setStatus: status.value })
      })
    )
    yield* json ? print(json, made, () => "") : Console.log(internal ? "Note added." : "Reply added.")
  }, connected())
).pipe(Command.withDescription("Reply to a ticket, or add an internal note"))

/** Finds a ticket by its id or number. Also finds spam and merged tickets. */
const find = Effect.fnUntraced(function* (brandId: string, name: string) {
  if (name.startsWith("tkt_")) return { id: name }
  const isMeant = ({ publicId }: Ticket) => publicId.toLowerCase() === name.toLowerCase()
  const found = yield* ask(async (client) => {
    // Other tickets may mention the number, and there may be many of them.
    const mentions = client.tickets.list(brandId, { search: name, isSpam: "all", merged: "include", limit: 100 })
    for await (const ticket of mentions) if (isMeant(ticket)) return ticket
    return undefined
  })
  return found ?? (yield* new CommandFailed({ message: `There is no ticket ${JSON.stringify(name)} in this brand.` }))
})

const headOf = ({
  assigneeId,
  body = "",
  createdAt,
  customerEmail,
  customerName,
  priority,
  publicId,
  status,
  title
}: Ticket) =>
  [
    `${publicId}  ${title}`,
    `${status}, ${priority}, ${assigneeId === undefined ? "unassigned" : `assigned to ${assigneeId}`}`,
    `${customerName ?? ""} <${customerEmail}>, ${createdAt}`.trim(),
    ...(body === "" ? [] : ["", body])
  ].join("\n")

const textOf = ({ authorName, authorType, body, createdAt, visibility }: Comment) =>
  `— ${authorName ?? authorType}, ${createdAt}${visibility === "internal" ? ", internal" : ""}\n${body}`

export const tickets = Command.make("tickets").pipe(
  Command.withDescription("Tickets"),
  Command.withSubcommands([list, show, create, reply])
)

import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import type { EventType, Trunkline } from "../../../sdk/src/index.ts"
import { ask, brandOf } from "../Connection.ts"
import { print } from "../output.ts"
import { connected, root } from "./root.ts"

/** What to do with a ticket to cause an event. */
type Cause = (client: Trunkline, brandId: string, ticketId: string) => PromiseLike<unknown>

const ticket = (client: Trunkline, brandId: string) =>
  client.tickets.create({
    brandId,
    title: "Created by trunkline trigger",
    body: "Nobody wrote this.",
    customerEmail: `trigger-${Date.now().toString(36)}@example.com`
  })

const setTo =
  (...statuses: ReadonlyArray<string>): Cause =>
  async (client, brandId, ticketId) => {
    for (const status of statuses) await client.tickets.update(brandId, ticketId, { status })
  }

const comment: Cause = (client, brandId, ticketId) =>
  client.comments.create(brandId, ticketId, { body: "Nobody wrote this either." })

const report =
  (status: "delayed" | "delivered" | "failed" | "bounced"): Cause =>
  async (client, brandId, ticketId) => {
    await comment(client, brandId, ticketId)
    const [message] = await client.messages.list(brandId, ticketId)
    if (message !== undefined) await client.testMode.report({ messageId: message.id, status })
  }

const file = { filename: "trigger.txt", contentType: "text/plain", content: new Blob(["set off"]) }

const causes: Record<EventType, Cause> = {
  "ticket.created": ticket,
  "ticket.updated": (client, brandId, ticketId) => client.tickets.update(brandId, ticketId, { priority: "high" }),
  "ticket.resolved": setTo("resolved"),
  "ticket.closed": setTo("closed"),
  "ticket.reopened": setTo("resolved", "open"),
  "ticket.deleted": (client, brandId, ticketId) => client.tickets.delete(brandId, ticketId),
  "ticket.restored": async (client, brandId, ticketId) => {
    await client.tickets.delete(brandId, ticketId)
    await client.tickets.restore(brandId, ticketId)
  },
  "ticket.spam_marked": (client, brandId, ticketId) => client.tickets.markSpam(brandId, ticketId, { isSpam: true }),
  "ticket.spam_unmarked": async (client, brandId, ticketId) => {
    await client.tickets.markSpam(brandId, ticketId, { isSpam: true })
    await client.tickets.markSpam(brandId, ticketId, { isSpam: false })
  },
  "ticket.merged": async (client, brandId, ticketId) =>
    client.tickets.merge(brandId, ticketId, { sourceTicketIds: [(await ticket(client, brandId)).id] }),
  "comment.created": comment,
  "comment.updated": async (client, brandId, ticketId) => {
    const { id } = await client.comments.create(brandId, ticketId, { body: "Nobody wrote this either." })
    await client.comments.update(brandId, ticketId, id, { body: "Nor this." })
  },
  "comment.deleted": async (client, brandId, ticketId) => {
    const { id } = await client.comments.create(brandId, ticketId, { body: "Nobody wrote this either." })
    await client.comments.delete(brandId, ticketId, id)
  },
  "attachment.created": (client, brandId, ticketId) => client.attachments.send(brandId, { ...file, ticketId }),
  "attachment.deleted": async (client, brandId, ticketId) => {
    const { id } = await client.attachments.send(brandId, { ...file, ticketId })
    await client.attachments.delete(brandId, ticketId, id)
  },
  "customer.created": ticket,
  "customer.updated": async (client, brandId) => {
    const { customerId } = await ticket(client, brandId)
    await client.customers.update(brandId, customerId, { name: "Trigger" })
  },
  "message.sent": report("delivered"),
  "message.delayed": report("delayed"),
  "message.delivered": report("delivered"),
  "message.failed": report("failed"),
  "message.bounced": report("bounced")
}

export const trigger = Command.make(
  "trigger",
  {
    event: Argument.Literals("event", Object.keys(causes) as ReadonlyArray<EventType>).pipe(
      Argument.withDescription("Event type, such as comment.created")
    )
  },
  Effect.fn(
    function* ({ event }) {
      const { brand, json } = yield* root
      const brandId = yield* brandOf(brand)
      const happened = yield* ask(async (client) => {
        const { id: ticketId } = await ticket(client, brandId)
        const [before] = (await client.events.list({ ticketId, limit: 1 })).data
        await causes[event](client, brandId, ticketId)
        const [first] = (await client.events.list({ types: [event], after: before?.id, limit: 1 })).data
        return first
      })
      yield* print(
        json,
        happened,
        () => `Triggered ${event} in test data: ${happened?.id ?? "its id is not known yet"}`
      )
    },
    connected({ alwaysTest: true })
  )
).pipe(Command.withDescription("Trigger an event in test data"))

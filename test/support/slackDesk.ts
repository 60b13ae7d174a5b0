import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { Brands } from "../../src/accounts/Brands.ts"
import type { SlackConnection, SlackSettings } from "../../src/domain/ChannelConnection.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import type { TicketDetail } from "../../src/domain/TicketDetail.ts"
import { Database } from "../../src/sql/Database.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { causation } from "./Installation.ts"
import { type Connected, eventually, Slack } from "./SlackSite.ts"
import { seedMember } from "./signInServices.ts"
import type { Interaction } from "./slack/SlackPeople.ts"
import type { SlackView, Wire } from "./slack/slackRecords.ts"
import type { Workspace } from "./slack/Workspace.ts"
import { fresh } from "./ticketService.ts"

/** Waits until every event of a workspace is processed. */
export const handled = Effect.fn(function* ({ connection }: Pick<Connected, "connection">) {
  const slack = yield* Slack
  const { system } = yield* Database
  yield* slack.told
  yield* eventually(
    Effect.map(
      system<{
        left: number
      }>`SELECT count(*)::int AS left FROM channel_inbox i JOIN channel_connections c ON c.id = i.connection_id
        WHERE c.external_id = ${connection.externalId} AND i.done_at IS NULL AND i.failed_at IS NULL`,
      ([row]) => (row?.left === 0 ? true : undefined)
    )
  )
})

/** A team member who works in the workspace. */
export const colleague = Effect.fn(function* ({ scope, team }: Connected, name: string) {
  const email = `${name.toLowerCase()}-${team.id.toLowerCase()}@team.example`
  const id = yield* seedMember(scope.tenant.accountId, email, "agent")
  return { id, email, user: team.addUser({ name, email }) }
})

/** All tickets of an email address, oldest first. */
export const ticketsFrom = Effect.fn(function* (scope: BrandScope, customerEmail: string) {
  const tickets = yield* Tickets
  const page = yield* tickets.list(scope, {
    customerEmail,
    spam: "include",
    deleted: "include",
    merged: "include",
    sort: "createdAt",
    order: "asc",
    limit: 100
  })
  return page.items
})

/** The only ticket of an email address, once it exists. */
export const ticketFrom = Effect.fn(function* (scope: BrandScope, customerEmail: string | undefined) {
  const found = yield* eventually(
    Effect.map(ticketsFrom(scope, customerEmail ?? ""), ([first, ...more]) =>
      first === undefined ? undefined : { first, more }
    )
  )
  assert.lengthOf(found.more, 0)
  return found.first
})

/** A ticket that the workspace's customer opens by posting in the channel, and that message. */
export const written = Effect.fn(function* (connected: Connected, text: string) {
  const { people } = yield* Slack
  const { help, ines, scope, team } = connected
  const root = people.say(team, help, ines, text)
  yield* handled(connected)
  const found = yield* ticketFrom(scope, ines.email)
  return { found, root, ticket: found.ticket }
})

/** Connects the workspace to another brand, with `random` as its channel. */
export const secondBrand = Effect.fn(function* (
  { connection, random, scope }: Connected,
  options: { readonly ticketNumberStart?: number } = {}
) {
  const name = `Second ${connection.name}`
  const brand = yield* fresh((yield* Brands).create(scope.tenant, causation, { name, ...options }))
  const channel = { channelId: random.id, role: "customer", trigger: "every_message", brandId: brand.id } as const
  yield* settle(connection, scope, (settings) => ({ ...settings, channels: [...settings.channels, channel] }))
  return { brand, second: { tenant: scope.tenant, brandId: brand.id } satisfies BrandScope }
})

/** Changes a workspace's settings, as an admin does. */
export const settle = Effect.fn(function* (
  { id }: Pick<SlackConnection, "id">,
  scope: BrandScope,
  change: (settings: SlackSettings) => SlackSettings
) {
  yield* (yield* ConnectionStore).change(scope, causation, "chat", id, (found) =>
    Result.succeed({
      connection: { ...found, settings: change(found.settings) },
      audit: { event: "channel.updated", entityType: "channel", entityId: id }
    })
  )
})

/** Waits until nothing is left to process, show or send. */
export const calm = Effect.fn(function* ({ connection }: Pick<Connected, "connection">) {
  const slack = yield* Slack
  const { system } = yield* Database
  // What is sent comes back as an event, which leads to nothing more.
  for (let round = 0; round < 2; round++) {
    yield* slack.told
    yield* eventually(
      Effect.map(
        system<{
          left: number
        }>`SELECT (SELECT count(*) FROM channel_inbox i WHERE i.connection_id = k.id AND i.done_at IS NULL AND i.failed_at IS NULL)::int
            + (SELECT count(*) FROM chat_updates u WHERE u.connection_id = k.id)::int
            + (SELECT count(*) FROM outgoing_mail m WHERE m.connection_id = k.id AND m.state IN ('queued', 'sending'))::int AS left
          FROM channel_connections k WHERE k.external_id = ${connection.externalId}`,
        ([row]) => (row?.left === 0 ? true : undefined)
      )
    )
  }
})

/** A ticket's public id, as Slack shows it. */
export const publicIdOf = ({ ticket, ticketPrefix }: TicketDetail) => `${ticketPrefix}-${ticket.number}`

/** Waits for the response to a click or command. */
export const answered = (asked: Promise<Interaction>) =>
  Effect.map(
    Effect.promise(() => asked),
    ({ attempt, response }) => {
      assert.strictEqual(attempt.status, 200)
      return { answer: attempt.text === "" ? undefined : (JSON.parse(attempt.text) as Wire), response }
    }
  )

/** All text that a response or view shows. */
export const shownIn = (answer: Wire | undefined) => JSON.stringify(answer ?? {})

/** The modal that was opened last. */
export const lastWindow = (team: Workspace): SlackView => {
  const found = [...team.views.values()].at(-1)
  if (found === undefined) throw new Error("no window was opened")
  return found
}

/** The same, once its content is loaded: a slow one first opens with an hourglass. */
export const madeWindow = Effect.fn(function* (team: Workspace) {
  const slack = yield* Slack
  return yield* slack.untilFound(() => {
    if (team.views.size === 0) return undefined
    const window = lastWindow(team)
    return shownIn(window.view).includes("One moment") ? undefined : window
  })
})

/** The ids of a modal's fields. */
export const fieldsOf = ({ view }: SlackView): ReadonlyArray<unknown> =>
  (view["blocks"] as ReadonlyArray<Wire>).filter(({ type }) => type === "input").map(({ block_id }) => block_id)

/** Filled-in form values, as Slack sends them. */
export const filledWith = (fields: {
  readonly title?: string
  readonly description?: string
  readonly priority?: string
  readonly email?: string
  readonly files?: ReadonlyArray<Wire>
}): Wire => ({
  title: { value: { type: "plain_text_input", value: fields.title ?? null } },
  description: { value: { type: "plain_text_input", value: fields.description ?? null } },
  priority: { value: { type: "static_select", selected_option: { value: fields.priority ?? "normal" } } },
  ...(fields.email === undefined ? {} : { email: { value: { type: "email_text_input", value: fields.email } } }),
  ...(fields.files === undefined ? {} : { files: { value: { type: "file_input", files: fields.files } } })
})

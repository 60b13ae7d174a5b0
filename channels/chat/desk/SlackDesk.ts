import { createHash } from "node:crypto"
import type { WebClient } from "@slack/web-api"
import { Context, Effect, Layer, Option } from "effect"
import type { Causation } from "../../../src/domain/Causation.ts"
import type { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import type { BrandId, TicketId } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { type IdempotencyKeyReused, NotFound } from "../../../src/domain/Problems.ts"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import type { TicketPage, TicketPosition, TicketQuery } from "../../../src/domain/TicketQuery.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import type { ChangeRefusal, TicketChange } from "../../../src/tickets/changeTicket.ts"
import { ChatDirectory } from "../../../src/tickets/connections/ChatDirectory.ts"
import type { UploadRefusal } from "../../../src/tickets/files/claimUploads.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import type { ShownTicket } from "../blocks/ticketCard.ts"
import { SlackAppSettings } from "../SlackAppSettings.ts"
import { type Agent, isColleague, SlackPeople, type SlackPerson } from "../SlackPeople.ts"
import type { Workspace } from "../SlackWorkspaces.ts"
import { NotOfTeam } from "./NotOfTeam.ts"
import type { TicketNumber } from "./readCommand.ts"

/** The person behind a request, and what they may see. */
export interface Visitor {
  readonly workspace: Workspace
  readonly person: SlackPerson
  /** The member of the team that they are, if any. */
  readonly agent: Agent | undefined
  /** The workspace's brands that the member has access to; for a customer, who sees only their own tickets, all of them. */
  readonly brands: ReadonlyArray<BrandId>
}

/** The list of tickets that somebody asks for, and the position it starts from. */
export interface DeskPlace {
  /** `mine`: assigned to the member, or the customer's own. */
  readonly list: "mine" | "unassigned"
  readonly after?: TicketPosition | undefined
}

type WriteRefusal = ChangeRefusal | UploadRefusal | NotFound | NotOfTeam | IdempotencyKeyReused | DatabaseUnavailable

/**
 * What people in a workspace may see and do. Permissions are looked up for each visitor, each time: seeing a button does
 * not give anybody the right to press it.
 */
export class SlackDesk extends Context.Service<
  SlackDesk,
  {
    /** Looks up who somebody is. If Slack does not say, they are treated as a guest. */
    visitor(workspace: Workspace, client: WebClient, userId: string): Effect.Effect<Visitor, DatabaseUnavailable>
    list(visitor: Visitor, place: DeskPlace, limit: number): Effect.Effect<TicketPage, DatabaseUnavailable>
    /** The tickets with a number: one, unless several brands have it. */
    numbered(visitor: Visitor, name: TicketNumber): Effect.Effect<ReadonlyArray<TicketDetail>, DatabaseUnavailable>
    find(visitor: Visitor, id: TicketId): Effect.Effect<TicketDetail, NotFound | DatabaseUnavailable>
    search(
      visitor: Visitor,
      words: string,
      limit: number
    ): Effect.Effect<ReadonlyArray<TicketDetail>, DatabaseUnavailable>
    /** Tickets as the visitor sees them: with links and assignees' names for members of the team. */
    shown(
      visitor: Visitor,
      tickets: ReadonlyArray<TicketDetail>
    ): Effect.Effect<ReadonlyArray<ShownTicket>, DatabaseUnavailable>
    /** Adds a comment by the visitor. Repeating the same `key` adds nothing. */
    write(
      visitor: Visitor,
      id: TicketId,
      comment: { readonly text: string; readonly visibility: "public" | "internal" },
      key: string
    ): Effect.Effect<TicketDetail, WriteRefusal>
    /** Changes a ticket; for members of the team only. */
    change(visitor: Visitor, id: TicketId, change: TicketChange): Effect.Effect<TicketDetail, WriteRefusal>
  }
>()("trunkline/chat/SlackDesk") {
  static readonly layer = Layer.effect(
    SlackDesk,
    Effect.gen(function* () {
      const { publicUrl } = yield* SlackAppSettings
      const comments = yield* Comments
      const directory = yield* ChatDirectory
      const ids = yield* IdGenerator
      const people = yield* SlackPeople
      const tickets = yield* Tickets

      const visitor: SlackDesk["Service"]["visitor"] = Effect.fn("SlackDesk.visitor")(
        function* (workspace, client, userId) {
          const { connection, scope } = workspace
          const brands = brandsOf(workspace)
          const person = yield* people
            .person(workspace, client, userId)
            .pipe(Effect.catchTag("SlackFailure", () => Effect.succeed(nobody(userId))))
          const seen = yield* Effect.forEach(brands, (brandId) =>
            Effect.map(people.agent({ connection, scope: { ...scope, brandId } }, person), (agent) => ({
              brandId,
              agent: Option.getOrUndefined(agent)
            }))
          )
          const ofTeam = seen.filter(({ agent }) => agent !== undefined)
          const agent = ofTeam[0]?.agent
          return {
            workspace,
            person,
            agent,
            brands: agent === undefined ? brands : ofTeam.map(({ brandId }) => brandId)
          }
        }
      )

      /** Restricts a query to what the visitor may see. */
      const look = Effect.fnUntraced(function* (
        { agent, brands, person, workspace }: Visitor,
        query: Partial<TicketQuery> & Pick<TicketQuery, "limit">
      ) {
        const { connection, scope } = workspace
        const across = { tenant: scope.tenant, brands: new Set(brands) }
        const asked: TicketQuery = { ...usual, ...query }
        if (agent !== undefined) return yield* tickets.listAcross(across, asked)
        const { customerId, ticketIds } = yield* directory.belongings(scope, connection.id, person.id)
        // A profile counts only if the team's own company controls it.
        const own: Partial<TicketQuery> =
          customerId !== undefined && isColleague(person, connection.settings)
            ? { customerIds: [customerId] }
            : { ids: ticketIds.filter((id) => query.ids?.includes(id) !== false) }
        return own.ids?.length === 0 ? nothing : yield* tickets.listAcross(across, { ...asked, ...own })
      })

      const find: SlackDesk["Service"]["find"] = Effect.fn("SlackDesk.find")(function* (visitor, id) {
        const { items } = yield* look(visitor, { ids: [id], limit: 1 })
        const [found] = items
        return found ?? (yield* new NotFound({ entity: "ticket" }))
      })

      const causedBy = ({ agent, person }: Visitor, { ticket }: TicketDetail): Causation => ({
        id: ids.next("request"),
        actor:
          agent === undefined
            ? { type: "customer", id: ticket.customerId, name: person.name ?? ticket.customerEmail, channel: "chat" }
            : { type: "agent", id: agent.id, name: agent.name, channel: "chat" }
      })

      return SlackDesk.of({
        visitor,
        find,

        list: Effect.fn("SlackDesk.list")((visitor, { after, list }, limit) =>
          look(visitor, {
            limit,
            after,
            ...(visitor.agent === undefined
              ? {}
              : {
                  statusCategories: ["open", "pending"] as const,
                  assignees: list === "mine" ? { ids: [visitor.agent.id], none: false } : { ids: [], none: true }
                })
          })
        ),

        numbered: Effect.fn("SlackDesk.numbered")(function* (visitor, { number, prefix }) {
          const { items } = yield* look(visitor, { numbers: [number], spam: "include", limit: visitor.brands.length })
          return items.filter(({ ticketPrefix }) => prefix === undefined || ticketPrefix.toUpperCase() === prefix)
        }),

        search: Effect.fn("SlackDesk.search")((visitor, words, limit) =>
          Effect.map(look(visitor, { search: words, limit }), ({ items }) => items)
        ),

        shown: Effect.fnUntraced(function* (visitor, details) {
          const isAgent = visitor.agent !== undefined
          const assignees = isAgent ? details.flatMap(({ ticket }) => ticket.assigneeId ?? []) : []
          const names = yield* directory.memberNames(visitor.workspace.scope, [...new Set(assignees)])
          return details.map((detail): ShownTicket => {
            const { assigneeId } = detail.ticket
            return {
              detail,
              link: isAgent ? linkOf(publicUrl, detail) : undefined,
              assignee: assigneeId === undefined ? undefined : (names.get(assigneeId) ?? "somebody"),
              buttons: isAgent ? "all" : "reply"
            }
          })
        }),

        write: Effect.fn("SlackDesk.write")(function* (visitor, id, { text, visibility }, key) {
          const { agent, person, workspace } = visitor
          const detail = yield* find(visitor, id)
          if (agent === undefined && visibility === "internal") return yield* new NotOfTeam()
          const { ticket } = detail
          yield* comments.add(
            scopeOf(workspace, detail),
            causedBy(visitor, detail),
            id,
            {
              body: text,
              visibility,
              source: "slack",
              isAutomated: false,
              ...(agent === undefined
                ? {
                    authorType: "CUSTOMER",
                    authorId: ticket.customerId,
                    authorName: person.name ?? ticket.customerName ?? ticket.customerEmail
                  }
                : { authorType: "AGENT", authorId: agent.id, authorName: agent.name })
            },
            undefined,
            onceOf(workspace, key, `${id}\n${visibility}\n${text}`)
          )
          return detail
        }),

        change: Effect.fn("SlackDesk.change")(function* (visitor, id, change) {
          const detail = yield* find(visitor, id)
          if (visitor.agent === undefined) return yield* new NotOfTeam()
          const changed = yield* tickets.update(
            scopeOf(visitor.workspace, detail),
            causedBy(visitor, detail),
            id,
            change
          )
          return changed.replayed ? detail : { ...detail, ...changed.value }
        })
      })
    })
  )
}

/** The brands that a workspace serves: the one that it was connected for, and those of its channels. */
export const brandsOf = ({ connection, scope }: Workspace): ReadonlyArray<BrandId> => [
  ...new Set([scope.brandId, ...connection.settings.channels.flatMap(({ brandId }) => brandId ?? [])])
]

/** The address of a ticket in the dashboard. */
export const linkOf = (publicUrl: string, { brand, ticket }: TicketDetail): string | undefined =>
  brand === undefined ? undefined : `${publicUrl}/b/${brand.slug}/t/${ticket.number}`

/** The idempotency of a command: it takes effect once, however often it arrives. */
export const onceOf = (workspace: Workspace, key: string, content: string) => ({
  key: createHash("sha256").update(`slack\n${workspace.connection.id}\n${key}`).digest(),
  fingerprint: createHash("sha256").update(content).digest(),
  answer: () => ({ status: 200, headers: {}, body: "{}" })
})

const scopeOf = ({ scope }: Workspace, { ticket }: TicketDetail): BrandScope => ({ ...scope, brandId: ticket.brandId })

const usual = {
  spam: "exclude",
  deleted: "exclude",
  merged: "exclude",
  sort: "updatedAt",
  order: "desc"
} as const

const nothing: TicketPage = { items: [] }

const nobody = (id: string): SlackPerson => ({
  id,
  name: undefined,
  email: undefined,
  teamId: undefined,
  isGuest: true
})

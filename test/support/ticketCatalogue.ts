import { Context, DateTime, Effect, Layer } from "effect"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type BrandId, type CompanyId, idOf, type MemberId, uuidOf } from "../../src/domain/Ids.ts"
import type { Tenant } from "../../src/domain/Tenant.ts"
import { originOf, priorities, sources, type Ticket } from "../../src/domain/Ticket.ts"
import type { TicketQuery, TicketSort } from "../../src/domain/TicketQuery.ts"
import { Database } from "../../src/sql/Database.ts"
import { seedBrand, seedTenant } from "./seedTenant.ts"
import { insertTickets } from "./ticketRows.ts"
import { ticketIn } from "./ticketState.ts"

/** A ticket with what a list looks up for it. Names are in lower case, as lists sort them. */
export interface Sample {
  readonly ticket: Ticket
  readonly company: { readonly id: CompanyId; readonly name: string } | undefined
  readonly assignee: { readonly id: MemberId; readonly name: string | undefined } | undefined
  readonly category: string | undefined
  readonly statusRank: number
}

/**
 * Three brands of one tenant, the third of them deleted, with tickets of every kind in the combinations that small primes
 * produce.
 */
export class TicketCatalogue extends Context.Service<
  TicketCatalogue,
  {
    readonly tenant: Tenant
    readonly brands: { readonly acme: BrandId; readonly beta: BrandId; readonly deleted: BrandId }
    readonly samples: ReadonlyArray<Sample>
  }
>()("trunkline/test/TicketCatalogue") {
  static readonly layer = Layer.effect(
    TicketCatalogue,
    Effect.suspend(() => catalogue)
  )
}

const samplesOfBrand = 130

/** A point in the catalogue's month, by its minute. */
const at = (minute: number) => DateTime.makeUnsafe(Date.UTC(2026, 10, 1, 0, minute))

// The remainder is always an index of the list.
const pick = <A>(values: ReadonlyArray<A>, n: number): A => values[n % values.length] as A

const catalogue = Effect.gen(function* () {
  const { system: sql } = yield* Database
  const { next } = yield* IdGenerator
  const tenant = yield* seedTenant()
  const brands = {
    acme: (yield* seedBrand(tenant, "Acme")).brandId,
    beta: (yield* seedBrand(tenant, "Beta")).brandId,
    deleted: (yield* seedBrand(tenant, "Gone")).brandId
  }
  const assignees = [
    { id: next("member"), name: "zoe" },
    { id: next("member"), name: "adam young" },
    { id: next("member"), name: "m@acme.example" },
    // A member who was removed.
    { id: next("member"), name: undefined },
    undefined
  ] as const
  const [zoe, adam, mail] = assignees
  yield* sql`insert into members (id, account_id, email, first_name, last_name, display_name, role, status) values
    (${uuidOf(zoe.id)}, ${uuidOf(tenant.accountId)}, 'a@acme.example', null, null, 'Zoe', 'agent', 'active'),
    (${uuidOf(adam.id)}, ${uuidOf(tenant.accountId)}, 'b@acme.example', 'Adam', 'Young', null, 'agent', 'active'),
    (${uuidOf(mail.id)}, ${uuidOf(tenant.accountId)}, 'M@acme.example', 'Only', null, null, 'agent', 'active')`
  const samples: Array<Sample> = []
  for (const brandId of Object.values(brands)) {
    const brand = uuidOf(brandId)
    yield* sql`insert into statuses (id, tenant_id, brand_id, key, category, name, customer_name, color, sort_order)
      values (${uuidOf(next("status"))}, ${tenant.id}, ${brand}, 'waiting', 'pending', 'Waiting', 'Waiting', '#000000', 9)`
    const statuses = yield* sql<{ id: string; key: string; sort_order: number }>`
      select id, key, sort_order from statuses where brand_id = ${brand} order by sort_order`
    const [north, south] = [
      { id: next("company"), name: "north" },
      { id: next("company"), name: "south" }
    ] as const
    yield* sql`insert into companies (id, tenant_id, brand_id, name) values
      (${uuidOf(north.id)}, ${tenant.id}, ${brand}, 'North'), (${uuidOf(south.id)}, ${tenant.id}, ${brand}, 'south')`
    const categories = [
      { id: next("category"), name: "bills" },
      undefined,
      { id: next("category"), name: "ads" }
    ] as const
    yield* sql`insert into categories (id, tenant_id, brand_id, name, sort_order) values
      (${uuidOf(categories[0].id)}, ${tenant.id}, ${brand}, 'Bills', 0), (${uuidOf(categories[2].id)}, ${tenant.id}, ${brand}, 'ads', 1)`
    const tags = ["red", "green", "blue"].map((name) => ({
      id: next("tag"),
      brandId,
      name,
      color: "#6366f1",
      createdAt: at(0),
      updatedAt: at(0)
    }))
    for (const { id, name } of tags)
      yield* sql`insert into tags (id, tenant_id, brand_id, name) values (${uuidOf(id)}, ${tenant.id}, ${brand}, ${name})`
    const customers = [
      { id: next("customer"), email: "ines@north.example", name: "Ines Roth", company: north },
      { id: next("customer"), email: "kim@north.example", name: "kim", company: north },
      { id: next("customer"), email: "lou@south.example", name: undefined, company: south },
      { id: next("customer"), email: "max@nowhere.example", name: "Max", company: undefined }
    ] as const
    for (const { id, email, name, company } of customers)
      yield* sql`insert into customers (id, tenant_id, brand_id, email, name, company_id) values
        (${uuidOf(id)}, ${tenant.id}, ${brand}, ${email}, ${name ?? null}, ${company === undefined ? null : uuidOf(company.id)})`
    const target = next("ticket")
    for (let n = 0; n < samplesOfBrand; n++) {
      const customer = pick(customers, n * 3)
      const status = statuses[n % statuses.length]
      if (status === undefined) return yield* Effect.die("a brand without statuses")
      const assignee = pick(assignees, n + 2)
      const category = pick(categories, n)
      const source = sources[n % sources.length] ?? "api"
      samples.push({
        company: customer.company,
        assignee,
        category: category?.name,
        statusRank: status.sort_order,
        ticket: {
          ...ticketIn(status.key),
          id: next("ticket"),
          brandId,
          number: 1000 + ((n * 67) % samplesOfBrand),
          customerId: customer.id,
          customerEmail: customer.email,
          customerName: customer.name,
          title: pick(["Invoice", "address", "Zebra crossing", "invoice", "Order"], n * 2),
          statusId: idOf("status", status.id),
          priority: pick(priorities, (n >> 2) * 3),
          source,
          origin: originOf[source],
          assigneeId: assignee?.id,
          categoryId: category?.id,
          tags: tags.filter((_, bit) => (n >> bit) % 2 === 1),
          createdBy: pick(["tom@acme.example", undefined], n),
          sourceId: pick(["ext-1", "ext-2", undefined], n),
          attachmentCount: n % 4 === 1 ? 2 : 0,
          isSpam: n % 11 === 3,
          dueAt: n % 3 === 0 ? undefined : at((n * 7) % 50),
          mergedIntoId: n % 17 === 7 ? target : undefined,
          createdAt: at(n),
          updatedAt: at(200 + ((n * 37) % 60)),
          deletedAt: n % 13 === 5 ? at(500) : undefined
        }
      })
    }
  }
  yield* insertTickets(
    tenant,
    samples.map(({ ticket }) => ticket)
  )
  yield* sql`update brands set deleted_at = now() where id = ${uuidOf(brands.deleted)}`
  return { tenant, brands, samples }
})

/** Tickets that lists show by default. */
export const usual = ({ ticket }: Sample) =>
  !ticket.isSpam && ticket.deletedAt === undefined && ticket.mergedIntoId === undefined

/** The sort key of each order: texts without case, undefined where there is no value. */
const sortValue: Record<TicketSort, (sample: Sample) => string | number | undefined> = {
  createdAt: ({ ticket }) => ticket.id,
  updatedAt: ({ ticket }) => ticket.updatedAt.epochMilliseconds,
  priority: ({ ticket }) => priorities.indexOf(ticket.priority),
  ticketNumber: ({ ticket }) => ticket.number,
  title: ({ ticket }) => ticket.title.toLowerCase(),
  status: ({ statusRank }) => statusRank,
  customer: ({ ticket }) => ticket.customerName?.toLowerCase(),
  company: ({ company }) => company?.name,
  assignee: ({ assignee }) => assignee?.name,
  category: ({ category }) => category,
  dueAt: ({ ticket }) => ticket.dueAt?.epochMilliseconds
}

/** Ids of the tickets in the requested order, then by id; tickets without a value come last in both directions. */
export const inOrder = (samples: ReadonlyArray<Sample>, { sort, order }: Pick<TicketQuery, "sort" | "order">) => {
  const compare = (a: string | number, b: string | number) => (order === "asc" ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0)
  return samples
    .toSorted((a, b) => {
      const [x, y] = [sortValue[sort](a), sortValue[sort](b)]
      if (x === undefined || y === undefined)
        return x === y ? compare(a.ticket.id, b.ticket.id) : x === undefined ? 1 : -1
      return compare(x, y) || compare(a.ticket.id, b.ticket.id)
    })
    .map(({ ticket }) => ticket.id)
}

/** A filter as a query contains it, and the tickets that it should match. */
export interface Filter {
  readonly name: string
  readonly query: Partial<TicketQuery>
  readonly matches: (sample: Sample) => boolean
}

/** One filter of each kind in docs/api.md, and several together where the combination has a meaning of its own. */
export const filters = ({ brands, samples }: TicketCatalogue["Service"]): ReadonlyArray<Filter> => {
  const [red, , blue] = samples.find(({ ticket }) => ticket.tags.length === 3)?.ticket.tags ?? []
  const one = samples.find(
    ({ ticket, company, assignee }) =>
      ticket.brandId === brands.acme &&
      company !== undefined &&
      assignee !== undefined &&
      ticket.categoryId !== undefined
  )
  const { assigneeId, categoryId, customerId } = one?.ticket ?? {}
  if (!red || !blue || !assigneeId || !categoryId || !customerId || !one?.company)
    throw new Error("the catalogue lacks a ticket that has everything")
  const { company } = one
  const has = (ticket: Ticket, { id }: { readonly id: string }) => ticket.tags.some((tag) => tag.id === id)
  const filter = (name: string, query: Partial<TicketQuery>, matches: Filter["matches"]) => ({ name, query, matches })
  return [
    filter("status", { statuses: ["open"] }, ({ ticket }) => ticket.status === "open"),
    filter("statuses", { statuses: ["waiting", "closed"] }, ({ ticket }) =>
      ["waiting", "closed"].includes(ticket.status)
    ),
    filter(
      "a status or a category",
      { statuses: ["closed"], statusesOrCategories: ["pending"] },
      ({ ticket }) => ticket.status === "closed" || ticket.statusCategory === "pending"
    ),
    filter("categories of status", { statusCategories: ["open", "pending"] }, ({ ticket }) =>
      ["open", "pending"].includes(ticket.statusCategory)
    ),
    filter("priority", { priorities: ["urgent"] }, ({ ticket }) => ticket.priority === "urgent"),
    filter("priorities", { priorities: ["low", "high"] }, ({ ticket }) => ["low", "high"].includes(ticket.priority)),
    filter("sources", { sources: ["slack", "web"] }, ({ ticket }) => ["slack", "web"].includes(ticket.source)),
    filter("origin", { origins: ["chat"] }, ({ ticket }) => ticket.origin === "chat"),
    filter(
      "assignee",
      { assignees: { ids: [assigneeId], none: false } },
      ({ ticket }) => ticket.assigneeId === assigneeId
    ),
    filter("no assignee", { assignees: { ids: [], none: true } }, ({ ticket }) => ticket.assigneeId === undefined),
    filter("an assignee or none", { assignees: { ids: [assigneeId], none: true } }, ({ ticket }) =>
      [undefined, assigneeId].includes(ticket.assigneeId)
    ),
    filter("customer", { customerIds: [customerId] }, ({ ticket }) => ticket.customerId === customerId),
    filter(
      "address of the customer",
      { customerEmail: "kim@north.example" },
      ({ ticket }) => ticket.customerEmail === "kim@north.example"
    ),
    filter("company", { companies: { ids: [company.id], none: false } }, (sample) => sample.company === company),
    filter("no company", { companies: { ids: [], none: true } }, (sample) => sample.company === undefined),
    filter(
      "category",
      { categories: { ids: [categoryId], none: false } },
      ({ ticket }) => ticket.categoryId === categoryId
    ),
    filter("no category", { categories: { ids: [], none: true } }, ({ ticket }) => ticket.categoryId === undefined),
    filter("creator", { createdBy: "tom@acme.example" }, ({ ticket }) => ticket.createdBy === "tom@acme.example"),
    filter("id at the source", { sourceId: "ext-2" }, ({ ticket }) => ticket.sourceId === "ext-2"),
    filter("any of the tags", { tagIds: [red.id, blue.id] }, ({ ticket }) => has(ticket, red) || has(ticket, blue)),
    filter(
      "all of the tags",
      { tagIds: [red.id, blue.id, red.id], tagMode: "all" },
      ({ ticket }) => has(ticket, red) && has(ticket, blue)
    ),
    filter("made from then on", { createdAfter: at(40) }, ({ ticket }) =>
      DateTime.isGreaterThanOrEqualTo(ticket.createdAt, at(40))
    ),
    filter("made before", { createdBefore: at(90) }, ({ ticket }) => DateTime.isLessThan(ticket.createdAt, at(90))),
    filter("changed from then on", { updatedAfter: at(220) }, ({ ticket }) =>
      DateTime.isGreaterThanOrEqualTo(ticket.updatedAt, at(220))
    ),
    filter("changed before", { updatedBefore: at(220) }, ({ ticket }) =>
      DateTime.isLessThan(ticket.updatedAt, at(220))
    ),
    filter(
      "due before",
      { dueBefore: at(21) },
      ({ ticket }) => ticket.dueAt !== undefined && DateTime.isLessThan(ticket.dueAt, at(21))
    ),
    filter("files", { hasAttachments: true }, ({ ticket }) => ticket.attachmentCount > 0),
    filter("no files", { hasAttachments: false }, ({ ticket }) => ticket.attachmentCount === 0)
  ]
}

import { Effect, Option, type Scope } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { BrandsScope } from "../../domain/Principal.ts"
import type { Mode } from "../../domain/Tenant.ts"
import type { TicketDetail } from "../../domain/TicketDetail.ts"
import type { TicketPage, TicketQuery } from "../../domain/TicketQuery.ts"
import type { TicketStore } from "../../tickets/TicketStore.ts"
import { brandsOf } from "../brandsOf.ts"
import type { Database } from "../Database.ts"
import { maxPageBytes, pageRoom } from "../maxPageBytes.ts"
import { query } from "../query.ts"
import { readBytes } from "../readBytes.ts"
import { anyLength, readWhole, wholeList } from "../readWhole.ts"
import { type CategoryRow, categoryOf } from "../rows/categoryRow.ts"
import { type CommentRow, commentOf, conversation, conversationBytes } from "../rows/commentRow.ts"
import { type CompanyRow, companyOf } from "../rows/companyRow.ts"
import { type CustomerRow, customerOf } from "../rows/customerRow.ts"
import { type StatusRow, statusOf } from "../rows/statusRow.ts"
import { type TicketRow, ticketColumns, ticketOf } from "../rows/ticketRow.ts"
import { readTexts, textTurns } from "../textTurns.ts"
import { fewTickets, mostNamed } from "./fewTickets.ts"
import { presentPrefix } from "./presentPrefix.ts"
import * as SharedReads from "./SharedReads.ts"
import { publicIdParts, wordsOf } from "./searchWords.ts"
import { TicketCache } from "./TicketCache.ts"
import * as TicketHeads from "./TicketHeads.ts"
import {
  embedded,
  embeddedJoins,
  type ListedRow,
  listStatement,
  positionOf,
  type SearchResult,
  stampOf
} from "./ticketList.ts"

interface DetailRow extends TicketRow {
  readonly ticket_prefix: string
  readonly customer: CustomerRow | null
  readonly category: CategoryRow | null
  readonly brand_name: string
  readonly brand_slug: string
  readonly brand_icon_url: string | null
  readonly embedded_revision: number
}

/** A row of a page that is being filled. */
interface PagedRow extends DetailRow {
  /** Whether the page, with this row, has all the bytes that it may have. */
  readonly is_full: boolean
}

interface SingleRow extends DetailRow {
  readonly company: CompanyRow | null
  readonly status_record: StatusRow
}

/** The parts of a ticket `t`, as pages show it, that may be long. */
const weighed = readBytes(
  ["t.body"],
  ["custom_fields", "source_data", "metadata", "links", "participants", "customer"].map((column) => `t.${column}`)
)

/** What single reads show in addition. */
const embeddedInSingles = `(select to_json(o) from companies o where o.tenant_id = t.tenant_id and o.id =
      (select c.company_id from customers c where c.tenant_id = t.tenant_id and c.id = t.customer_id)) as company,
    (select to_json(st) from statuses st where st.tenant_id = t.tenant_id and st.id = t.status_id) as status_record`

/**
 * The reading half of `TicketStore`: a read is one statement, plus another if it shows tickets that are not cached. Callers who
 * meanwhile ask for the same page, or for single tickets, share the next read.
 */
export const make = Effect.fnUntraced(function* (
  database: Database["Service"],
  /** Receives what single reads show. */
  singles: TicketCache
): Effect.fn.Return<Pick<TicketStore["Service"], "find" | "list" | "comments" | "brandExists">, never, Scope.Scope> {
  const headOf = yield* TicketHeads.make(database)
  const atOnce = <Row>(sql: string, parameters: ReadonlyArray<unknown>) =>
    // The caller declares the type of `unsafe` rows, beside the columns that it selects.
    query(database.reads.unsafe<Row & object>(sql, parameters))
  // Deferred until everything that has just arrived was looked at: statements of the same moment share one write to the socket.
  const rows = <Row>(sql: string, parameters: ReadonlyArray<unknown>) =>
    Effect.andThen(Effect.yieldNow, atOnce<Row>(sql, parameters))
  const texts = <Row, A>(
    room: { readonly room: number; readonly tenantId: string },
    sql: string,
    parameters: ReadonlyArray<unknown>,
    shape: (rows: ReadonlyArray<Row>) => A
  ) =>
    Effect.andThen(
      Effect.yieldNow,
      query(readTexts(textTurns, room, database.reads.unsafe<Row & object>(sql, parameters), shape))
    )

  const cache = new TicketCache()
  const shared = yield* SharedReads.make<TicketPage>()

  const search = Effect.fnUntraced(function* (scope: BrandsScope, asked: TicketQuery) {
    if (asked.search === undefined) return undefined
    const brands = brandsOf(scope, asked)?.map(uuidOf)
    const named = publicIdParts(asked.search)
    const words = wordsOf(asked.search)
    const numbered =
      named === undefined
        ? []
        : yield* rows<{ readonly id: string }>(
            `select t.id from tenant_scope($1) s, lateral (select t.id from brands b join tickets t on t.brand_id = b.id and t.number = $3
              where b.tenant_id = s.tenant_id and b.ticket_prefix = ${presentPrefix("s.tenant_id", "$4::uuid[]", "$2::text")} offset 0) t`,
            [scope.tenant.id, named.prefix, named.number, brands ?? null]
          )
    const [found] =
      words.length === 0
        ? []
        : yield* rows<{ readonly ids: ReadonlyArray<string> | null }>(
            "select ticket_matches(s.tenant_id, $2::uuid[], $3::text[], $4) as ids from tenant_scope($1) s",
            [scope.tenant.id, brands ?? null, words, mostNamed + 1]
          )
    const byNumber = numbered.map(({ id }) => id)
    const byWords = found === undefined ? [] : found.ids
    return (
      byWords === null || byWords.length > mostNamed ? { ids: byNumber, words } : { ids: [...byNumber, ...byWords] }
    ) satisfies SearchResult
  })

  /** The page that a `listStatement` finds. */
  const pageOf = Effect.fnUntraced(function* (
    { tenant }: BrandsScope,
    { limit }: TicketQuery,
    { sql, parameters }: ReturnType<typeof listStatement>
  ) {
    const listed = yield* atOnce<ListedRow>(sql, parameters)
    let page = listed.slice(0, limit)
    // Cached tickets are taken at once: fetching others, here or elsewhere, may evict them.
    const shown = new Map<string, TicketDetail>()
    const missing: Array<string> = []
    for (const row of page) {
      const known = cache.get(row.id, stampOf(row))
      if (known === undefined) missing.push(row.id)
      else shown.set(row.id, known)
    }
    if (missing.length > 0) {
      const fullId = yield* texts(
        { room: pageRoom(missing.length), tenantId: tenant.id },
        `select *, bytes_before + bytes >= $3 as is_full from (
          select t.*, sum(bytes) over (order by w.place rows unbounded preceding) - bytes as bytes_before
          from tenant_scope($1) s, unnest($2::uuid[]) with ordinality w(id, place), lateral (
            select t.*, r.bytes from (
              select ${ticketColumns}, ${embedded} from tickets t ${embeddedJoins}
              where t.tenant_id = s.tenant_id and t.id = w.id offset 0) t, ${weighed} r) t) p
        where bytes_before < $3`,
        [tenant.id, missing, maxPageBytes],
        (details: ReadonlyArray<PagedRow>) => {
          for (const row of details) {
            const detail = detailOf(row, tenant.mode)
            shown.set(row.id, detail)
            cache.put(row.id, stampOf(row), detail)
          }
          return details.find(({ is_full }) => is_full)?.id
        }
      )
      const beyond = fullId === undefined ? undefined : missing[missing.indexOf(fullId) + 1]
      if (beyond !== undefined)
        page = page.slice(
          0,
          page.findIndex(({ id }) => id === beyond)
        )
    }
    const last = page.at(-1)
    return {
      // A ticket purged between the two statements can no longer be shown.
      items: page.flatMap(({ id }) => shown.get(id) ?? []),
      next: listed.length > page.length && last !== undefined ? positionOf(last) : undefined
    }
  })

  return {
    find: Effect.fnUntraced(function* (scope, id) {
      const uuid = uuidOf(id)
      const parameters = [scope.tenant.id, uuid, uuidOf(scope.brandId)]
      if (singles.knows(uuid)) {
        const head = yield* headOf(scope, uuid)
        const known = head === undefined ? undefined : singles.get(uuid, stampOf(head))
        if (known !== undefined) return Option.some(known)
      }
      return yield* texts(
        { room: 1, tenantId: scope.tenant.id },
        `select t.* from tenant_scope($1) s, lateral (
          select ${ticketColumns}, ${embedded}, ${embeddedInSingles}
          from tickets t ${embeddedJoins}
          where t.tenant_id = s.tenant_id and t.id = $2 and t.brand_id = $3 limit 1) t`,
        parameters,
        ([row]: ReadonlyArray<SingleRow>) => {
          if (row === undefined) return Option.none()
          const detail = singleOf(row, scope.tenant.mode)
          singles.put(uuid, stampOf(row), detail)
          return Option.some(detail)
        }
      )
    }),

    list: Effect.fnUntraced(function* (scope, asked) {
      const found = yield* search(scope, asked)
      const statement = listStatement(scope, asked, found, yield* fewTickets(rows, scope, asked))
      return yield* shared(`${JSON.stringify(statement.parameters)} ${statement.sql}`, pageOf(scope, asked, statement))
    }),

    brandExists: (scope) =>
      Effect.map(
        rows(
          `select b.* from tenant_scope($1) s, lateral (
            select 1 from brands where tenant_id = s.tenant_id and id = $2 and deleted_at is null limit 1) b`,
          [scope.tenant.id, uuidOf(scope.brandId)]
        ),
        (found) => found.length > 0
      ),

    comments: Effect.fnUntraced(function* (scope, id, filter) {
      const parameters: Array<unknown> = [scope.tenant.id, uuidOf(id), uuidOf(scope.brandId)]
      const bind = (value: unknown) => `$${parameters.push(value)}`
      const conditions = [
        filter.includeDeleted === true ? "true" : "c.deleted_at is null",
        ...(filter.visibility === undefined ? [] : [`c.visibility = ${bind(filter.visibility)}`]),
        ...(filter.id === undefined ? [] : [`c.id = ${bind(uuidOf(filter.id))}`])
      ]
      const comments = `comments c where c.ticket_id = t.ticket and ${conditions.join(" and ")}`
      const sql = wholeList(
        `tenant_scope($1) s, lateral (
          select t.id as ticket from tickets t join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
          where t.tenant_id = s.tenant_id and t.id = $2 and t.brand_id = $3 and t.deleted_at is null limit 1) t`,
        { list: conversation(comments), size: conversationBytes(comments), most: `$${parameters.length + 1}` }
      )
      const upTo = (most: number) =>
        database.reads.unsafe<(CommentRow | { readonly id: null }) & { readonly bytes: number }>(sql, [
          ...parameters,
          most
        ])
      // No row: no ticket. One row of nulls: a ticket without such comments.
      const shape = (found: ReadonlyArray<CommentRow | { readonly id: null }>) =>
        found.length === 0
          ? Option.none()
          : Option.some(found.flatMap((row) => (row.id === null ? [] : [commentOf(row)])))
      const { tenant } = scope
      return yield* filter.id === undefined
        ? readWhole(tenant.id, upTo, shape)
        : query(readTexts(textTurns, { room: 1, tenantId: tenant.id }, upTo(anyLength), shape))
    })
  }
})

const detailOf = (row: DetailRow, mode: Mode): TicketDetail => ({
  ticket: ticketOf(row),
  mode,
  ticketPrefix: row.ticket_prefix,
  customer: row.customer === null || row.customer.deleted_at !== null ? undefined : customerOf(row.customer),
  category: row.category === null ? undefined : categoryOf(row.category),
  brand: {
    id: idOf("brand", row.brand_id),
    name: row.brand_name,
    slug: row.brand_slug,
    ticketPrefix: row.ticket_prefix,
    iconUrl: row.brand_icon_url ?? undefined
  }
})

const singleOf = (row: SingleRow, mode: Mode): TicketDetail => {
  const { company, status_record: status } = row
  const detail = detailOf(row, mode)
  return {
    ...detail,
    company: company === null || detail.customer === undefined ? undefined : companyOf(company),
    statusRef: statusOf(status)
  }
}

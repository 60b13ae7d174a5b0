import { Effect, Layer, Option } from "effect"
import { idOf, parseId, uuidOf } from "../../domain/Ids.ts"
import type { PortalCustomer } from "../../domain/PortalAccess.ts"
import { type PortalTicket, portalCommentOf } from "../../domain/PortalTicket.ts"
import type { StatusCategory } from "../../domain/Status.ts"
import { priorities, publicId } from "../../domain/Ticket.ts"
import { type PortalTicketQuery, PortalTicketStore } from "../../tickets/portal/PortalTicketStore.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { readWhole, wholeList } from "../readWhole.ts"
import { type AttachmentRow, attachmentOf, storedAttachmentColumns } from "../rows/attachmentRow.ts"
import { idOr, type Moment, moment } from "../rows/columns.ts"
import { type CommentRow, commentOf, conversation, conversationBytes } from "../rows/commentRow.ts"

interface TicketRow {
  readonly id: string
  readonly number: number
  readonly title: string
  /** Only for a single ticket. */
  readonly body?: string | null
  readonly status_category: StatusCategory
  readonly status_label: string
  readonly priority: number
  readonly comment_count: number
  readonly brand_name: string
  readonly ticket_prefix: string
  readonly merged_into_id: string | null
  readonly created_at: Moment
  readonly updated_at: Date
}

interface SingleRow extends TicketRow {
  readonly from_name: string | null
  readonly customer_email: string
  readonly customer_name: string | null
}

/** Of `tickets t`: the customer's own, in the portal's brand. `s` is the tenant's scope. */
const own = "t.tenant_id = s.tenant_id and t.brand_id = $2 and t.customer_id = $3 and t.deleted_at is null"
const ownTicket = `${own} and t.id = $4`
const parametersOf = ({ brandId, id, tenant }: PortalCustomer) => [tenant.id, uuidOf(brandId), uuidOf(id)]

/** Of `comments c`: those that customers can read. One that can still be undone is not among them. */
const readable = "c.visibility = 'public' and c.deleted_at is null and coalesce(c.send_at <= now(), true)"

const readableComments = `tickets t join comments c on c.tenant_id = t.tenant_id and c.ticket_id = t.id where ${ownTicket} and ${readable}`
const conversationStatement = wholeList("tenant_scope($1) s", {
  list: conversation(readableComments, "texts"),
  size: conversationBytes(readableComments, "texts"),
  most: "$5"
})

/** Of `tickets t`: when the customer last saw a change. A reply that was held back counts from when it can be seen. */
const changedAt = `greatest(coalesce(t.customer_updated_at, t.updated_at),
  (select max(due) from unnest(t.customer_updates_due) due where due <= now()))`

/** The columns of `tickets t` that a portal shows; they need the joins of `b` and `st`. */
const columns = `t.id, t.number, t.title, t.status_category, st.customer_name as status_label, t.priority,
  b.name as brand_name, b.ticket_prefix, t.created_at, ${changedAt} as updated_at,
  (select m.id from tickets m where m.tenant_id = t.tenant_id and m.id = t.merged_into_id and m.brand_id = t.brand_id
    and m.customer_id = t.customer_id and m.deleted_at is null) as merged_into_id,
  (select count(*)::int from comments c where c.tenant_id = t.tenant_id and c.ticket_id = t.id and ${readable}) as comment_count`
const bodyColumn = "case when not coalesce(jsonb_exists(t.metadata, 'deletedAtSource'), false) then t.body end as body"
const joins = `join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
  join statuses st on st.tenant_id = t.tenant_id and st.id = t.status_id`

/**
 * `PortalTicketStore` in PostgreSQL: a page is one statement; a ticket is three, plus one if members commented, and one more if
 * the conversation is long.
 */
export const layer = Layer.effect(
  PortalTicketStore,
  Effect.gen(function* () {
    const { reads } = yield* Database
    const rows = <Row>(sql: string, parameters: ReadonlyArray<unknown>) =>
      // The caller declares the type of `unsafe` rows, beside the columns that it selects.
      query(reads.unsafe<Row & object>(sql, parameters))

    const commentsOf = (tenantId: string, parameters: ReadonlyArray<unknown>) =>
      readWhole(
        tenantId,
        (most) =>
          reads.unsafe<(CommentRow | { readonly id: null }) & { readonly bytes: number }>(conversationStatement, [
            ...parameters,
            most
          ]),
        (found) => found.flatMap((row) => (row.id === null ? [] : [commentOf(row)]))
      )

    const filesOf = (parameters: ReadonlyArray<unknown>) =>
      Effect.map(
        rows<AttachmentRow>(
          `select f.* from tenant_scope($1) s, lateral (
            select ${storedAttachmentColumns.map((column) => `f.${column}`).join(", ")}
            from tickets t join attachments f on f.tenant_id = t.tenant_id and f.ticket_id = t.id
            where ${ownTicket} and ${visibleFile} order by f.id offset 0) f`,
          parameters
        ),
        (found) => found.map(attachmentOf)
      )

    /** The names that members gave themselves; never their addresses. */
    const membersOf = Effect.fnUntraced(function* (
      { tenant }: PortalCustomer,
      authorIds: ReadonlyArray<string | undefined>
    ) {
      const ids = new Set(
        authorIds.flatMap((id) => (id === undefined ? [] : Option.toArray(parseId("member", id)))).map(uuidOf)
      )
      if (ids.size === 0) return new Map<string, string>()
      const found = yield* rows<{ readonly id: string; readonly name: string | null }>(
        `select m.* from tenant_scope($1) s, lateral (
          select m.id, coalesce(m.display_name, nullif(concat_ws(' ', m.first_name, m.last_name), '')) as name
          from tenants t join members m on m.account_id = t.account_id where t.id = s.tenant_id and m.id = any($2::uuid[]) offset 0) m`,
        [tenant.id, [...ids]]
      )
      return new Map(found.flatMap(({ id, name }) => (name === null ? [] : [[idOf("member", id), name] as const])))
    })

    return PortalTicketStore.of({
      list: Effect.fnUntraced(function* (customer, asked) {
        const { parameters, sql } = listStatement(customer, asked)
        const found = yield* rows<TicketRow>(sql, parameters)
        const page = found.slice(0, asked.limit)
        const last = page.at(-1)
        return {
          items: page.map(ticketOf),
          next:
            found.length > asked.limit && last !== undefined
              ? {
                  value: asked.sort === "updatedAt" ? last.updated_at.toISOString() : null,
                  id: idOf("ticket", last.id)
                }
              : undefined
        }
      }),

      find: Effect.fnUntraced(function* (customer, id) {
        const parameters = [...parametersOf(customer), uuidOf(id)]
        const [row] = yield* rows<SingleRow>(
          `select t.* from tenant_scope($1) s, lateral (
            select ${columns}, ${bodyColumn}, b.from_name, t.customer_email, t.customer_name from tickets t ${joins}
            where ${ownTicket} offset 0) t`,
          parameters
        )
        if (row === undefined) return Option.none()
        const [comments, attachments] = yield* Effect.all(
          [commentsOf(customer.tenant.id, parameters), filesOf(parameters)],
          { concurrency: 2 }
        )
        const names = {
          customerId: customer.id,
          customer: row.customer_name ?? row.customer_email,
          brand: row.from_name ?? row.brand_name,
          members: yield* membersOf(
            customer,
            comments.map(({ authorId }) => authorId)
          )
        }
        return Option.some({
          ticket: ticketOf(row),
          comments: comments.map((comment) => portalCommentOf(comment, names)),
          attachments
        })
      }),

      owns: (customer, id) =>
        Effect.map(
          rows(
            `select t.* from tenant_scope($1) s, lateral (
              select 1 from tickets t join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
              where ${ownTicket} limit 1) t`,
            [...parametersOf(customer), uuidOf(id)]
          ),
          (found) => found.length > 0
        ),

      words: ({ brandId, tenant }) =>
        Effect.map(
          rows<{ readonly name: string; readonly labels: Readonly<Record<string, string>> | null }>(
            `select b.* from tenant_scope($1) s, lateral (
              select b.name, (select json_object_agg(st.key, st.customer_name) from statuses st
                where st.tenant_id = b.tenant_id and st.brand_id = b.id) as labels
              from brands b where b.tenant_id = s.tenant_id and b.id = $2 and b.deleted_at is null limit 1) b`,
            [tenant.id, uuidOf(brandId)]
          ),
          ([row]) =>
            Option.map(Option.fromUndefinedOr(row), ({ labels, name }) => ({
              brandName: name,
              statusLabels: new Map(Object.entries(labels ?? {}))
            }))
        )
    })
  })
)

/** Of `attachments f`: uploaded, not deleted, and neither internal nor on a comment that the customer cannot see. */
const visibleFile = `f.status = 'UPLOADED' and f.deleted_at is null and not f.is_internal
  and (f.comment_id is null or exists (select from comments c where c.tenant_id = f.tenant_id and c.id = f.comment_id and ${readable}))`

/** Finds one page plus one ticket, which tells whether there is a next page. */
const listStatement = (
  customer: PortalCustomer,
  { after, limit, order, sort, statusCategories }: PortalTicketQuery
) => {
  const parameters: Array<unknown> = parametersOf(customer)
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const conditions = [own, "t.merged_into_id is null"]
  if (statusCategories !== undefined) conditions.push(`t.status_category = any(${bind(statusCategories)}::text[])`)
  const beyond = order === "asc" ? ">" : "<"
  if (after !== undefined) {
    const id = `${bind(uuidOf(after.id))}::uuid`
    conditions.push(
      sort === "createdAt"
        ? `t.id ${beyond} ${id}`
        : `(${changedAt}, t.id) ${beyond} (${bind(after.value)}::timestamptz, ${id})`
    )
  }
  const by = sort === "createdAt" ? `t.id ${order}` : `${changedAt} ${order}, t.id ${order}`
  // The page is found first, so that only its own rows are counted for. No texts: lists do not show them.
  const sql = `select q.* from tenant_scope($1) s, lateral (
    select ${columns} from (
      select t.* from tickets t where ${conditions.join(" and ")} order by ${by} limit ${limit + 1}) t
    ${joins} order by ${by} offset 0) q`
  return { sql, parameters }
}

const ticketOf = (row: TicketRow): PortalTicket => ({
  id: idOf("ticket", row.id),
  publicId: publicId(row.ticket_prefix, row.number),
  title: row.title,
  body: row.body ?? undefined,
  statusCategory: row.status_category,
  statusLabel: row.status_label,
  priority: priorities[row.priority] ?? "normal",
  commentCount: row.comment_count,
  brand: { name: row.brand_name, ticketPrefix: row.ticket_prefix },
  mergedIntoId: idOr("ticket", row.merged_into_id),
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

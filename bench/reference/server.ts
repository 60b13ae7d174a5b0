/**
 * The reference that Trunkline is measured against: the same API written by hand with Fastify and node-postgres, as a skilled
 * engineer would who cares for speed and for nothing else that Trunkline does. It is never part of the product.
 *
 * With `KEEPS=all` it is the floor: the same program, whose writes also store what the product's writes store.
 *
 * Settings: `PORT` (TCP port on 127.0.0.1) and `DATABASE_URL` (a database that holds `schema.sql`, and `floor.sql` for the
 * floor).
 */
import { hash } from "node:crypto"
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import pg from "pg"
import * as floorStatements from "./floorStatements.ts"
import * as schemas from "./schemas.ts"
import * as plainStatements from "./statements.ts"

const keepsAll = process.env["KEEPS"] === "all"
const statements = keepsAll ? { ...plainStatements, ...floorStatements } : plainStatements

/** Connections to PostgreSQL. */
const poolSize = 10

interface TicketRow {
  readonly id: string
  readonly brand_id: string
  readonly number: number
  readonly title: string
  readonly body: string | null
  readonly status: string
  readonly priority: string
  readonly origin: string
  readonly customer_email: string
  readonly custom_fields: unknown
  readonly created_at: Date
  readonly updated_at: Date
}

interface CommentRow {
  readonly id: string
  readonly ticket_id: string
  readonly author: string
  readonly body: string
  readonly public: boolean
  readonly created_at: Date
}

interface InBrand {
  Params: { brandId: string }
}
interface OfTicket {
  Params: { brandId: string; ticketId: string }
}

declare module "fastify" {
  interface FastifyRequest {
    accountId: number
  }
}

// bigint columns are counters and keys far below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: poolSize })
const query = <Row extends object>(statement: { name: string; text: string }, values: Array<unknown>) =>
  pool.query<Row>({ ...statement, values }).then(({ rows }) => rows)

/** Further parameters of the floor's statements: the command's Idempotency-Key and fingerprint, and the caller. */
const kept = ({ accountId, body, headers, id, ip, method, url }: FastifyRequest): Array<unknown> => {
  if (!keepsAll) return []
  const key = headers["idempotency-key"]
  return [
    typeof key === "string" ? hash("sha256", key, "buffer") : null,
    hash("sha256", `${method} ${url} ${JSON.stringify(body)}`, "buffer"),
    JSON.stringify({ type: "api_key", id: accountId, requestId: id, ip, userAgent: headers["user-agent"] })
  ]
}

/** Replays the first response for a key that was used before, or refuses a different request with the same key. */
const replay = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
  if (!(error instanceof pg.DatabaseError && error.constraint === "receipts_pkey")) throw error
  const [key, fingerprint] = kept(request)
  const [receipt] = await query<{ status: number; answer: string; same: boolean }>(floorStatements.findReceipt, [
    request.accountId,
    key,
    fingerprint
  ])
  return receipt?.same === true
    ? reply.code(receipt.status).type("application/json").serializer(String).send(receipt.answer)
    : reply.code(422).send({ error: "idempotency_key_reused" })
}

const app = Fastify()
app.decorateRequest("accountId", 0)

app.get("/v1/health", () => ({ status: "ok" }))

app.register(async (api) => {
  api.addHook("onRequest", authenticate)
  api.setErrorHandler((error, request, reply) => replay(request, reply, error))

  api.post<{ Body: { name: string } }>("/v1/brands", { schema: schemas.createBrand }, async (request, reply) => {
    const [brand] = await query(statements.createBrand, [request.accountId, request.body.name])
    return reply.code(201).send(brand)
  })

  api.post<InBrand & { Body: { title: string; customerEmail: string; body?: string; customFields?: unknown } }>(
    "/v1/brands/:brandId/tickets",
    { schema: schemas.createTicket },
    async (request, reply) => {
      const { accountId, body, params } = request
      const [row] = await query<TicketRow>(statements.createTicket, [
        accountId,
        params.brandId,
        body.customerEmail.toLowerCase(),
        body.title,
        body.body ?? null,
        body.customFields === undefined ? null : JSON.stringify(body.customFields),
        ...kept(request)
      ])
      return row === undefined ? notFound(reply) : reply.code(201).send(toTicket(row))
    }
  )

  api.get<InBrand & { Querystring: { limit: number; cursor?: string } }>(
    "/v1/brands/:brandId/tickets",
    { schema: schemas.listTickets },
    async ({ accountId, params, query: { cursor, limit } }) => {
      const rows =
        cursor === undefined
          ? await query<TicketRow>(statements.listFirst, [accountId, params.brandId, limit + 1])
          : await query<TicketRow>(statements.listAfter, [accountId, params.brandId, limit + 1, cursor])
      const data = rows.slice(0, limit).map(toTicket)
      const hasMore = rows.length > limit
      return { data, pagination: { hasMore, nextCursor: hasMore ? data.at(-1)?.id : null } }
    }
  )

  api.get<OfTicket>(
    "/v1/brands/:brandId/tickets/:ticketId",
    { schema: schemas.getTicket },
    async ({ accountId, params }, reply) => {
      const [row] = await query<TicketRow>(statements.getTicket, [accountId, params.brandId, params.ticketId])
      return row === undefined ? notFound(reply) : toTicket(row)
    }
  )

  api.patch<OfTicket & { Body: { status?: string; priority?: string; title?: string } }>(
    "/v1/brands/:brandId/tickets/:ticketId",
    { schema: schemas.updateTicket },
    async (request, reply) => {
      const { accountId, body, params } = request
      const [row] = await query<TicketRow>(statements.updateTicket, [
        accountId,
        params.brandId,
        params.ticketId,
        body.status ?? null,
        body.priority ?? null,
        body.title ?? null,
        ...kept(request)
      ])
      return row === undefined ? notFound(reply) : toTicket(row)
    }
  )

  api.post<OfTicket & { Body: { body: string; author?: string; public: boolean } }>(
    "/v1/brands/:brandId/tickets/:ticketId/comments",
    { schema: schemas.createComment },
    async (request, reply) => {
      const { accountId, body, params } = request
      const [row] = await query<CommentRow>(statements.createComment, [
        accountId,
        params.brandId,
        params.ticketId,
        body.author ?? "agent",
        body.body,
        body.public,
        ...kept(request)
      ])
      return row === undefined ? notFound(reply) : reply.code(201).send(toComment(row))
    }
  )
})

process.once("SIGTERM", () => app.close().then(() => pool.end()))
await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) })

async function authenticate(request: FastifyRequest, reply: FastifyReply) {
  const [scheme, key] = request.headers.authorization?.split(" ") ?? []
  if (scheme !== "Bearer" || key === undefined) return unauthorized(reply)
  const [found] = await query<{ account_id: number }>(statements.findAccount, [hash("sha256", key, "buffer")])
  if (found === undefined) return unauthorized(reply)
  request.accountId = found.account_id
}

function unauthorized(reply: FastifyReply) {
  return reply.code(401).send({ error: "unauthorized" })
}

function notFound(reply: FastifyReply) {
  return reply.code(404).send({ error: "not_found" })
}

function toTicket(row: TicketRow) {
  return {
    id: row.id,
    brandId: row.brand_id,
    ticketNumber: row.number,
    title: row.title,
    body: row.body,
    status: row.status,
    priority: row.priority,
    origin: row.origin,
    customerEmail: row.customer_email,
    customFields: row.custom_fields,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString()
  }
}

function toComment(row: CommentRow) {
  return {
    id: row.id,
    ticketId: row.ticket_id,
    author: row.author,
    body: row.body,
    public: row.public,
    createdAt: row.created_at.toISOString()
  }
}

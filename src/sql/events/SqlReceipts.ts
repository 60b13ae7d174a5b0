import { Effect, Layer } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { IdempotencyInProgress, IdempotencyKeyReused } from "../../domain/Problems.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Answer, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { Database } from "../Database.ts"
import { hex } from "../hex.ts"
import { query } from "../query.ts"
import { transaction } from "../transaction.ts"
import { answerSeals } from "./answerSeals.ts"

interface ReceiptRow {
  readonly fingerprint: Uint8Array
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
  readonly sealed: boolean
}

type Request = Pick<ReceiptRequest<never>, "key" | "fingerprint">

export const layer = Layer.effect(
  Receipts,
  Effect.gen(function* () {
    const database = yield* Database
    const { open, seal } = answerSeals(yield* Vault)
    const { reads, writes } = database

    /** The stored answer to this very request. */
    const answerOf = Effect.fnUntraced(function* (request: Request, row: ReceiptRow) {
      if (!Buffer.from(request.fingerprint).equals(row.fingerprint)) return yield* new IdempotencyKeyReused()
      const { headers, status } = row
      if (!row.sealed) return { status, headers, body: row.body } satisfies Answer
      return {
        status,
        headers,
        body: yield* open(hex(request.key), row.body),
        isSecret: true as const
      } satisfies Answer
    })

    const keep = Effect.fnUntraced(function* (tenant: Tenant, request: Request, answer: Answer, secret: boolean) {
      const body = secret ? yield* seal(hex(request.key), answer.body) : answer.body
      yield* writes`INSERT INTO receipts (tenant_id, key, fingerprint, status, headers, body, sealed)
        VALUES (${tenant.id}, ${request.key}, ${request.fingerprint}, ${answer.status},
          ${JSON.stringify(answer.headers)}::jsonb, ${body}, ${secret})`
    })

    return Receipts.of({
      once: (tenant, request, command) =>
        Effect.gen(function* () {
          if (request !== undefined) {
            // One of several nodes at a time, as long as lock_timeout lets the others wait. The lock ends with the transaction.
            yield* Effect.catchIf(
              writes`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenant.id} ${hex(request.key)}`}, 0))`,
              ({ reason }) => reason._tag === "LockTimeoutError",
              () => new IdempotencyInProgress()
            )
            const [row] = yield* writes<ReceiptRow>`SELECT * FROM receipts
              WHERE tenant_id = ${tenant.id} AND key = ${request.key}`
            if (row !== undefined) return { replayed: true as const, answer: yield* answerOf(request, row) }
          }
          const value = yield* command
          if (request !== undefined) yield* keep(tenant, request, request.answer(value), request.secret === true)
          return { replayed: false as const, value }
        }).pipe(transaction(database, tenant)),

      find: (tenant, request) =>
        query(reads<ReceiptRow>`SELECT r.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT * FROM receipts WHERE tenant_id = s.tenant_id AND key = ${request.key} OFFSET 0) r`).pipe(
          Effect.flatMap(([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(answerOf(request, row))))
        )
    })
  })
)

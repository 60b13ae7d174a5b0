import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Cause, Deferred, Effect, Exit, Layer, Option, Result } from "effect"
import { SqlError } from "effect/sql"
import { Vault } from "../accounts/Vault.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { IdempotencyKeyReused, NotFound } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"
import { EventNews } from "../events/EventNews.ts"
import { Handoff } from "../events/Handoff.ts"
import type { Once } from "../events/Receipt.ts"
import { MailNews } from "../tickets/MailNews.ts"
import type { TicketCommand } from "../tickets/TicketCommand.ts"
import { TicketStore } from "../tickets/TicketStore.ts"
import { answerSeals } from "./answerSeals.ts"
import { Batch } from "./commit/Batch.ts"
import { hex } from "./commit/Known.ts"
import { loadBatch } from "./commit/loadBatch.ts"
import { stateOf } from "./commit/stateOf.ts"
import { type Write, writeBatch } from "./commit/writeBatch.ts"
import type { DeliveryRow } from "./commit/writeEvents.ts"
import { Database } from "./Database.ts"
import * as Lanes from "./Lanes.ts"
import { query } from "./query.ts"
import { lostConflict, retryConflicts } from "./retryConflicts.ts"
import { sqlState } from "./StatementFailed.ts"
import * as TicketCensus from "./TicketCensus.ts"
import * as TicketReads from "./TicketReads.ts"

type Settled = Exit.Exit<Once<unknown>, unknown>

type AnyCommand = TicketCommand<unknown, unknown>

interface Job extends Lanes.Job {
  readonly command: AnyCommand
  readonly settle: (exit: Settled) => void
}

/** `TicketStore` in PostgreSQL: two round trips for each transaction, many commands in one where they come together. */
export const layer = Layer.effect(
  TicketStore,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    const handoff = yield* Handoff
    const news = yield* EventNews
    const mail = yield* MailNews
    const seals = answerSeals(yield* Vault)
    const reads = yield* TicketReads.make(database)

    /** Opens the stored answers that are encrypted; whoever sends one of their commands again gets it. */
    const openReceipts = ({ receipts }: Batch) =>
      Effect.forEach(
        [...receipts].filter(([, { secret }]) => secret),
        ([key, receipt]) =>
          Effect.map(seals.open(key, receipt.answer.body), (body) =>
            receipts.set(key, { ...receipt, answer: { ...receipt.answer, body } })
          ),
        { discard: true }
      )

    /** Encrypts the answers to be stored that hold a secret. */
    const sealReceipts = ({ newReceipts }: Batch) =>
      Effect.forEach(
        newReceipts,
        (made, index) =>
          made.receipt.secret
            ? Effect.map(seals.seal(made.key, made.receipt.answer.body), (body) => {
                const { answer, ...receipt } = made.receipt
                newReceipts[index] = { key: made.key, receipt: { ...receipt, answer: { ...answer, body } } }
              })
            : Effect.void,
        { discard: true }
      )

    /** What the commands of one tenant decide in a transaction, and the statement that stores it, if there is any. */
    const decided = Effect.fnUntraced(function* (
      connection: PgConnection,
      tenant: Tenant,
      commands: ReadonlyArray<AnyCommand>,
      transaction: "begin" | "within"
    ) {
      const batch = new Batch(ids.next)
      yield* loadBatch(connection, tenant, commands, batch, transaction)
      if (batch.receipts.size > 0) yield* openReceipts(batch)
      const exits = commands.map((command) => decide(command, batch))
      if (batch.newReceipts.some(({ receipt }) => receipt.secret)) yield* sealReceipts(batch)
      const write = writeBatch(tenant, batch, { node: handoff.node, ready: handoff.ready(tenant.id) }, ids.next)
      return { exits, write }
    })

    /** Runs the commands in one transaction; its error means that nothing of them was stored. */
    const commit = (tenant: Tenant, jobs: ReadonlyArray<Job>) =>
      database.commits.use((connection) =>
        Effect.gen(function* () {
          const commands = jobs.map(({ command }) => command)
          const { exits, write } = yield* decided(connection, tenant, commands, "begin")
          if (write === undefined) yield* connection.query("ROLLBACK")
          else yield* announce(tenant, write, yield* store(connection, write, "commit"))
          for (const [index, exit] of exits.entries()) jobs[index]?.settle(exit)
        }).pipe(Effect.onError(() => Effect.ignore(connection.query("ROLLBACK"))))
      )

    /** Runs commands of several brands in one transaction, or none of them: what one refuses is refused for all. */
    const commitTogether = (commands: ReadonlyArray<AnyCommand>) =>
      database.commits.use((connection) =>
        Effect.gen(function* () {
          const answers = new Map<AnyCommand, Once<unknown>>()
          const stored: Array<readonly [Tenant, Write, ReadonlyArray<DeliveryRow>]> = []
          for (const [index, own] of byTenant(commands).entries()) {
            const { tenant } = own[0].scope
            const { exits, write } = yield* decided(connection, tenant, own, index === 0 ? "begin" : "within")
            for (const [at, command] of own.entries()) answers.set(command, yield* exits[at] ?? Exit.die("no answer"))
            if (write !== undefined) stored.push([tenant, write, yield* store(connection, write, "continue")])
          }
          yield* connection.query("COMMIT")
          for (const [tenant, write, deliveries] of stored) yield* announce(tenant, write, deliveries)
          return commands.flatMap((command) => answers.get(command) ?? [])
        }).pipe(Effect.onError(() => Effect.ignore(connection.query("ROLLBACK"))))
      )

    const announce = (tenant: Tenant, write: Write, deliveries: ReadonlyArray<DeliveryRow>) =>
      Effect.sync(() => tell(tenant, write, deliveries)).pipe(
        // What is committed stays done: a mistake from here on must not have its commands tried again.
        Effect.catchCause((cause) => Effect.logError("could not announce what was committed", cause))
      )

    const tell = (tenant: Tenant, write: Write, deliveries: ReadonlyArray<DeliveryRow>) => {
      if (write.payloads.size > 0) news.committed(tenant.id)
      if (write.hasMail) mail.queued()
      for (const after of write.holds) mail.queued(after)
      if (deliveries.length === 0) return
      const leased = deliveries.filter((row) => row.leased)
      handoff.accept(
        leased.map((row) => ({
          deliveryId: row.id,
          webhookId: row.webhook_id,
          eventId: row.event_id,
          chainId: row.chain_id,
          tenantId: tenant.id,
          type: write.payloads.get(row.event_id)?.type ?? "",
          payload: write.payloads.get(row.event_id)?.payload ?? "",
          traceparent: write.payloads.get(row.event_id)?.traceparent ?? null
        }))
      )
      if (leased.length < deliveries.length)
        handoff.wake([...new Set(deliveries.filter((row) => !row.leased).map((row) => row.webhook_id))])
    }

    const run = (jobs: ReadonlyArray<Job>): Effect.Effect<void> => {
      const [first] = jobs
      if (first === undefined) return Effect.void
      const tenant = first.command.scope.tenant
      return commit(tenant, jobs).pipe(
        Effect.as("committed" as const),
        Effect.catchIf(lostRace, () => Effect.succeed("lost" as const)),
        query,
        Effect.exit,
        Effect.flatMap((exit) => recover(jobs, exit))
      )
    }

    /** One bad command must not take down its companions: they are tried one by one. */
    const recover = (
      jobs: ReadonlyArray<Job>,
      exit: Exit.Exit<"committed" | "lost", DatabaseUnavailable>
    ): Effect.Effect<void> => {
      if (Exit.isSuccess(exit) && exit.value === "committed") return Effect.void
      if (Exit.isFailure(exit) && Option.isSome(Cause.findErrorOption(exit.cause))) {
        return Effect.sync(() => {
          for (const job of jobs) job.settle(Exit.failCause(exit.cause))
        })
      }
      return Effect.forEach(jobs, (job) => alone(job), { discard: true })
    }

    const alone = (job: Job) =>
      commit(job.command.scope.tenant, [job]).pipe(
        (work) => retryConflicts(work, lostRace),
        query,
        Effect.catchCause((cause) => Effect.sync(() => job.settle(Exit.failCause(cause))))
      )

    const commitAll = (jobs: ReadonlyArray<Job>) =>
      jobs.length === 1 && jobs[0] !== undefined ? alone(jobs[0]) : run(jobs)
    const submit = yield* Lanes.make(commitAll, { abreast: true })
    const submitInOrder = yield* Lanes.make(commitAll)

    return TicketStore.of({
      execute: <A, E>(command: TicketCommand<A, E>) =>
        Effect.suspend(() => {
          const deferred = Deferred.makeUnsafe<Once<A>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>()
          // The lane mixes commands of many types; each job's `settle` gets the exit of its own command.
          const settle = (exit: Settled) => Deferred.doneUnsafe(deferred, exit as Exit.Exit<Once<A>, E>)
          const { inOrder, scope, weight = 2048 } = command
          const job = {
            command: command as AnyCommand,
            weight,
            settle,
            fail: (error: DatabaseUnavailable) => settle(Exit.fail(error))
          }
          if (inOrder === undefined) submit(scope.tenant.id, job)
          else submitInOrder(`${scope.tenant.id} ${inOrder}`, job)
          return Deferred.await(deferred)
        }),
      executeTogether: <A, E>(commands: ReadonlyArray<TicketCommand<A, E>>) =>
        commitTogether(commands as ReadonlyArray<AnyCommand>).pipe(
          (work) => retryConflicts(work, lostRace),
          query,
          // Each answer and each refusal is of one of the commands, whose types are these.
          (together) =>
            together as Effect.Effect<ReadonlyArray<Once<A>>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>
        ),
      ...reads,
      ...TicketCensus.make(database)
    })
  })
)

/** The commands of each tenant. Tenants are in the order of their ids, so that no two transactions wait for each other. */
const byTenant = (commands: ReadonlyArray<AnyCommand>) =>
  Object.values(Object.groupBy(commands, ({ scope }) => scope.tenant.id))
    .flatMap((own = []): ReadonlyArray<readonly [AnyCommand, ...ReadonlyArray<AnyCommand>]> => {
      const [first, ...others] = own
      return first === undefined ? [] : [[first, ...others]]
    })
    .sort(([one], [other]) => (one.scope.tenant.id < other.scope.tenant.id ? -1 : 1))

/** The outcome of one command within the batch; what it decided is written with the batch. */
const decide = (command: AnyCommand, batch: Batch): Settled => {
  const { receipt, reads, scope } = command
  const key = receipt === undefined ? undefined : hex(receipt.key)
  const fingerprint = receipt === undefined ? "" : hex(receipt.fingerprint)
  const earlier = key === undefined ? undefined : batch.receipts.get(key)
  if (earlier !== undefined)
    return earlier.fingerprint === fingerprint
      ? Exit.succeed({ replayed: true, answer: earlier.answer })
      : Exit.fail(new IdempotencyKeyReused())
  const state = stateOf(batch, scope.brandId, reads, command.causation.actor.id)
  if (state === undefined) return Exit.fail(new NotFound({ entity: "brand" }))
  const decision = command.decide(state)
  if (Result.isFailure(decision)) return Exit.fail(decision.failure)
  const { value } = decision.success
  batch.apply(scope.brandId, command.causation, decision.success)
  if (receipt !== undefined && key !== undefined)
    batch.keep(key, { fingerprint, answer: receipt.answer(value), secret: receipt.secret === true })
  return Exit.succeed({ replayed: false, value })
}

/** Writes, and commits unless there is more to come, in one round trip. */
const store = (
  connection: PgConnection,
  write: Write,
  transaction: "commit" | "continue"
): Effect.Effect<ReadonlyArray<DeliveryRow>, SqlError.SqlError> =>
  Effect.map(
    Effect.all(
      [
        connection.query(write.sql, write.parameters),
        ...write.afterwards.map(({ parameters, sql }) => connection.query(sql, parameters)),
        ...(transaction === "commit" ? [connection.query("COMMIT")] : [])
      ],
      { concurrency: "unbounded" }
    ),
    // The columns of `deliveries_new`.
    ([written]) => (written?.rows ?? []) as unknown as ReadonlyArray<DeliveryRow>
  )

/** Beside conflicts: between our read and our write, a unique value that another node took, or a category that somebody deleted. */
const lostRace = (error: unknown): boolean =>
  lostConflict(error) || (SqlError.isSqlError(error) && ["23505", "23503"].includes(sqlState(error) ?? ""))

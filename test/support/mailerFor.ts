import { Effect, Layer, Option, Redacted } from "effect"
import * as OutboundMailer from "../../channels/email/OutboundMailer.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import { Database } from "../../src/sql/Database.ts"
import { mailChannel } from "../../src/sql/outbound/insertMail.ts"
import * as SqlMailOutbox from "../../src/sql/outbound/SqlMailOutbox.ts"
import type * as SqlSenders from "../../src/sql/outbound/SqlSenders.ts"
import { fileServices } from "./fileServices.ts"
import { outboundServices } from "./outboundServices.ts"
import { silentHandoff } from "./silentHandoff.ts"

/** A mailer on the database of an `HttpSite`, until the scope closes. Without a relay, it prints what it would send. */
export const mailerFor = Effect.fnUntraced(function* (
  relay: { readonly port: number } | undefined,
  senders?: ReturnType<typeof SqlSenders.layer>
) {
  yield* Layer.build(
    OutboundMailer.layer({
      relay: Option.map(Option.fromUndefinedOr(relay), ({ port }) => Redacted.make(`smtp://127.0.0.1:${port}`)),
      from: { name: "Trunkline", address: "no-reply@desk.example" },
      print: () => Effect.void
    }).pipe(
      Layer.provide(Layer.provide(SqlMailOutbox.layer, silentHandoff)),
      Layer.provide(outboundServices({ inboundDomain: "inbound.example", senders })),
      Layer.provide(fileServices({ publicUrl: "https://desk.example", maxBytes: 1024 * 1024 })),
      Layer.provide(ActorRegistry.layer)
    )
  )
})

/** Makes all waiting mail due. */
export const becomeDue = Effect.gen(function* () {
  const { system } = yield* Database
  yield* system`UPDATE outgoing_mail SET due_at = now() - interval '1 second' WHERE state IN ('queued', 'sending')`
  yield* system`SELECT pg_notify(${mailChannel}, '')`
}).pipe(Effect.orDie)

/** The same for mail that waits only for people in copy. */
export const copiesBecomeDue = Effect.gen(function* () {
  const { system } = yield* Database
  yield* system`UPDATE outgoing_mail SET copies_due_at = now() - interval '1 second' WHERE copies_due_at IS NOT NULL`
  yield* system`SELECT pg_notify(${mailChannel}, '')`
}).pipe(Effect.orDie)

import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { idOf, type TicketId, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlFileUpkeep from "../../../src/sql/files/SqlFileUpkeep.ts"
import { transaction } from "../../../src/sql/transaction.ts"
import { Attachments } from "../../../src/tickets/files/Attachments.ts"
import { type Blob, BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import { FileBytes } from "../../../src/tickets/files/FileBytes.ts"
import { tidy } from "../../../src/tickets/files/FileJanitor.ts"
import { PendingUploads } from "../../../src/tickets/files/PendingUploads.ts"
import { bytesOf, readAll } from "../../support/blobStoreContract.ts"
import { fileService } from "../../support/fileServices.ts"
import { byKey } from "../../support/seedTenant.ts"
import { fresh, freshBrand, openedIn } from "../../support/ticketService.ts"

const Services = SqlFileUpkeep.layer.pipe(Layer.provideMerge(fileService))

layer(Services, { excludeTestServices: true })("The file janitor", (it) => {
  /** Makes this much time pass since `what` was created or became due. */
  const later = Effect.fnUntraced(function* (hours: number) {
    const { system } = yield* Database
    yield* system`update attachments set created_at = created_at - make_interval(hours => ${hours})`
    yield* system`update blob_removals set due_at = due_at - make_interval(hours => ${hours})`
  })

  const isKept = Effect.fnUntraced(function* ({ key }: Blob) {
    const blobs = yield* BlobStore
    return (yield* Effect.exit(Stream.runDrain(blobs.get(key))))._tag === "Success"
  })

  const stored = Effect.fnUntraced(function* (scope: BrandScope, text: string) {
    return yield* (yield* BlobStore).put(scope.tenant.id, bytesOf(text))
  })

  const onTicket = Effect.fnUntraced(function* (scope: BrandScope, blob: Blob, ticketId?: TicketId) {
    const attachments = yield* Attachments
    const id = idOf("attachment", crypto.randomUUID())
    const ticket = ticketId ?? (yield* openedIn(scope)).id
    const input = { id, filename: "a.txt", contentType: "text/plain" }
    return { ...(yield* fresh(attachments.add(scope, byKey, ticket, input, blob))), ticketId: ticket }
  })

  it.effect("removes raw messages after a month, those without effect after three, and keeps what waits", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const line = Effect.fnUntraced(function* (status: string, days: number) {
        const blob = yield* stored(scope, `${status} ${days}`)
        const id = crypto.randomUUID()
        yield* system`insert into inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients, status, size,
            blob_key, received_at, processed_at)
          values (${id}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'email', ${id}, decode(replace(${id}, '-', ''), 'hex'), 'ines@north.example', '{}',
            ${status}, 1, ${blob.key}, now() - make_interval(days => ${days}), now() - make_interval(days => ${days}))`
        return { blob, id }
      }, Effect.orDie)
      const [old, young] = [yield* line("processed", 31), yield* line("processed", 29)]
      const [failed, held, ignored] = [
        yield* line("failed", 200),
        yield* line("ignored", 89),
        yield* line("ignored", 91)
      ]
      yield* tidy
      yield* later(1)
      yield* tidy
      const kept = [yield* isKept(old.blob), yield* isKept(ignored.blob)]
      assert.deepStrictEqual(kept, [false, false])
      for (const { blob } of [young, failed, held]) assert.isTrue(yield* isKept(blob))
      const rows = yield* system<{
        id: string
      }>`select id from inbound_messages where brand_id = ${uuidOf(scope.brandId)}`
      assert.deepStrictEqual(rows.map(({ id }) => id).sort(), [old, young, failed, held].map(({ id }) => id).sort())
    })
  )

  it.effect("removes the bytes of a deleted file, but only once no other file has them", () =>
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const scope = yield* freshBrand
      const blob = yield* stored(scope, "shared")
      const [first, second] = [yield* onTicket(scope, blob), yield* onTicket(scope, blob)]
      yield* attachments.delete(scope, byKey, first.ticketId, first.id)
      yield* tidy
      yield* later(1)
      yield* tidy
      assert.isTrue(yield* isKept(blob))
      yield* attachments.delete(scope, byKey, second.ticketId, second.id)
      yield* tidy
      assert.isTrue(yield* isKept(blob), "not before every command that may have found them there is over")
      yield* later(1)
      yield* tidy
      assert.isFalse(yield* isKept(blob))
    })
  )

  it.effect(
    "removes bytes that nothing has claimed within an hour, as when a command was refused or a process died",
    () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const scope = yield* freshBrand
        const blob = yield* stored(scope, "for nothing")
        yield* system`update blob_removals set due_at = due_at - interval '55 minutes'`
        yield* tidy
        assert.isTrue(yield* isKept(blob), "what names them may still come")
        yield* later(1)
        yield* tidy
        assert.isFalse(yield* isKept(blob))
      })
  )

  it.effect("gives bytes that were about to be removed another hour when they arrive again", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const attachments = yield* Attachments
      const scope = yield* freshBrand
      const blob = yield* stored(scope, "once more")
      const { id, ticketId } = yield* onTicket(scope, blob)
      yield* attachments.delete(scope, byKey, ticketId, id)
      yield* stored(scope, "once more")
      yield* system`update blob_removals set due_at = due_at - interval '55 minutes'`
      yield* tidy
      assert.isTrue(yield* isKept(blob))
    })
  )

  it.effect("removes the bytes of what the database removes by itself", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const blob = yield* stored(scope, "of a ticket")
      const { ticketId } = yield* onTicket(scope, blob)
      const database = yield* Database
      // As a request does: with the rights of its role, for its tenant.
      yield* database.writes`delete from tickets where tenant_id = ${scope.tenant.id} and id = ${uuidOf(ticketId)}`.pipe(
        transaction(database, scope.tenant)
      )
      yield* later(1)
      yield* tidy
      assert.isFalse(yield* isKept(blob))
    })
  )

  it.effect("keeps bytes that were used again before they were removed", () =>
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const scope = yield* freshBrand
      const blob = yield* stored(scope, "again")
      const { id, ticketId } = yield* onTicket(scope, blob)
      yield* attachments.delete(scope, byKey, ticketId, id)
      yield* onTicket(scope, yield* stored(scope, "again"), ticketId)
      yield* later(1)
      yield* tidy
      assert.isTrue(yield* isKept(blob))
    })
  )

  it.effect("lets no one use bytes that are being removed, until they can be stored again", () =>
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const scope = yield* freshBrand
      const blob = yield* stored(scope, "at the wrong moment")
      const { id, ticketId } = yield* onTicket(scope, blob)
      yield* attachments.delete(scope, byKey, ticketId, id)
      yield* later(1)
      yield* tidy
      const refused = yield* Effect.flip(onTicket(scope, blob, ticketId))
      assert.deepInclude(refused, { _tag: "DatabaseUnavailable", reason: "overloaded" })
      const sentAgain = yield* Effect.flip(stored(scope, "at the wrong moment"))
      assert.deepInclude(sentAgain, { _tag: "DatabaseUnavailable", reason: "overloaded" })
      assert.isFalse(yield* isKept(blob), "bytes that nothing would ever remove")
      yield* later(1)
      yield* tidy
      const anew = yield* stored(scope, "at the wrong moment")
      yield* onTicket(scope, anew, ticketId)
      assert.strictEqual(String(yield* readAll((yield* BlobStore).get(anew.key))), "at the wrong moment")
    })
  )

  it.effect("continues where a node stopped that had taken on removals", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const blob = yield* stored(scope, "half done")
      yield* system`update blob_removals set due_at = now() + interval '5 minutes', removing_since = now()
        where key = ${blob.key}`
      yield* tidy
      assert.isTrue(yield* isKept(blob), "the other node may be at it")
      yield* later(1)
      yield* tidy
      assert.isFalse(yield* isKept(blob))
    })
  )

  it.effect("removes uploads that no ticket claimed within a day, with their bytes", () =>
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const scope = yield* freshBrand
      const blob = yield* stored(scope, "forgotten")
      const input = { filename: "a.txt", contentType: "text/plain" }
      yield* fresh((yield* PendingUploads).add(scope, byKey, input, blob))
      const kept = yield* onTicket(scope, yield* stored(scope, "kept"))
      yield* later(25)
      yield* tidy
      yield* later(1)
      yield* tidy
      assert.isFalse(yield* isKept(blob))
      assert.lengthOf(yield* attachments.list(scope, kept.ticketId), 1)
    })
  )

  it.effect("gives up on uploads to tickets after a day, and drops what arrived of them", () =>
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const scope = yield* freshBrand
      const { id: ticketId } = yield* openedIn(scope)
      const input = { filename: "a.txt", contentType: "text/plain", size: 4 }
      const { file } = yield* fresh(attachments.initiate(scope, byKey, ticketId, input))
      yield* (yield* FileBytes).receive(scope.tenant, file, bytesOf("late"))
      const blob = yield* stored(scope, "late")
      yield* later(25)
      yield* tidy
      const failed = yield* attachments.get(scope, ticketId, file.id)
      assert.strictEqual(failed.status, "FAILED")
      const refused = yield* Effect.flip(attachments.confirm(scope, byKey, ticketId, file.id))
      assert.strictEqual(refused._tag, "AttachmentNotUploaded")
      yield* later(1)
      yield* tidy
      assert.isFalse(yield* isKept(blob))
    })
  )

  it.effect("drops the bytes that a later upload to the same URL replaced", () =>
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const scope = yield* freshBrand
      const { id: ticketId } = yield* openedIn(scope)
      const input = { filename: "a.txt", contentType: "text/plain", size: 3 }
      const { file } = yield* fresh(attachments.initiate(scope, byKey, ticketId, input))
      yield* (yield* FileBytes).receive(scope.tenant, file, bytesOf("one"))
      yield* (yield* FileBytes).receive(scope.tenant, file, bytesOf("two"))
      yield* fresh(attachments.confirm(scope, byKey, ticketId, file.id))
      const [one, two] = [yield* stored(scope, "one"), yield* stored(scope, "two")]
      yield* later(1)
      yield* tidy
      assert.deepStrictEqual([yield* isKept(one), yield* isKept(two)], [false, true])
    })
  )
})

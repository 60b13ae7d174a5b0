import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Attachment } from "../../../src/domain/Attachment.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { addFile, confirmFile, removeFile } from "../../../src/tickets/files/changeFiles.ts"
import { claimUploads, refuseUploads } from "../../../src/tickets/files/claimUploads.ts"
import type { TicketState } from "../../../src/tickets/TicketCommand.ts"
import { commentOn, now, stateOf, ticketIn, upload, uuid } from "../../support/ticketState.ts"

const ticket = ticketIn("open", { attachmentCount: 3 })
const comment = commentOn(ticket)
const scope = {
  tenant: { id: uuid(1), accountId: idOf("account", uuid(2)), mode: "live" as const },
  brandId: ticket.brandId
}
const stranger = { ...scope, customerId: idOf("customer", uuid(0xbad)) }
const owner = { ...scope, customerId: ticket.customerId }
const bytes = { key: "key", size: 5, sha256: "ab" }
const file: Attachment = { ...upload(1), ticketId: ticket.id, blobKey: "key" }
const pending: Attachment = { ...file, status: "PENDING", size: 5, blobKey: undefined, sha256: undefined }
const named = { id: file.id, filename: "a.txt", contentType: "text/plain", owner: "key_1" }
const seen = (more: Partial<TicketState> = {}) => stateOf({ ticket, ...more })

const failure = (decision: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(decision) ? decision.failure._tag : "none"

describe("addFile", () => {
  it("counts the file, increments the ticket's version and publishes it", () => {
    const outcome = Result.getOrThrow(addFile(seen(), scope, named, bytes, ticket.version))
    assert.include(outcome.ticket, { attachmentCount: ticket.attachmentCount + 1, version: ticket.version + 1 })
    assert.include(outcome.value, { status: "UPLOADED", size: 5, sha256: "ab", blobKey: "key", isInternal: false })
    assert.deepStrictEqual(
      outcome.events.map(({ internal, type }) => [type, internal]),
      [["attachment.created", false]]
    )
  })

  it("is internal on a note, and not found by customers there", () => {
    const note = { ...comment, visibility: "internal" as const }
    const input = { ...named, commentId: note.id }
    const outcome = Result.getOrThrow(addFile(seen({ comments: [note] }), scope, input, bytes, undefined))
    assert.isTrue(outcome.value.isInternal)
    assert.isTrue(outcome.events[0]?.internal)
    assert.strictEqual(failure(addFile(seen({ comments: [note] }), owner, input, bytes, undefined)), "InvalidInput")
    const gone = { ...note, deletedAt: now }
    assert.strictEqual(failure(addFile(seen({ comments: [gone] }), scope, input, bytes, undefined)), "InvalidInput")
  })

  it("stops at 500 files", () => {
    const full = { ...ticket, attachmentCount: 500 }
    assert.strictEqual(failure(addFile(seen({ ticket: full }), scope, named, bytes, undefined)), "LimitReached")
  })

  it("finds a ticket only for its own customer", () => {
    assert.strictEqual(failure(addFile(seen(), owner, named, bytes, undefined)), "none")
    assert.strictEqual(failure(addFile(seen(), stranger, named, bytes, undefined)), "NotFound")
  })
})

describe("confirmFile", () => {
  it("prefers the bytes that came through this server to those in the object store", () => {
    const received = { ...pending, blobKey: "ours", sha256: "cd" }
    assert.include(Result.getOrThrow(confirmFile(seen({ files: [received] }), scope, undefined, undefined)).value, {
      status: "UPLOADED",
      blobKey: "ours",
      sha256: "cd"
    })
    assert.include(Result.getOrThrow(confirmFile(seen({ files: [pending] }), scope, bytes, undefined)).value, {
      status: "UPLOADED",
      blobKey: "key",
      sha256: "ab"
    })
  })

  it("does nothing to a confirmed file, whatever the ticket's version", () => {
    const outcome = Result.getOrThrow(confirmFile(seen({ files: [file] }), scope, undefined, 99))
    assert.deepStrictEqual(outcome, { value: file, events: [], audit: [] })
    const merged = { ...ticket, mergedIntoId: idOf("ticket", uuid(9)) }
    assert.strictEqual(
      failure(confirmFile(seen({ ticket: merged, files: [file] }), scope, undefined, undefined)),
      "none"
    )
  })

  it("stops at 500 files, however many were announced before", () => {
    const full = { ...ticket, attachmentCount: 500 }
    const confirmed = (files: ReadonlyArray<Attachment>) =>
      failure(confirmFile(seen({ ticket: full, files }), scope, bytes, undefined))
    assert.deepStrictEqual([confirmed([pending]), confirmed([file])], ["LimitReached", "none"])
  })

  it("fails without bytes, and for an abandoned upload", () => {
    for (const one of [pending, { ...pending, status: "FAILED" as const, blobKey: "old" }])
      assert.strictEqual(
        failure(confirmFile(seen({ files: [one] }), scope, undefined, undefined)),
        "AttachmentNotUploaded"
      )
  })

  it("does not find a file of another ticket, of a deleted comment, of a note for a customer, or for a stranger", () => {
    assert.strictEqual(failure(confirmFile(seen(), scope, bytes, undefined)), "NotFound")
    const commented = { ...pending, commentId: comment.id }
    assert.strictEqual(failure(confirmFile(seen({ files: [commented] }), scope, bytes, undefined)), "NotFound")
    const internal = { ...pending, isInternal: true }
    assert.strictEqual(failure(confirmFile(seen({ files: [internal] }), owner, bytes, undefined)), "NotFound")
    assert.strictEqual(
      failure(confirmFile(seen({ files: [{ ...file, isInternal: true }] }), owner, bytes, undefined)),
      "NotFound"
    )
    assert.strictEqual(failure(confirmFile(seen({ files: [file] }), stranger, bytes, undefined)), "NotFound")
    const trashed = { ...ticket, deletedAt: now }
    assert.strictEqual(
      failure(confirmFile(seen({ ticket: trashed, files: [file] }), scope, bytes, undefined)),
      "NotFound"
    )
  })
})

describe("removeFile", () => {
  it("publishes that a file is gone, and nothing for an upload that never became one", () => {
    const outcome = Result.getOrThrow(removeFile(seen({ files: [file] }), scope, file.id, undefined))
    assert.deepStrictEqual(outcome.removedFiles, [file.id])
    assert.strictEqual(outcome.ticket?.attachmentCount, ticket.attachmentCount - 1)
    assert.deepStrictEqual(
      outcome.events.map(({ type }) => type),
      ["attachment.deleted"]
    )
    const silent = Result.getOrThrow(removeFile(seen({ files: [pending] }), scope, file.id, undefined))
    assert.deepStrictEqual([silent.ticket, silent.events, silent.audit.length], [undefined, [], 1])
  })
})

describe("claimUploads", () => {
  it("claims each upload once, in the order of the uploads", () => {
    const [first, second] = [upload(1), upload(2)]
    const state = seen({ attachments: [first, second, first] })
    const claimed = Result.getOrThrow(claimUploads(state, [second.id, first.id, second.id], 0))
    assert.deepStrictEqual(claimed, [first, second])
  })

  it("refuses uploads of others, claimed ones, and too many", () => {
    const one = upload(1)
    assert.strictEqual(refuseUploads(seen(), [one.id])[0]?.code, "unknown_id")
    assert.isEmpty(refuseUploads(seen({ attachments: [one] }), [one.id]))
    const taken = seen({ attachments: [{ ...one, ticketId: ticket.id }] })
    assert.strictEqual(failure(claimUploads(taken, [one.id], 0)), "AttachmentInUse")
    assert.strictEqual(failure(claimUploads(seen({ attachments: [one] }), [one.id], 500)), "LimitReached")
    assert.strictEqual(failure(claimUploads(seen(), undefined, 500)), "none")
  })
})

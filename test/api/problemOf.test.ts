import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { problemText } from "../../src/api/ProblemCatalogue.ts"
import { codesOf, type DomainProblem, problemOf } from "../../src/api/problemOf.ts"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import * as Problems from "../../src/domain/Problems.ts"

const samples: { readonly [T in DomainProblem["_tag"]]: ReadonlyArray<DomainProblem> } = {
  AlreadyExists: [new Problems.AlreadyExists({ field: "slug" })],
  AttachmentInUse: [new Problems.AttachmentInUse({ attachmentId: "att_1" })],
  AttachmentNotUploaded: [new Problems.AttachmentNotUploaded({ expectedSize: 5, receivedSize: 2 })],
  ChannelNotReady: [new Problems.ChannelNotReady({ channel: "email", reason: "It is off." })],
  FileTooLarge: [new Problems.FileTooLarge({ limit: 5 })],
  StorageFull: [new Problems.StorageFull({ limit: 5, used: 4 })],
  MalformedBody: [new Problems.MalformedBody({ reason: "The body broke off." })],
  InvalidSignature: [new Problems.InvalidSignature()],
  RangeNotSatisfiable: [new Problems.RangeNotSatisfiable({ size: 5 })],
  UnsupportedMediaType: [new Problems.UnsupportedMediaType({ expected: "image/png" })],
  DatabaseUnavailable: (["unreachable", "overloaded", "timeout", "full"] as const).map(
    (reason) => new DatabaseUnavailable({ reason })
  ),
  EventExpired: [new Problems.EventExpired({ oldestEventId: "evt_1" })],
  Forbidden: [new Problems.Forbidden({ required: "owner" })],
  IdempotencyInProgress: [new Problems.IdempotencyInProgress()],
  IdempotencyKeyReused: [new Problems.IdempotencyKeyReused()],
  InvalidCursor: [new Problems.InvalidCursor()],
  InvalidInput: [Problems.InvalidInput.of("title", "required", "is required")],
  InvalidState: [new Problems.InvalidState({ state: "open", reason: "It is open." })],
  InvalidToken: [new Problems.InvalidToken()],
  LastOwner: [new Problems.LastOwner()],
  LimitReached: [new Problems.LimitReached({ limit: 3, what: "things" })],
  MergeNotPossible: [new Problems.MergeNotPossible({ ticketId: "tkt_1" })],
  NotFound: [new Problems.NotFound({ entity: "ticket" })],
  RateLimited: [new Problems.RateLimited({ retryAfter: 2, limit: 5, remaining: 0 })],
  SystemRecord: [new Problems.SystemRecord()],
  TicketMerged: [new Problems.TicketMerged({ mergedIntoId: "tkt_1" })],
  TokenExpired: [new Problems.TokenExpired({ expiredAt: DateTime.makeUnsafe(0) })],
  UpstreamFailed: [new Problems.UpstreamFailed({ provider: "custom", reason: "no answer (timeout)" })],
  VersionConflict: [new Problems.VersionConflict({ currentVersion: 4 })]
}

describe("problemOf", () => {
  for (const [tag, errors] of Object.entries(samples)) {
    for (const error of errors) {
      it(`answers ${tag} with a documented code and a sentence`, () => {
        const problem = problemOf(error)
        assert.include(codesOf[error._tag], problem.code)
        assert.match(problem.detail, /\S+ \S+/)
      })
    }
  }

  it("asks clients to retry after every failure to reach the database", () => {
    for (const error of samples.DatabaseUnavailable) assert.property(problemOf(error).headers, "retry-after")
  })

  it("reveals nothing about what was not found", () => {
    const ticket = problemOf(new Problems.NotFound({ entity: "ticket" }))
    assert.deepStrictEqual(ticket, problemOf(new Problems.NotFound({ entity: "brand" })))
  })
})

describe("problemText", () => {
  it("has the members of RFC 9457, those for older clients, and the extra members of the code", () => {
    const text = problemText(problemOf(Problems.InvalidInput.of("title", "required", "is required")), {
      publicUrl: "https://desk.example",
      instance: "/v1/tickets",
      requestId: "req_1"
    })
    assert.deepStrictEqual(JSON.parse(text), {
      type: "https://desk.example/docs/errors#validation_failed",
      title: "Validation failed",
      status: 400,
      detail: "title is required",
      instance: "/v1/tickets",
      code: "validation_failed",
      message: "title is required",
      error: "Validation failed",
      statusCode: 400,
      requestId: "req_1",
      errors: [{ field: "title", code: "required", message: "is required" }]
    })
  })
})

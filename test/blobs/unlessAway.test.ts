import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { S3Failure } from "../../src/blobs/S3Failure.ts"
import { unlessAway } from "../../src/blobs/unlessAway.ts"

/** The result for a defect: why the storage is unavailable, or the defect itself. */
const madeOf = (defect: unknown) =>
  Effect.die(defect).pipe(
    unlessAway,
    Effect.flip,
    Effect.map(({ reason }): unknown => reason),
    Effect.catchDefect((left) => Effect.succeed(left))
  )
const failure = (status: number) =>
  new S3Failure({ method: "PUT", origin: "https://store.example", bucket: "files", code: "Refused", status })

describe("A storage for bytes", () => {
  it.effect("is full if the system says so, however deeply nested in an error", () =>
    Effect.gen(function* () {
      for (const code of ["ENOSPC", "EDQUOT"]) {
        assert.strictEqual(yield* madeOf(Object.assign(new Error("no room"), { code })), "full")
        assert.strictEqual(yield* madeOf(new Error("wrapped", { cause: { reason: { cause: { code } } } })), "full")
      }
    })
  )

  it.effect("is unavailable if the store may accept the same later, and if it refuses us", () =>
    Effect.gen(function* () {
      for (const status of [503, 507, 403, 404]) assert.strictEqual(yield* madeOf(failure(status)), "unreachable")
    })
  )

  it.effect("leaves every other failure a defect", () =>
    Effect.gen(function* () {
      const circle: Record<string, unknown> = {}
      circle["cause"] = circle
      for (const defect of [Object.assign(new Error("denied"), { code: "EACCES" }), "odd", null, circle])
        assert.strictEqual(yield* madeOf(defect), defect)
    })
  )
})

import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Stream } from "effect"
import type { ClamdAddress } from "../../src/blobs/ClamdAddress.ts"
import * as ClamdScanner from "../../src/blobs/ClamdScanner.ts"
import { MalwareScanner } from "../../src/tickets/files/MalwareScanner.ts"
import { FakeClamd } from "../support/FakeClamd.ts"

const scanner = Effect.fnUntraced(function* (address: ClamdAddress) {
  const { scan } = Context.get(yield* Layer.build(ClamdScanner.layer(Option.some(address))), MalwareScanner)
  return scan ?? (() => Effect.die("there is a scanner"))
})
const bytes = (...chunks: ReadonlyArray<string | Uint8Array>) =>
  Stream.fromIterable(chunks.map((chunk) => (typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk)))

it.live("clamd gets a file in chunks, whatever it contains, and returns its verdict", () =>
  Effect.gen(function* () {
    const clamd = yield* FakeClamd.scoped
    const scan = yield* scanner(clamd.address)
    const large = new Uint8Array(300_000).fill(7)
    assert.deepStrictEqual(yield* scan(bytes("zINSTREAM\0", "", large)), { verdict: "clean" })
    assert.strictEqual(clamd.scanned[0]?.length, 300_010)
    assert.deepStrictEqual(yield* scan(bytes()), { verdict: "clean" })
    assert.deepStrictEqual(yield* scan(bytes("X5O", "!P%@AP")), { verdict: "blocked", threat: "Eicar-Signature" })
  })
)

it.live("A file that clamd does not accept to its end is not judged", () =>
  Effect.gen(function* () {
    const clamd = yield* FakeClamd.scoped
    clamd.streamMaxLength = 1_000
    const scan = yield* scanner(clamd.address)
    const endless = Stream.forever(bytes(new Uint8Array(64 * 1024)))
    const refused = yield* Effect.flip(scan(endless))
    assert.strictEqual(refused._tag, "ScanFailed")
  })
)

it.live("A daemon that is away, or goes away, gives no verdict", () =>
  Effect.gen(function* () {
    const clamd = yield* FakeClamd.scoped
    const scan = yield* scanner(clamd.address)
    clamd.silent = true
    const given = Effect.repeat(Effect.as(Effect.sleep("5 millis"), clamd.scanned), {
      until: ({ length }) => length === 1
    })
    const [broken] = yield* Effect.all([Effect.flip(scan(bytes("text"))), Effect.andThen(given, clamd.stop)], {
      concurrency: "unbounded"
    })
    assert.strictEqual(broken._tag, "ScanFailed")
    assert.match((yield* Effect.flip(scan(bytes("text")))).message, /clamd cannot be reached/)
  })
)

it.effect("Without an address nothing is scanned", () =>
  Effect.gen(function* () {
    const { scan } = Context.get(yield* Layer.build(ClamdScanner.layer(Option.none())), MalwareScanner)
    assert.isUndefined(scan)
  })
)

import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, FileSystem, Logger, Option, PlatformError, Redacted } from "effect"
import { EncryptionKey, type EncryptionKeyOptions } from "../../src/accounts/EncryptionKey.ts"

const resolve = (options: EncryptionKeyOptions) =>
  EncryptionKey.use((keys) => Effect.succeed(Redacted.value(keys))).pipe(
    Effect.provide(EncryptionKey.layer(options), { local: true })
  )
const folder = Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())

layer(NodeServices.layer)("EncryptionKey", (it) => {
  it.effect("is created on first start, readable for its owner only, and stays the same", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const options = { configured: Option.none(), dataDir: `${yield* folder}/new data`, externalDatabase: false }
      const [made] = yield* resolve(options)
      const [again] = yield* resolve(options)
      assert.deepStrictEqual(again, made)
      assert.strictEqual(made.length, 32)
      const { mode } = yield* files.stat(`${options.dataDir}/encryption.key`)
      assert.strictEqual(mode & 0o777, 0o600)
    })
  )

  it.effect("leaves no other file behind where the file system has no links", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const dataDir = yield* folder
      const start = resolve({ configured: Option.none(), dataDir, externalDatabase: false })
      const unlinked = FileSystem.FileSystem.of({
        ...files,
        link: () =>
          Effect.fail(
            PlatformError.systemError({
              _tag: "PermissionDenied",
              module: "FileSystem",
              method: "link",
              description: ""
            })
          )
      })
      yield* Effect.flip(Effect.provideService(start, FileSystem.FileSystem, unlinked))
      assert.deepStrictEqual(yield* files.readDirectory(dataDir), [])
    })
  )

  it.effect("leaves no other file behind where the start is refused meanwhile", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const dataDir = yield* folder
      const start = resolve({ configured: Option.none(), dataDir, externalDatabase: false })
      const isWritten = yield* Deferred.make<void>()
      const watched = FileSystem.FileSystem.of({
        ...files,
        open: (...args) => Effect.andThen(Deferred.succeed(isWritten, undefined), files.open(...args))
      })
      const starting = yield* Effect.forkChild(Effect.provideService(start, FileSystem.FileSystem, watched))
      yield* Deferred.await(isWritten)
      yield* Fiber.interrupt(starting)
      assert.deepStrictEqual(
        (yield* files.readDirectory(dataDir)).filter((name) => name !== "encryption.key"),
        []
      )
    })
  )

  it.effect("is created again beside a database that lost it, and the log says what that means", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const dataDir = yield* folder
      const told: Array<string> = []
      const logging = Logger.layer([Logger.make(({ message }) => void told.push(String(message)))])
      const start = Effect.provide(resolve({ configured: Option.none(), dataDir, externalDatabase: false }), logging)
      yield* start
      yield* files.makeDirectory(`${dataDir}/postgres`)
      yield* start
      assert.deepStrictEqual(told, [])
      yield* files.remove(`${dataDir}/encryption.key`)
      yield* start
      assert.lengthOf(told, 1)
      assert.include(
        told[0],
        `so a new ${dataDir}/encryption.key was created. It cannot open what an earlier key sealed`
      )
    })
  )

  it.effect("is required, not created, with a DATABASE_URL", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      const error = yield* Effect.flip(resolve({ configured: Option.none(), dataDir, externalDatabase: true }))
      assert.include(error.message, "ENCRYPTION_KEY must be set")
      yield* resolve({ configured: Option.none(), dataDir, externalDatabase: false })
      yield* resolve({ configured: Option.none(), dataDir, externalDatabase: true })
    })
  )

  it.effect("is read from the setting as base64 or hex, newest first", () =>
    Effect.gen(function* () {
      const base64 = Buffer.alloc(32, 1).toString("base64")
      const hex = Buffer.alloc(32, 2).toString("hex")
      const configured = Option.some(Redacted.make(`${base64}, ${hex}`))
      const keys = yield* resolve({ configured, dataDir: "/nowhere", externalDatabase: true })
      assert.deepStrictEqual(
        keys.map((key) => key[0]),
        [1, 2]
      )
    })
  )

  it.effect("is refused in any other form, without being shown", () =>
    Effect.gen(function* () {
      for (const text of ["", "secret", Buffer.alloc(31).toString("base64"), `${Buffer.alloc(32).toString("hex")},`]) {
        const configured = Option.some(Redacted.make(text))
        const error = yield* Effect.flip(resolve({ configured, dataDir: "/nowhere", externalDatabase: true }))
        assert.match(error.message, /^ENCRYPTION_KEY must be 32 random bytes/)
      }
    })
  )
})

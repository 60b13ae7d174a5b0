import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Schedule, Scope } from "effect"
import { SmtpListener } from "../../../channels/email/SmtpListener.ts"
import { KeepingProgram } from "../../../src/blobs/KeepingThread.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { CannotListen } from "../../../src/runtime/CannotListen.ts"
import * as Database from "../../../src/sql/Database.ts"
import { cuttableDatabase } from "../../support/cuttableDatabase.ts"
import { client, deliver, mailBrand, layer as mailSite, ticketsOf } from "../../support/MailSite.ts"
import { message } from "../../support/message.ts"

const within = Duration.millis

describe("SmtpListener in trouble", () => {
  it.live("defers mail while the database is away, and accepts it once it is back", () =>
    Effect.gen(function* () {
      const { cut, mend, url } = yield* cuttableDatabase
      const database = Layer.effect(Database.Database, Database.make({ url, poolSize: 4 }))
      yield* Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        assert.match(yield* deliver(message(), address), /^250/)

        const smtp = yield* client
        yield* Effect.promise(() => smtp.envelope("ines@north.example", address))
        yield* cut
        assert.match(yield* Effect.promise(() => smtp.data(message())), /^451/)
        yield* Effect.sleep("1100 millis")
        assert.match(yield* deliver(message(), address), /^451/)

        yield* mend
        assert.match(yield* deliver(message(), address), /^250/)
        assert.strictEqual((yield* ticketsOf(scope)).length, 2)
      }).pipe(Effect.provide(mailSite({ database: Layer.orDie(database) })))
    })
  )

  it.live("defers a message that cannot be stored", () => {
    const folder = mkdtempSync(join(tmpdir(), "mail-site-"))
    return Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      rmSync(join(folder, "blobs"), { recursive: true })
      assert.match(yield* deliver(message(), address), /^451/)
      assert.strictEqual((yield* ticketsOf(scope)).length, 0)
      mkdirSync(join(folder, "blobs", ".unfinished"), { recursive: true })
      assert.match(yield* deliver(message(), address), /^250/)
    }).pipe(Effect.provide(mailSite({ folder })))
  })

  it.live("acknowledges no mail before its directory entry is synced, and defers two at once if that fails", () => {
    const folder = mkdtempSync(join(tmpdir(), "mail-site-"))
    const hold = (name: string) => writeFileSync(join(folder, "blobs", name), "")
    const release = (name: string) => rmSync(join(folder, "blobs", name))
    const named = () =>
      readdirSync(join(folder, "blobs"), { recursive: true }).filter((path) => /[0-9a-f]{64}$/.test(String(path)))
    return Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const both = Effect.forkChild(
        Effect.all([deliver(message(), address), deliver(message(), address)], { concurrency: 2 })
      )

      hold("held")
      const waiting = yield* both
      // One has its name, and the other waits for its turn; neither name is durable yet.
      yield* Effect.repeat(
        Effect.sync(() => named().length),
        { until: (names) => names > 0, schedule: Schedule.spaced("5 millis") }
      )
      assert.isUndefined(waiting.pollUnsafe())
      assert.strictEqual((yield* ticketsOf(scope)).length, 0)
      release("held")
      for (const reply of yield* Fiber.join(waiting)) assert.match(reply, /^250/)
      assert.strictEqual((yield* ticketsOf(scope)).length, 2)

      hold("broken")
      for (const reply of yield* Effect.flatMap(both, Fiber.join)) assert.match(reply, /^451/)
      assert.strictEqual((yield* ticketsOf(scope)).length, 2)
      release("broken")
      assert.match(yield* deliver(message(), address), /^250/)
    }).pipe(
      Effect.provide(mailSite({ folder })),
      Effect.provideService(KeepingProgram, new URL("../../support/heldKeeping.ts", import.meta.url))
    )
  })

  it.live("reports to the operator that it is running", () =>
    Effect.gen(function* () {
      const { address } = yield* mailBrand
      yield* deliver(message(), address)
      const [actor] = yield* ActorRegistry.use(({ list }) => list)
      assert.deepInclude(actor, { kind: "smtp", state: "running", restarts: 0, lastError: undefined })
      assert.isDefined(actor?.lastActivityAt)
      assert.deepStrictEqual(actor?.lastInboundAt, actor?.lastActivityAt)
    }).pipe(Effect.provide(mailSite()))
  )

  it.live("disconnects a client that sends its message in drips", () =>
    Effect.gen(function* () {
      const { address } = yield* mailBrand
      const smtp = yield* client
      const reply = yield* Effect.promise(async () => {
        await smtp.envelope("ines@north.example", address)
        await smtp.say("DATA")
        const drip = setInterval(() => smtp.socket.write("x"), 20)
        return smtp.reply().finally(() => clearInterval(drip))
      })
      assert.match(reply, /^421 .*too slowly/)
      assert.match(yield* deliver(message(), address), /^250/)
    }).pipe(Effect.provide(mailSite({ limits: { slowGrace: within(1_000), slowestData: 1_000 } })))
  )

  it.live("ends a session that lasts too long, however busy it is", () =>
    Effect.gen(function* () {
      const smtp = yield* client
      let reply = "250"
      while (reply.startsWith("250")) reply = yield* Effect.promise(() => smtp.say("NOOP"))
      assert.match(reply, /^421 .*too long/)
    }).pipe(Effect.provide(mailSite({ limits: { session: within(400) } })))
  )

  it.live("accepts a few clients from one address, and tells the next one to come later", () =>
    Effect.gen(function* () {
      const [first] = [yield* client, yield* client]
      assert.match((yield* client).greeting, /^421 .*your address/)
      first.close()
      yield* Effect.repeat(client, { until: ({ greeting }) => greeting.startsWith("220") })
    }).pipe(Effect.scoped, Effect.provide(mailSite({ limits: { sessionsPerAddress: 2 } })))
  )

  it.live("disconnects clients that guess recipient names", () =>
    Effect.gen(function* () {
      const smtp = yield* client
      const names = ["a", "b", "c", "d"].map((name) => `${name}@inbound.example`)
      const replies = yield* Effect.promise(() => smtp.envelope("x@y.example", ...names))
      assert.deepStrictEqual(
        replies.map((reply) => reply.slice(0, 3)),
        ["550", "550", "421", ""]
      )
    }).pipe(Effect.scoped, Effect.provide(mailSite({ limits: { refusedRecipients: 2 } })))
  )

  it.live("allows an operator's relay as many connections and recipients as all the senders it relays for", () =>
    Effect.gen(function* () {
      const { address } = yield* mailBrand
      const [smtp, ...others] = [yield* client, yield* client, yield* client]
      assert.deepStrictEqual(
        [smtp, ...others].map(({ greeting }) => greeting.slice(0, 3)),
        ["220", "220", "220"]
      )
      const names = ["a", "b", "c"].map((name) => `${name}@inbound.example`)
      const replies = yield* Effect.promise(() => smtp.envelope("x@y.example", ...names, address))
      assert.deepStrictEqual(
        replies.map((reply) => reply.slice(0, 3)),
        ["550", "550", "550", "250"]
      )
    }).pipe(
      Effect.scoped,
      Effect.provide(
        mailSite({ limits: { sessionsPerAddress: 1, refusedRecipients: 1 }, relays: { networks: ["127.0.0.0/8"] } })
      )
    )
  )

  it.live("defers mail when it is processing as many messages as it can", () =>
    Effect.gen(function* () {
      const { address } = yield* mailBrand
      const smtp = yield* client
      yield* Effect.promise(async () => {
        await smtp.envelope("ines@north.example", address)
        await smtp.say("DATA")
      })
      const other = yield* client
      yield* Effect.promise(() => other.say("EHLO client.example"))
      assert.match(yield* Effect.promise(() => other.say("MAIL FROM:<x@y.example>")), /^451/)
      assert.match(yield* Effect.promise(() => smtp.raw(`${message()}.\r\n`)), /^250/)
      assert.match(yield* Effect.promise(() => other.say("MAIL FROM:<x@y.example>")), /^250/)
    }).pipe(Effect.scoped, Effect.provide(mailSite({ limits: { messagesInWork: 1 } })))
  )

  it.live("finishes the message in progress before it stops, and leaves no spool file", () => {
    const folder = mkdtempSync(join(tmpdir(), "mail-site-"))
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      // Longer than a busy machine needs to start what reads and stores it.
      const limits = { stopping: Duration.seconds(30) }
      const context = yield* Layer.buildWithScope(mailSite({ folder, limits }), scope)
      yield* Effect.gen(function* () {
        const { address } = yield* mailBrand
        const smtp = yield* client
        const idle = yield* client
        yield* Effect.promise(async () => {
          await smtp.envelope("ines@north.example", address)
          await smtp.say("DATA")
          smtp.socket.write(message({ body: "y".repeat(2 * 1024 * 1024) }))
        })
        const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
        assert.match(yield* Effect.promise(() => idle.reply()), /^421/)
        assert.match(yield* Effect.promise(() => smtp.raw(".\r\n")), /^250/)
        yield* Fiber.join(stopping)
        assert.deepStrictEqual(readdirSync(join(folder, "spool")), [])
      }).pipe(Effect.scoped, Effect.provide(context))
    })
  })

  it.live("says in one sentence that its port is taken", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.flatMap(SmtpListener, ({ address }) => address)
      const taken = mailSite({ port })
      const error = yield* Effect.flip(Effect.scoped(Layer.build(taken)))
      assert.instanceOf(error, CannotListen)
      assert.strictEqual(
        error.message,
        `Port ${port} on 127.0.0.1 is already in use: stop the program that uses it, or set SMTP_PORT to another port.`
      )
    }).pipe(Effect.provide(mailSite()))
  )
})

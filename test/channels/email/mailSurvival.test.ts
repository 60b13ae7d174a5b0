import { assert, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { freePort } from "../../../src/runtime/freePort.ts"
import { Database } from "../../../src/sql/Database.ts"
import { mailChannel } from "../../../src/sql/outbound/insertMail.ts"
import { type FakeRelay, type FakeRelayOptions, fakeRelay } from "../../support/FakeRelay.ts"
import { installation, type RunningServer, start } from "../../support/RunningServer.ts"
import { freshDatabase, on } from "../../support/TestDatabase.ts"

/** Answers written in each phase. */
const perPhase = 12

const api = ({ facts }: RunningServer, method: string, path: string, body?: object) =>
  Effect.promise(async () => {
    const response = await fetch(`${facts.apiUrl}/v1/brands/${facts.brandId}${path}`, {
      method,
      headers: { authorization: `Bearer ${facts.liveKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    assert.isBelow(response.status, 300, `${method} ${path}`)
    // biome-ignore lint/suspicious/noExplicitAny: the test looks into answers as a caller without types does
    return (await response.json()) as any
  })

/** Makes waiting mail due, or, while nothing runs, also the mail that a dead process was sending. */
const becomeDue = (state: "queued" | "sending") =>
  Effect.gen(function* () {
    const { system } = yield* Database
    yield* system`UPDATE outgoing_mail SET due_at = now() - interval '1 second' WHERE state = ${state}`
    yield* system`SELECT pg_notify(${mailChannel}, '')`
  }).pipe(Effect.orDie)

/** Polls until it is so, making waiting mail due each time. */
const eventually = <R>(isSo: Effect.Effect<boolean, never, R>) =>
  becomeDue("queued").pipe(
    Effect.andThen(Effect.sleep(100)),
    Effect.andThen(isSo),
    Effect.repeat({ until: (so) => so })
  )

const rowsWith = (condition: string) =>
  Effect.gen(function* () {
    const { system } = yield* Database
    const [row] = yield* system.unsafe<{ count: number }>(
      `SELECT count(*)::int AS count FROM outgoing_mail WHERE ${condition}`
    )
    return row?.count ?? 0
  }).pipe(Effect.orDie)

it.live("Mail survives kill -9 and a relay that is silent, away or unwilling: each is sent, as one message", () =>
  Effect.gen(function* () {
    const site = yield* installation
    const url = yield* freshDatabase
    const port = yield* freePort("127.0.0.1")
    const settings = {
      DATABASE_URL: Redacted.value(url),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      MAIL_RELAY_URL: `smtp://127.0.0.1:${port}`
    }
    const comments = new Map<string, string>()
    const sent: Array<FakeRelay["sent"][number]> = []

    /** A server that answers customers while the relay behaves this way, until `isEnough`; then it is killed. */
    const phase = Effect.fnUntraced(function* (
      relayOptions: FakeRelayOptions | undefined,
      isEnough: (relay: FakeRelay | undefined) => Effect.Effect<boolean, never, Database>,
      answers = perPhase
    ) {
      const scope = yield* Scope.make()
      const relay =
        relayOptions === undefined ? undefined : yield* Scope.provide(fakeRelay({ ...relayOptions, port }), scope)
      yield* becomeDue("sending")
      const server = yield* start(site, settings)
      for (let n = 0; n < answers; n++) {
        const customerEmail = `customer-${comments.size}@north.example`
        const ticket = yield* api(server, "POST", "/tickets", { title: "Invoice", customerEmail })
        const comment = yield* api(server, "POST", `/tickets/${ticket.id}/comments`, { body: `Answer ${n}` })
        comments.set(customerEmail, comment.id)
      }
      yield* eventually(isEnough(relay))
      yield* Effect.promise(() => server.stop("SIGKILL"))
      sent.push(...(relay?.sent ?? []))
      yield* Scope.close(scope, Exit.void)
      return server
    })

    yield* Effect.gen(function* () {
      yield* phase({ answer: () => "silence" }, (relay) => Effect.sync(() => (relay?.sent.length ?? 0) >= 3))
      yield* phase(undefined, () => Effect.map(rowsWith("last_error LIKE '%ECONNREFUSED%'"), (count) => count >= 3))
      let asked = 0
      yield* phase({ answer: () => (++asked % 2 === 0 ? undefined : { code: 451, text: "4.3.0 later" }) }, (relay) =>
        Effect.sync(() => (relay?.sent.length ?? 0) >= 2 * perPhase)
      )
      yield* phase({}, () => Effect.map(rowsWith("state IN ('queued', 'sending')"), (count) => count === 0), 1)

      // Every answer reached the relay, however often, as the same message.
      for (const [email, commentId] of comments) {
        const copies = sent.filter(({ to }) => to.includes(email)).map(({ raw }) => raw.toString("latin1"))
        assert.isAtLeast(copies.length, 1, email)
        const ids = new Set(copies.map((raw) => /^Message-ID:\s+<(.+)>\r$/im.exec(raw)?.[1]))
        assert.lengthOf([...ids], 1, email)
        assert.isTrue([...ids][0]?.startsWith(`${commentId}.`), email)
        assert.lengthOf([...new Set(copies.map(withoutBoundary))], 1, `${email}: the same bytes`)
      }
      assert.strictEqual(yield* rowsWith("state = 'sent'"), comments.size)

      const { system } = yield* Database
      const told = yield* system<{ type: string; count: number; comments: number }>`
        SELECT type, count(*)::int AS count, count(DISTINCT payload::json #>> '{data,commentId}')::int AS comments
        FROM events WHERE type LIKE 'message.%' GROUP BY type`
      assert.deepStrictEqual(told, [{ type: "message.sent", count: comments.size, comments: comments.size }])
    }).pipe(Effect.provide(on(url)))
  }).pipe(Effect.scoped)
)

/** The boundary between the parts is new for each attempt. */
const withoutBoundary = (raw: string) => {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
  return boundary === undefined ? raw : raw.replaceAll(boundary, "b")
}

import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { createTransport } from "nodemailer"
import { localServer } from "../support/localServer.ts"
import {
  type Facts,
  hostedInstallation,
  installation,
  migratedInstallation,
  type RunningServer,
  start
} from "../support/RunningServer.ts"

/** Number of tickets in the brand, by title. */
const titles = ({ apiUrl, brandId, liveKey }: Facts) =>
  Effect.promise(async () => {
    const found = new Map<string, number>()
    let cursor: string | null = ""
    while (cursor !== null) {
      const response: Response = await fetch(`${apiUrl}/v1/brands/${brandId}/tickets?limit=100&cursor=${cursor}`, {
        headers: { authorization: `Bearer ${liveKey}` }
      })
      const page = (await response.json()) as {
        readonly data: ReadonlyArray<{ readonly title: string }>
        readonly pagination: { readonly nextCursor: string | null }
      }
      for (const { title } of page.data) found.set(title, (found.get(title) ?? 0) + 1)
      cursor = page.pagination.nextCursor
    }
    return found
  })

/** Opens a ticket with a key of its own; returns the status. */
const post = async ({ apiUrl, brandId, liveKey }: Facts, title: string) => {
  const response = await fetch(`${apiUrl}/v1/brands/${brandId}/tickets`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${liveKey}`,
      "content-type": "application/json",
      "idempotency-key": title.replaceAll(" ", "-")
    },
    body: JSON.stringify({ title, customerEmail: "ada@example.com" })
  })
  await response.arrayBuffer()
  return response.status
}

/** Posts and mails a hundred tickets at once and kills the server, with its child processes, in the middle. */
const stormAndKill = ({ facts, process, stop }: RunningServer, round: number) =>
  Effect.promise(async () => {
    const acknowledged = new Set<string>()
    const sent: Array<string> = []
    const posted = async (title: string) => {
      if ((await post(facts, title)) === 201) acknowledged.add(title)
    }
    const mail = async (title: string) => {
      const transport = createTransport({
        host: facts.smtpHost,
        port: facts.smtpPort,
        ignoreTLS: true,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000
      })
      await transport.sendMail({ from: "ada@example.com", to: facts.supportAddress, subject: title, text: "late" })
      acknowledged.add(title)
    }
    const work = Array.from({ length: 100 }, (_, n) => {
      const title = `${n % 2 === 0 ? "post" : "mail"} ${round}-${n}`
      sent.push(title)
      return (n % 2 === 0 ? posted(title) : mail(title)).catch(() => undefined)
    })
    while (acknowledged.size < 20) await sleep(5)
    process.kill("SIGKILL")
    await stop("SIGKILL")
    await Promise.all(work)
    return { acknowledged, sent }
  })

it.live(
  "kill -9 in the middle of a hundred mails and posts loses none that was acknowledged, and duplicates none that is retried",
  () =>
    Effect.gen(function* () {
      const folder = yield* migratedInstallation
      const all = { acknowledged: new Set<string>(), sent: new Set<string>() }
      for (const round of [1, 2, 3]) {
        const { acknowledged, sent } = yield* stormAndKill(yield* start(folder), round)
        for (const title of acknowledged) all.acknowledged.add(title)
        for (const title of sent) all.sent.add(title)
        assert.isAbove(acknowledged.size, 19)
      }
      const { facts } = yield* start(folder)
      // Clients without a response retry: their key is not blocked by a server that is gone.
      const unanswered = [...all.sent].filter((title) => title.startsWith("post") && !all.acknowledged.has(title))
      for (const title of unanswered) {
        assert.strictEqual(yield* Effect.promise(() => post(facts, title)), 201, title)
        all.acknowledged.add(title)
      }
      const found = yield* titles(facts)
      for (const title of all.acknowledged) assert.strictEqual(found.get(title), 1, title)
      for (const [title, times] of found) assert.isTrue(all.sent.has(title) && times === 1, `${title}: ${times}`)
    }).pipe(Effect.scoped)
)

it.live(
  "prints commands that create tickets, keeps its account and keys in later starts, and stops on one signal",
  () =>
    Effect.gen(function* () {
      const folder = yield* installation
      const first = yield* start(folder)
      const { apiUrl, brandId, liveKey, smtpHost, smtpPort } = first.facts
      assert.include(first.printed(), liveKey)
      // Commands to paste as they are.
      assert.include(first.printed(), `curl -s ${apiUrl}/v1/brands/${brandId}/tickets`)
      assert.include(first.printed(), `smtp://${smtpHost}:${smtpPort}`)
      assert.strictEqual(JSON.parse(readFileSync(join(folder.dataDir, "credentials.json"), "utf8")).liveKey, liveKey)
      assert.strictEqual(statSync(join(folder.dataDir, "credentials.json")).mode & 0o777, 0o600)
      assert.strictEqual(yield* Effect.promise(() => first.stop("SIGINT")), 0)
      assert.isFalse(existsSync(join(folder.dataDir, "postgres", "postmaster.pid")))

      const second = yield* start(folder)
      const { apiUrl: _, smtpPort: __, ...same } = second.facts
      const { apiUrl: ___, smtpPort: ____, ...before } = first.facts
      const ofThisStart = { adminUrl: "", signInUrl: "" }
      assert.deepStrictEqual({ ...same, ...ofThisStart }, { ...before, ...ofThisStart })
      assert.include(second.printed(), liveKey)
    }).pipe(Effect.scoped)
)

it.live("keeps the keys of a folder's own database when another database is tried from there", () =>
  Effect.gen(function* () {
    const folder = yield* migratedInstallation
    const own = yield* start(folder)
    yield* Effect.promise(() => own.stop("SIGTERM"))
    const other = yield* hostedInstallation
    yield* start(other)

    const trial = yield* start(folder, other.settings)
    // Its last lines are written as it ends.
    yield* Effect.promise(() => trial.stop("SIGTERM"))
    assert.include(trial.printed(), "belongs to another database, and its keys do not work here")
    assert.notInclude(trial.printed(), own.facts.liveKey)
    const back = yield* start(folder)
    assert.strictEqual(back.facts.liveKey, own.facts.liveKey)
    assert.strictEqual(yield* Effect.promise(() => post(back.facts, "Still here")), 201)
  })
)

it.live("logs everything as lines of JSON when these are collected, and nothing that would let their readers in", () =>
  Effect.gen(function* () {
    const folder = yield* hostedInstallation
    const { facts, printed, stop } = yield* start(folder, { LOG_FORMAT: "json" })
    yield* Effect.promise(() => stop("SIGTERM"))
    const said = printed()
    const messages = said
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).message)
    assert.includeMembers(messages, ["Trunkline is running", "Stopping. Press Ctrl-C again to stop at once."])
    const { signInUrl } = JSON.parse(readFileSync(join(folder.dataDir, "credentials.json"), "utf8"))
    for (const secret of [facts.liveKey, facts.testKey, new URL(signInUrl).searchParams.get("token") ?? ""]) {
      assert.isNotEmpty(secret)
      assert.notInclude(said, secret)
    }
  }).pipe(Effect.scoped)
)

it.live("reports a port in use with one sentence that names its setting", () =>
  Effect.gen(function* () {
    const port = new URL(yield* localServer(() => {})).port
    const folder = yield* migratedInstallation
    const failure = yield* Effect.flip(
      Effect.catchDefect(Effect.andThen(start(folder, { PORT: port }), Effect.void), (defect) =>
        Effect.fail(String(defect))
      )
    )
    assert.include(failure, `Port ${port} on 127.0.0.1 is already in use`)
    assert.include(failure, "set PORT to another port")
    assert.notInclude(failure, "    at ")
  }).pipe(Effect.scoped)
)

import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { freePort } from "../../src/runtime/freePort.ts"
import * as MailNews from "../../src/tickets/outbound/MailNews.ts"
import { channelOf } from "../support/customChannel.ts"
import { customSender } from "../support/customServices.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { inTurn, startReceiver } from "../support/Receiver.ts"
import { until } from "../support/until.ts"

const root = join(import.meta.dirname, "..", "..")

/** A program that runs until the scope closes, once it has reported that it listens. */
const started = (file: string, env: Record<string, string>) =>
  Effect.acquireRelease(
    Effect.callback<ChildProcess>((resume) => {
      const child = spawn(process.execPath, [join(root, file)], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "inherit"]
      })
      child.stdout?.once("data", () => resume(Effect.succeed(child)))
    }),
    (child) => Effect.sync(() => void child.kill("SIGKILL"))
  )

/** A program's output and exit code. */
const ran = (file: string, args: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number | null; readonly said: string }>((resume) => {
    const flags = ["--disable-warning=ExperimentalWarning", join(root, file), ...args]
    const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] })
    let said = ""
    child.stdout.on("data", (chunk) => {
      said += String(chunk)
    })
    child.on("close", (code) => resume(Effect.succeed({ code, said })))
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

const example = "examples/custom-channel/channel.mjs"
const check = "scripts/channel/check.ts"

layer(site({ channels: customSender }).pipe(Layer.provideMerge(MailNews.layer)), { excludeTestServices: true })(
  "A developer who builds a channel",
  (it) => {
    it.effect("runs the example: a visitor's message is a ticket, and its answer is on the page, delivered", () =>
      Effect.gen(function* () {
        const { ask, port } = yield* HttpSite
        const chat = yield* freePort("127.0.0.1")
        const { brand, id, secret } = yield* channelOf({ callbackUrl: `http://127.0.0.1:${chat}/callback` })
        yield* started(example, {
          TRUNKLINE_URL: `http://127.0.0.1:${port}`,
          CHANNEL_ID: id,
          CHANNEL_SECRET: secret,
          PORT: String(chat)
        })
        const thread = crypto.randomUUID()
        const visit = (form?: string) =>
          Effect.promise(async () => {
            const page = await fetch(`http://127.0.0.1:${chat}/${form === undefined ? "" : "say"}`, {
              method: form === undefined ? "GET" : "POST",
              redirect: "manual",
              headers: { cookie: `thread=${thread}` },
              ...(form === undefined ? {} : { body: new URLSearchParams({ text: form }) })
            })
            return page.text()
          })
        yield* visit("Do you ship to <Lisbon>?")
        const tickets = Effect.map(ask("GET", `${brand}/tickets?search=Lisbon`), ({ json }) => json.data)
        const [ticket] = yield* until(tickets, (found) => found.length === 1)
        assert.strictEqual(ticket.title, "Do you ship to <Lisbon>?")
        const { json } = yield* ask("POST", `${brand}/tickets/${ticket.id}/comments`, {
          body: { body: "Yes & gladly." }
        })
        const shown = yield* until(visit(), (page) => page.includes("gladly"))
        assert.include(shown, "Yes &#38; gladly.")
        assert.include(shown, "Do you ship to &#60;Lisbon&#62;?")
        const comment = ask("GET", `${brand}/tickets/${ticket.id}/comments/${json.id}`)
        yield* until(comment, (one) => one.json.deliveries[0].status === "delivered")
        yield* ask("PATCH", `${brand}/tickets/${ticket.id}/comments/${json.id}`, { body: { body: "By ship, too." } })
        assert.notInclude(yield* until(visit(), (page) => page.includes("By ship, too.")), "gladly")
        const tested = yield* ask("POST", `${brand}/channels/custom/${id}/test`)
        assert.strictEqual(tested.json.success, true, tested.text)
        yield* visit("And to Porto?")
        const comments = Effect.map(ask("GET", `${brand}/tickets/${ticket.id}/comments`), ({ json }) => json)
        yield* until(comments, (all) => all.length === 2)
      }).pipe(Effect.scoped)
    )

    it.effect("learns from the example to post a conversation in order, whatever is not accepted at first", () =>
      Effect.gen(function* () {
        const busy = yield* startReceiver(inTurn({ status: 503, headers: { "retry-after": "1" } }, { status: 201 }))
        const chat = yield* freePort("127.0.0.1")
        yield* started(example, { TRUNKLINE_URL: `http://127.0.0.1:${busy.port}`, PORT: String(chat) })
        const cookie = `thread=${crypto.randomUUID()}`
        for (const text of ["First", "Second"])
          yield* Effect.promise(() =>
            fetch(`http://127.0.0.1:${chat}/say`, {
              method: "POST",
              redirect: "manual",
              headers: { cookie },
              body: new URLSearchParams({ text })
            })
          )
        const posted = (yield* busy.first(3)).map(({ body }) => JSON.parse(body))
        assert.deepStrictEqual(
          posted.map(({ text }) => text),
          ["First", "First", "Second"]
        )
        assert.strictEqual(posted[0].externalId, posted[1].externalId)
      }).pipe(Effect.scoped)
    )

    it.effect("learns from the check that the example keeps the contract, including receipts and posts", () =>
      Effect.gen(function* () {
        const [chat, fake] = [yield* freePort("127.0.0.1"), yield* freePort("127.0.0.1")]
        const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`
        yield* started(example, {
          TRUNKLINE_URL: `http://127.0.0.1:${fake}`,
          CHANNEL_ID: "chn_01m893khb3f5bbmdqn6zazb1ra",
          CHANNEL_SECRET: secret,
          PORT: String(chat)
        })
        // A visitor writes while the server is not running yet.
        yield* Effect.promise(() =>
          fetch(`http://127.0.0.1:${chat}/say`, {
            method: "POST",
            redirect: "manual",
            body: new URLSearchParams({ text: "Hello" })
          })
        )
        const url = `http://127.0.0.1:${chat}/callback`
        const { code, said } = yield* ran(check, [url, "--secret", secret, "--listen", String(fake), "--wait", "60"])
        assert.strictEqual(code, 0, said)
        assert.include(said, "ok     retries a receipt that was answered with 503")
        assert.include(said, "ok     retries a message that was answered with 503, with the same externalId")
        assert.include(said, "The channel keeps the contract.")
      }).pipe(Effect.scoped)
    )

    it.effect("learns from the check what a channel that trusts everyone forgets", () =>
      Effect.gen(function* () {
        const careless = yield* startReceiver((_, index) => ({
          status: 200,
          body: JSON.stringify({ externalId: `m${index}` })
        }))
        const { code, said } = yield* ran(check, [careless.url, "--secret", "whatever it is"])
        assert.strictEqual(code, 1)
        const broken = said.split("\n").filter((line) => line.startsWith("BROKEN"))
        assert.deepStrictEqual(
          broken.map((line) => line.slice("BROKEN ".length).split(":")[0]),
          [
            "names the message in its response, identically each time",
            "rejects an unsigned message",
            "rejects a signature made with another secret",
            "rejects an altered body",
            "rejects a timestamp ten minutes in the past",
            "rejects a timestamp ten minutes in the future"
          ]
        )
        const nobody = yield* ran(check, [`http://127.0.0.1:${yield* freePort("127.0.0.1")}/callback`, "--secret", "s"])
        assert.strictEqual(nobody.code, 1)
        assert.match(
          nobody.said,
          /^BROKEN accepts a signed message with 2xx: it could not be reached \(ECONNREFUSED\)\n\nBroken: 1 of 1\./
        )
        const { port } = yield* HttpSite
        for (const [args, words] of [
          [[], "The callback URL is missing"],
          [[careless.url], "--secret is missing"],
          [[careless.url, "--secrets", "s"], "Unknown option '--secrets'"],
          [[careless.url, "--secret", "s", "--listen", "x"], "--listen must be a port"],
          [[careless.url, "--secret", "s", "--wait", "long"], "--wait must be seconds"],
          [[careless.url, "--secret", "s", "--listen", `${port}`], "The port in --listen is already in use"]
        ] as const) {
          const mistaken = yield* ran(check, args)
          assert.strictEqual(mistaken.code, 2, mistaken.said)
          assert.include(mistaken.said, words)
        }
      }).pipe(Effect.scoped)
    )
  }
)

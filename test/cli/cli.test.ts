import { execFile } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join, resolve } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Trunkline } from "../../sdk/src/index.ts"
import { verify } from "../../sdk/src/webhooks.ts"
import { hostedInstallation, installation, start } from "../support/RunningServer.ts"
import { untilHolds } from "../support/until.ts"

interface Ended {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** The command line as a user runs it, with the data folder of a server. */
const cliIn =
  (dataDir: string, more: Readonly<Record<string, string>> = {}, cwd = ".") =>
  (...args: ReadonlyArray<string>): Effect.Effect<Ended> =>
    Effect.callback((resume) => {
      const child = execFile(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", resolve("dist/cli.mjs"), ...args],
        { cwd, env: { PATH: process.env["PATH"], DATA_DIR: dataDir, NO_COLOR: "1", ...more } },
        (error, out, errors) => resume(Effect.succeed({ code: Number(error?.code ?? 0), out, error: errors }))
      )
      return Effect.sync(() => void child.kill("SIGINT"))
    })

it.live("The command line creates, lists, shows and answers tickets, and reports errors", () =>
  Effect.gen(function* () {
    const folder = yield* hostedInstallation
    const { facts } = yield* start(folder)
    const cli = cliIn(folder.dataDir)

    const made = yield* cli("tickets", "create", "Late order", "--customer", "ines@north.example", "--json")
    const { id, publicId } = JSON.parse(made.out)
    const listed = yield* cli("tickets", "list")
    assert.include(listed.out, publicId)
    assert.deepInclude(yield* cli("tickets", "reply", publicId, "On its way", "--status", "pending"), {
      code: 0,
      out: "Reply added.\n"
    })
    const shown = yield* cli("tickets", "show", id, "--json")
    assert.deepInclude(JSON.parse(shown.out), { id, status: "pending" })
    assert.strictEqual(JSON.parse(shown.out).comments[0].body, "On its way")
    yield* cli("tickets", "reply", id, "\u001b]0;owned\u0007Read this\u001b[2J", "--internal")
    const told = (yield* cli("tickets", "show", id)).out
    assert.include(told, "internal\nRead this\n")
    assert.notInclude(told, "\u001b")

    // A ticket is found by its number, even when marked as spam, and among many others that mention it.
    const client = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.liveKey })
    yield* Effect.promise(async () => {
      await client.tickets.update(facts.brandId, id, { isSpam: true })
      for (let mention = 0; mention < 26; mention++)
        await client.tickets.create({
          brandId: facts.brandId,
          title: `As ${publicId}`,
          customerEmail: "kim@east.example"
        })
    })
    assert.strictEqual(JSON.parse((yield* cli("tickets", "show", publicId.toLowerCase(), "--json")).out).id, id)

    const mistyped = yield* cli("tickets", "list", "--limt", "3")
    assert.deepInclude(mistyped, { code: 1, out: "" })
    assert.include(mistyped.error, "--limit")

    const refused = yield* cli("tickets", "create", "No address", "--customer", "nobody")
    assert.deepInclude(refused, { code: 1, out: "" })
    assert.match(refused.error, /^customerEmail .* \(req_\w+\)\n$/)
    const unknown = yield* cli("--brand", "nope", "tickets", "list")
    assert.strictEqual(unknown.error, `There is no brand "nope". The brands are ${facts.brandSlug}.\n`)
    const nothing = yield* cli("--brand", "br_nope", "export", "never made")
    assert.deepInclude(nothing, { code: 1, out: "" })
    assert.strictEqual(nothing.error, `There is no brand "br_nope". The brands are ${facts.brandSlug}.\n`)

    const nowhere = yield* cli("--url", "nonsense", "brands")
    assert.strictEqual(nowhere.error, `The server's address is "nonsense", but must be like https://desk.example.\n`)
    const torn = yield* cli("--key", "sk_live_…", "brands")
    assert.match(torn.error, /^The key contains characters that no key has: copy all of it/)
    const misled = yield* cli("listen", "--forward", "nonsense")
    assert.deepInclude(misled, { code: 1, out: "" })
    assert.match(misled.error, /^--forward is "nonsense", but must be like http:.*\n$/)
    const notWritten = yield* cli("export", "README.md")
    assert.deepInclude(notWritten, { code: 1, out: "", error: "ENOTDIR: not a directory, mkdir 'README.md/files'\n" })

    const key = JSON.parse((yield* cli("keys", "create", "billing", "--json")).out)
    assert.include((yield* cli("--key", key.key, "--url", facts.apiUrl, "brands")).out, facts.brandId)
    for (const way of [
      ["--brand", facts.brandSlug],
      ["--for-brand", facts.brandSlug]
    ])
      assert.deepInclude(JSON.parse((yield* cli("keys", "create", "of one", ...way, "--json")).out), {
        allBrands: false,
        brandIds: [facts.brandId]
      })
    assert.deepInclude(yield* cli("keys", "create", "of none", "--brand", "nope"), { code: 1, out: "" })
    // An empty variable counts as unset, and commands that simulate things in test data do not touch live data.
    const unset = cliIn(folder.dataDir, { TRUNKLINE_API_KEY: "", TRUNKLINE_URL: " " })
    assert.include((yield* unset("brands")).out, facts.brandId)
    const named = cliIn(folder.dataDir, { TRUNKLINE_API_KEY: facts.liveKey })
    for (const args of [
      ["trigger", "ticket.created"],
      ["--test", "tickets", "create", "A", "--customer", "a@b.example"]
    ])
      assert.deepStrictEqual(yield* named(...args), {
        code: 1,
        out: "",
        error:
          "This needs a test key, and the key is a live key: specify a test key (sk_test_…) with --key or TRUNKLINE_API_KEY.\n"
      })
    assert.match((yield* named("--test", "keys", "create", "trying")).out, /^sk_test_/)
    yield* cli("keys", "revoke", key.id)
    assert.deepInclude(yield* cli("--key", key.key, "brands"), { code: 1 })
  }).pipe(Effect.scoped)
)

it.live("The command line simulates a mail, triggers events, and forwards them signed", () =>
  Effect.gen(function* () {
    const folder = yield* hostedInstallation
    const { facts } = yield* start(folder)
    const cli = cliIn(folder.dataDir)
    const secret = "a secret of one's own"
    const heard: Array<string> = []
    const receiver = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(async (request, response) => {
          const chunks: Array<Buffer> = []
          for await (const chunk of request) chunks.push(chunk)
          heard.push((await verify(Buffer.concat(chunks), request.headers, secret)).type)
          response.writeHead(204).end()
        }).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    )
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    const chat = yield* cli("inbound", "chat", "--text", "Hello from a chat", "--json")
    assert.strictEqual(JSON.parse(chat.out).inbound.outcome, "ticket_created")
    const mail = yield* cli("inbound", "email", "--text", "Hello there", "--json")
    assert.strictEqual(JSON.parse(mail.out).inbound.outcome, "ticket_created")
    const bounced = yield* cli("trigger", "message.bounced", "--json")
    const { id, type } = JSON.parse(bounced.out)
    assert.strictEqual(type, "message.bounced")

    for (const [option, value] of [
      ["--events", "tickets.*"],
      ["--after", "evt_unknown"]
    ] as const) {
      const refused = yield* cli("listen", "--test", option, value)
      assert.match(refused.error, new RegExp(`^${option} must be `, "m"))
    }

    // Starts from an existing event: whatever has happened since arrives at once.
    const listening = yield* Effect.forkChild(
      cli(
        "--brand",
        facts.brandSlug,
        "listen",
        "--test",
        "--forward",
        url,
        "--secret",
        secret,
        "--events",
        "ticket.*,comment.*",
        "--after",
        id
      )
    )
    yield* cli("trigger", "comment.updated")
    yield* untilHolds(() => heard.includes("comment.updated"))
    assert.includeMembers(heard, ["ticket.created", "comment.created", "comment.updated"])
    listening.interruptUnsafe()
  }).pipe(Effect.scoped)
)

it.live("The command line says how to reach a server when it knows none", () =>
  Effect.gen(function* () {
    const { dataDir } = yield* installation
    const ended = yield* cliIn(dataDir)("brands")
    assert.strictEqual(ended.code, 1)
    assert.match(ended.error, /^No server found: start one here with npm start, or specify one with --url and --key/)
  }).pipe(Effect.scoped)
)

it.live("The command line finds the data folder that .env names, also as Windows writes it", () =>
  Effect.gen(function* () {
    const { dataDir } = yield* installation
    mkdirSync(dataDir, { recursive: true })
    const written = { apiUrl: "http://127.0.0.1:1", liveKey: "sk_live_1", brandId: "br_1" }
    writeFileSync(join(dataDir, "credentials.json"), JSON.stringify(written))
    for (const encoding of ["utf8", "utf16le"] as const) {
      writeFileSync(join(dataDir, ".env"), "\uFEFFDATA_DIR=.\r\nPORT=3001\r\n", encoding)
      assert.include((yield* cliIn("", {}, dataDir)("tickets", "list")).error, written.apiUrl, encoding)
    }
  }).pipe(Effect.scoped)
)

it.live("The command line refuses a text that it would read as options, such as -h for help", () =>
  Effect.gen(function* () {
    const cli = cliIn("nowhere")
    for (const args of [
      ["tickets", "reply", "MB-1", "- One thing"],
      ["tickets", "create", "Late", "--customer", "ines@north.example", "--body", "-One thing"]
    ]) {
      const refused = yield* cli(...args)
      assert.deepInclude(refused, { code: 1, out: "" })
      assert.include(
        refused.error,
        `${JSON.stringify(args.at(-1))} looks like an option, because it begins with a dash.`
      )
    }
    const key = ["--url", "http://127.0.0.1:1", "--key", "sk_live_1", "--brand", "br_1"]
    for (const args of [
      ["create", "--customer", "ines@north.example", "--body=- One thing", "--", "- One more"],
      ["list", "--limit", "-5"]
    ])
      assert.include((yield* cli(...key, "tickets", ...args)).error, "got no response")
    assert.deepInclude(yield* cli("-h"), { code: 0, error: "" })
  }).pipe(Effect.scoped)
)

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Stream } from "effect"
import { type Ticket, Trunkline } from "../../sdk/src/index.ts"
import { append, bytesOf, linesOf, resume } from "../../src/cli/transfer/ExportFile.ts"
import { bar } from "../../src/cli/transfer/Progress.ts"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"

const scratch = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "trunkline export "))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** One server for all tests, each with a brand of its own. */
class Desk extends Context.Service<Desk, { readonly dataDir: string; readonly facts: Facts }>()("transfer/Desk") {}
const desk = Layer.effect(
  Desk,
  Effect.gen(function* () {
    const folder = yield* hostedInstallation
    const { facts } = yield* start(folder)
    return { dataDir: folder.dataDir, facts }
  })
)

/** The command line, which may be killed while it works. */
const cliIn = (dataDir: string, ...args: ReadonlyArray<string>): ChildProcess =>
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "dist/cli.mjs", ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, NO_COLOR: "1" }
  })

const ended = (child: ChildProcess) =>
  new Promise<{ readonly code: number | null; readonly out: string; readonly error: string }>((resolve) => {
    const said = { out: "", error: "" }
    child.stdout?.on("data", (data) => (said.out += data))
    child.stderr?.on("data", (data) => (said.error += data))
    child.once("exit", (code) => resolve({ code, ...said }))
  })

/** Kills a command once something has happened, or lets it end. */
const killedWhen = async (child: ChildProcess, happened: () => boolean | Promise<boolean>) => {
  const over = ended(child)
  while (child.exitCode === null && !(await happened())) await sleep(5)
  child.kill("SIGKILL")
  await over
}

/** Tickets of many kinds, more than a page of an export holds. */
const furnish = async (client: Trunkline, brandId: string) => {
  await client.companies.create(brandId, { name: "North", domain: "north.example" })
  const category = await client.categories.create(brandId, { name: "Billing", color: "#112233" })
  await client.statuses.create(brandId, { name: "Waiting", category: "pending", key: "waiting" })
  await client.fields.create(brandId, "ticket", { key: "order", label: "Order", type: "text" })
  await client.tags.create(brandId, { name: "parcel", color: "#445566" })
  await client.customers.create(brandId, { email: "ines@north.example", name: "Ines", notifyEmail: true })
  for (let number = 0; number < 24; number++)
    await client.tickets.create({ brandId, title: `Ticket ${number}`, customerEmail: `c${number % 5}@south.example` })
  const rich = await client.tickets.create({
    brandId,
    title: "Late order",
    body: "Where is it?",
    customerEmail: "ines@north.example",
    customFields: { order: "R-77" },
    tags: ["parcel"],
    categoryId: category.id
  })
  const file = await client.attachments.send(brandId, { filename: "label.txt", content: new Blob(["North Ltd"]) })
  const asked = await client.comments.create(brandId, rich.id, { body: "And now?", authorType: "CUSTOMER" })
  await client.comments.create(brandId, rich.id, { body: "Look", parentId: asked.id, attachmentIds: [file.id] })
  await client.comments.create(brandId, rich.id, { body: "Ask Tom", visibility: "internal" })
  await client.attachments.send(brandId, { ticketId: rich.id, filename: "b.txt", content: new Blob(["bb"]) })
  await client.tickets.update(brandId, rich.id, { status: "waiting", priority: "high" })
  const spam = await client.tickets.create({ brandId, title: "Buy", customerEmail: "x@spam.example" })
  await client.tickets.markSpam(brandId, spam.id, { isSpam: true })
  const closed = await client.tickets.create({ brandId, title: "Old", customerEmail: "o@north.example" })
  await client.tickets.update(brandId, closed.id, { status: "closed", closeReason: "no_response" })
  const gone = await client.tickets.create({ brandId, title: "Gone", customerEmail: "o@north.example" })
  await client.tickets.delete(brandId, gone.id)
}

/** The parts of a ticket that are the same in every brand. */
const contents = async (client: Trunkline, brandId: string) => {
  const all = []
  for await (const { id } of client.tickets.list(brandId, { isSpam: "all", limit: 100 })) {
    const ticket: Ticket = await client.tickets.get(brandId, id)
    const comments = await client.comments.list(brandId, id)
    const files = await client.attachments.list(brandId, id)
    const texts = await Promise.all(
      files.map(async (file) => {
        const text = await (await client.attachments.download(brandId, id, file.id)).text()
        const of = comments.find((comment) => comment.id === file.commentId)
        return `${file.filename} ${text} ${of?.body ?? ""}`
      })
    )
    all.push({
      title: ticket.title,
      body: ticket.body,
      customer: ticket.customerEmail,
      createdAt: ticket.createdAt,
      customFields: ticket.customFields,
      status: ticket.status,
      closeReason: ticket.closeReason,
      priority: ticket.priority,
      isSpam: ticket.isSpam,
      category: ticket.category?.name,
      tags: ticket.tags.map(({ color, name }) => `${name} ${color}`),
      comments: comments.map(
        ({ authorType, body, parentId, visibility }) =>
          `${authorType} ${visibility} ${body} ${comments.find(({ id }) => id === parentId)?.body ?? ""}`
      ),
      written: comments.map(({ createdAt }) => createdAt),
      files: texts.toSorted()
    })
  }
  return all.toSorted((one, other) => one.title.localeCompare(other.title))
}

layer(desk, { excludeTestServices: true })("Export and import", (it) => {
  it.effect("A brand is exported and recreated in another one, each thing once, whenever the command was killed", () =>
    Effect.gen(function* () {
      const { dataDir, facts } = yield* Desk
      const out = yield* scratch
      const client = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.liveKey })
      const cli = (...args: ReadonlyArray<string>) => cliIn(dataDir, ...args)
      yield* Effect.promise(async () => {
        await furnish(client, facts.brandId)
        const file = join(out, `${facts.brandSlug}.jsonl`)
        const state = `${file}.state`
        await killedWhen(
          cli("export", out),
          () => existsSync(state) && readFileSync(state, "utf8").includes('"ticket"')
        )
        const exported = await ended(cli("export", out))
        assert.deepStrictEqual([exported.code, exported.error], [0, ""])
        const lines = readFileSync(file, "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as { readonly type: string; readonly data: { readonly id: string } })
        const tickets = lines.filter(({ type }) => type === "ticket").map(({ data }) => data.id)
        assert.lengthOf(new Set(tickets), 27)
        assert.lengthOf(tickets, 27, "each once, and none that was deleted")
        for (const { data, type } of lines)
          if (type === "attachment") assert.include(["North Ltd", "bb"], readFileSync(bytesOf(file, data.id), "utf8"))
        assert.include((await ended(cli("export", out))).out, "is already complete")

        const before = await contents(client, facts.brandId)
        const back = await ended(cli("--brand", facts.brandSlug, "import", file, "--json"))
        assert.deepInclude(JSON.parse(back.out), { tickets: 27, before: 27, refused: [] }, back.error)
        assert.deepStrictEqual(await contents(client, facts.brandId), before, "what never left is not made again")

        const target = await client.brands.create({ name: "New desk" })
        const progress = async () =>
          (await client.tickets.list(target.id, { isSpam: "all", limit: 10 })).data.length > 4
        await killedWhen(cli("--brand", "new-desk", "import", file), progress)
        const imported = await ended(cli("--brand", "new-desk", "import", file, "--json"))
        assert.strictEqual(imported.code, 0, imported.error)
        assert.strictEqual(JSON.parse(imported.out).tickets, 27)
        assert.deepStrictEqual(await contents(client, target.id), await contents(client, facts.brandId))
        const customers = (await client.customers.list(target.id, { search: "ines@" })).data
        assert.deepInclude(customers[0], { name: "Ines", notifyEmail: true })
        for await (const { id, metadata } of client.tickets.list(target.id, { isSpam: "all" })) {
          const imported = metadata?.["imported"] as { readonly id: string } | undefined
          assert.include(tickets, imported?.id)
          assert.deepStrictEqual(await client.messages.list(target.id, id), [], "nobody is written to")
        }

        const again = await ended(cli("--brand", "new-desk", "import", file))
        assert.include(again.out, "27 tickets")
        assert.include(again.out, "27 of them were already there")
        const numbers: Array<number> = []
        for await (const { ticketNumber } of client.tickets.list(target.id, { isSpam: "all", order: "asc" }))
          numbers.push(ticketNumber)
        assert.deepStrictEqual(
          numbers,
          numbers.toSorted((one, other) => one - other),
          "numbered as they stand in the file"
        )
        const { spam, total } = await client.tickets.stats({ brandIds: [target.id] })
        assert.deepStrictEqual([total, spam], [26, 1])
      })
    }).pipe(Effect.scoped)
  )

  it.effect("Mail and text messages are recreated too: without text or an address, with many files or empty ones", () =>
    Effect.gen(function* () {
      const { dataDir, facts } = yield* Desk
      const out = yield* scratch
      const client = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.testKey })
      const brandId = facts.testBrandId
      const cli = (...args: ReadonlyArray<string>) => cliIn(dataDir, "--test", ...args)
      const file = (name: string, text: string) => ({
        filename: name,
        contentType: "text/plain",
        content: Buffer.from(text).toString("base64")
      })
      yield* Effect.promise(async () => {
        const mail = { brandId, from: "Ada <ada@south.example>", subject: "Pictures" }
        const { ticketId = "" } = await client.testMode.receiveEmail({
          ...mail,
          text: "Look",
          messageId: "<1@south.example>"
        })
        const many = Array.from({ length: 22 }, (_, number) => file(`${number}.txt`, `${number}`))
        const attachments = [...many, file("empty.txt", "")]
        await client.testMode.receiveEmail({ ...mail, text: "", inReplyTo: "<1@south.example>", attachments })
        const user = { id: "U0UNA", name: "Una" }
        for (const text of ["By chat", "\u200b"]) await client.testMode.receiveChat({ brandId, user, text })
        const forgotten = await client.testMode.receiveChat({ brandId, user: { id: "U0BOB" }, text: "Forget me" })
        const { customerId } = await client.tickets.get(brandId, forgotten.ticketId ?? "")
        await client.customers.erase(brandId, customerId, { confirm: true })
        // Their text is erased after the response.
        while ((await client.tickets.get(brandId, forgotten.ticketId ?? "")).title !== "[erased]") await sleep(20)
        const phone = "+15550101"
        const caller = await client.customers.create(brandId, { phone, name: "Kim" })
        await client.tickets.create({ brandId, title: "By phone", customerId: caller.id })
        assert.strictEqual((await client.comments.list(brandId, ticketId))[0]?.attachments.length, 23)

        const exported = await ended(cli("export", out))
        assert.strictEqual(exported.code, 0, exported.error)
        const target = await client.brands.create({ name: "Elsewhere" })
        const holds = join(out, `${(await client.brands.get(brandId)).slug}.jsonl`)
        for (const known of [0, 4]) {
          const imported = await ended(cli("--brand", "elsewhere", "import", holds, "--json"))
          assert.deepInclude(JSON.parse(imported.out), { tickets: 4, before: known, refused: [] }, imported.error)
          const made = await contents(client, target.id)
          assert.deepStrictEqual(
            made.map(({ comments, files, title }) => [title, comments, files.length]),
            [
              ["[erased]", [], 0],
              ["By chat", ["CUSTOMER public (no text) "], 0],
              ["By phone", [], 0],
              ["Pictures", ["CUSTOMER public (no text) "], 22]
            ]
          )
          assert.include(made[3]?.files ?? [], "21.txt 21 (no text)")
        }
        const customers = (await client.customers.list(target.id)).data
        assert.lengthOf(customers, 4, "and nobody twice")
        assert.deepInclude(customers.find((one) => one.phone === phone) ?? {}, {
          name: "Kim",
          emailIsPlaceholder: true
        })

        const lines = readFileSync(holds, "utf8")
          .replace('"title":"By phone"', '"title":""')
          .replaceAll("tkt_", "tkt_x")
        writeFileSync(holds, lines)
        const refused = await ended(cli("--brand", "elsewhere", "import", holds))
        assert.strictEqual(refused.code, 1)
        assert.include(refused.out, "3 tickets are in")
        assert.match(refused.error, /^The server did not accept these:\n\S+ \(\): title must not be empty\n$/)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("Another desk's CSV is imported by the example, with its times, authors and statuses", () =>
    Effect.gen(function* () {
      const { dataDir, facts } = yield* Desk
      const out = yield* scratch
      const client = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.liveKey })
      const cli = (...args: ReadonlyArray<string>) => cliIn(dataDir, "--brand", "old-desk", ...args)
      yield* Effect.promise(async () => {
        const { id: brandId } = await client.brands.create({ name: "Old desk" })
        const example = "examples/from-another-desk"
        const lines = execFileSync(process.execPath, [join(example, "convert.mjs")], {
          input: readFileSync(join(example, "messages.csv"))
        })
        const file = join(out, "old-desk.jsonl")
        writeFileSync(file, lines)
        for (const before of [0, 2]) {
          const imported = await ended(cli("import", file, "--json"))
          assert.deepInclude(JSON.parse(imported.out), { tickets: 2, before, refused: [] }, imported.error)
        }
        const broken = join(out, "broken.jsonl")
        writeFileSync(
          broken,
          '{"type":"ticket","data":{"id":"old-desk-9","title":"Nobody\'s","createdAt":"2024-03-01"}}'
        )
        const refused = await ended(cli("import", broken))
        assert.include(refused.error, "old-desk-9 (Nobody's): customerEmail is required")
        const ahead =
          '{"type":"comment","data":{"id":"old-desk-1002-1","body":"Soon","createdAt":"2999-01-01T00:00:00Z"}}'
        const [ticketLine] = lines.toString().split("\n").slice(-2)
        writeFileSync(broken, `${ticketLine?.replaceAll("old-desk-1002", "old-desk-8")}\n${ahead}\n`)
        const unsaid = await ended(cli("import", broken))
        assert.include(
          unsaid.error,
          "old-desk-8 (Wrong invoice): comment old-desk-1002-1: imported.createdAt must be in the past"
        )
        writeFileSync(broken, readFileSync(broken, "utf8").replace("2999", "2024").replace("01-01", "06-01"))
        const mended = await ended(cli("import", broken, "--json"))
        assert.deepInclude(JSON.parse(mended.out), { tickets: 1, before: 0, refused: [] }, mended.error)
        await client.tickets.delete(
          brandId,
          (await client.tickets.list(brandId, { sourceId: "old-desk-8" })).data[0]?.id ?? ""
        )
        const [late, wrong] = await contents(client, brandId)
        assert.deepInclude(late, {
          title: "Late order",
          body: 'Where is it?\nI ordered the "large" one, in blue.',
          createdAt: "2024-03-01T09:00:00.000Z",
          status: "closed",
          priority: "high",
          comments: [
            "AGENT internal Ask the carrier. ",
            "AGENT public It is on its way, sorry. ",
            "CUSTOMER public It is here, thank you! "
          ],
          written: ["2024-03-01T09:30:00.000Z", "2024-03-01T10:00:00.000Z", "2024-03-02T08:00:00.000Z"]
        })
        assert.deepInclude(wrong, { createdAt: "2024-05-06T05:08:09.000Z", status: "open", isSpam: false })
        for await (const { id, customerName } of client.tickets.list(brandId, { search: "Late" })) {
          assert.strictEqual(customerName, "Ines Roth")
          assert.deepStrictEqual(
            (await client.comments.list(brandId, id)).map(({ authorName }) => authorName),
            ["Nina", "Nina", "Ines Roth"]
          )
          assert.deepStrictEqual(await client.messages.list(brandId, id), [], "nobody is written to")
        }
      })
    }).pipe(Effect.scoped)
  )

  it.effect("An import skips customers whose address the API rejects, and names them", () =>
    Effect.gen(function* () {
      const { dataDir, facts } = yield* Desk
      const out = yield* scratch
      const client = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.testKey })
      const cli = (...args: ReadonlyArray<string>) => cliIn(dataDir, "--test", ...args)
      yield* Effect.promise(async () => {
        const { id: brandId } = await client.brands.create({ name: "No domain" })
        await client.tickets.create({ brandId, title: "No domain", customerEmail: "aki@south.example" })
        await client.tickets.create({ brandId, title: "None", customerEmail: "ada@south.example" })
        const exported = await ended(cli("--brand", "no-domain", "export", out))
        assert.strictEqual(exported.code, 0, exported.error)
        const target = await client.brands.create({ name: "Another" })
        const holds = join(out, "no-domain.jsonl")
        writeFileSync(holds, readFileSync(holds, "utf8").replaceAll("aki@south.example", "aki@"))
        const imported = await ended(cli("--brand", "another", "import", holds, "--json"))
        const { refused, tickets } = JSON.parse(imported.out)
        assert.strictEqual(tickets, 1, imported.error)
        assert.lengthOf(refused, 2)
        assert.match(refused[0], /^aki@: email must be a plain email address/)
        assert.match(refused[1], /^\S+ \(No domain\): customerEmail must be a plain email address/)
        assert.deepStrictEqual(
          (await contents(client, target.id)).map(({ title }) => title),
          ["None"]
        )
      })
    }).pipe(Effect.scoped)
  )

  it.effect("An export has every text of a conversation in full, although a list has only the newest in full", () =>
    Effect.gen(function* () {
      const { dataDir, facts } = yield* Desk
      const out = yield* scratch
      const client = new Trunkline({ baseUrl: facts.apiUrl, apiKey: facts.liveKey })
      yield* Effect.promise(async () => {
        const { id: brandId } = await client.brands.create({ name: "Long" })
        const customerEmail = "ines@north.example"
        const { id } = await client.tickets.create({ brandId, title: "Long", customerEmail })
        const texts = Array.from({ length: 17 }, (_, number) => `${number} `.padEnd(2 ** 20, "x"))
        for (const body of texts) await client.comments.create(brandId, id, { body, visibility: "internal" })
        assert.isTrue((await client.comments.list(brandId, id))[0]?.bodyTruncated)
        assert.strictEqual((await ended(cliIn(dataDir, "--brand", "long", "export", out))).code, 0)
        const lines = await Effect.runPromise(Stream.runCollect(linesOf(join(out, "long.jsonl"))))
        const comments = lines.flatMap((line) => (line.type === "comment" ? [line.data] : []))
        assert.isTrue(comments.every(({ body }, number) => body === texts[number]))
        assert.lengthOf(comments, 17)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("An import says which line it cannot read, and what is missing, before it does anything", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* Desk
      const file = join(yield* scratch, "broken.jsonl")
      writeFileSync(file, '{"type":"brand","data":{}}\n{"type":"tick\n')
      const refused = yield* Effect.promise(() => ended(cliIn(dataDir, "import", file)))
      assert.deepStrictEqual(
        [refused.code, refused.error],
        [1, `${file}:2 is not a line of an export: it is not JSON.\n`]
      )
      for (const line of ["null", "7", "[]", '{"type":"ticket"}', '{"data":{}}']) {
        writeFileSync(file, `{"type":"brand","data":{}}\n${line}\n`)
        const strange = yield* Effect.promise(() => ended(cliIn(dataDir, "import", file)))
        const said = `${file}:2 is not a line of an export: it has no type, or no data.\n`
        assert.deepStrictEqual([strange.code, strange.error], [1, said])
      }
      const ticket = '{"type":"ticket","data":{"id":"old-1"}}'
      const comment = '{"type":"comment","data":{"id":"old-1-1"}}'
      const noId =
        'is not a line of an export: its data has no id, a string that identifies it, such as "old-desk-1001".'
      const lost = "belongs to no ticket: comments and attachments must follow the line of their ticket."
      for (const [lines, said] of [
        [['{"type":"ticket","data":{"title":"Late"}}'], `1 ${noId}`],
        [['{"type":"ticket","data":{"id":17}}'], `1 ${noId}`],
        [[ticket, '{"type":"comment","data":{"body":"Look"}}'], `2 ${noId}`],
        [
          ['{"type":"ticket","data":{"id":"old-1","tags":["a"]}}'],
          "1 is not a line of an export: its tags are not a list such"
        ],
        [
          ['{"type":"ticked","data":{}}'],
          '1 is not a line of an export: "ticked" is not a type of line; the types are brand,'
        ],
        [[comment], `1 ${lost}`],
        [[ticket, '{"type":"customer","data":{"id":"c"}}', comment], `3 ${lost}`],
        [[ticket, comment, comment], "3 has the same id as line 2, old-1-1: each comment needs its own."],
        [[ticket, comment, ticket], "3 has the same id as line 1, old-1: each ticket needs its own."]
      ] as const) {
        writeFileSync(file, lines.join("\n"))
        const lacking = yield* Effect.promise(() => ended(cliIn(dataDir, "import", file)))
        assert.strictEqual(lacking.code, 1)
        assert.include(lacking.error, `${file}:${said}`)
      }
      writeFileSync(file, `${ticket}\n{"type":"attachment","data":{"id":"att_1"}}\n`)
      const without = yield* Effect.promise(() => ended(cliIn(dataDir, "import", file)))
      assert.strictEqual(without.error, `${bytesOf(file, "att_1")} is missing: it belongs to ${file}.\n`)
      for (const wrong of [`${file}.no`, dataDir]) {
        const missing = yield* Effect.promise(() => ended(cliIn(dataDir, "import", wrong)))
        assert.strictEqual(missing.error, `There is no file ${wrong}.\n`)
      }
    }).pipe(Effect.scoped)
  )
})

describe("The example for another desk", () => {
  const head =
    "ticket,subject,status,priority,tags,requester,requester_email,author,author_email,public,written_at,text"
  const row = (text: string, at = "2024-01-02T00:00:00Z", author = "Kim@east.example", isPublic = "TRUE") =>
    `1,S,open,low,,,kim@east.example,,${author},${isPublic},${at},${text}`
  const convert = (...rows: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, ["examples/from-another-desk/convert.mjs"], {
      input: rows.join("\r\n"),
      maxBuffer: 64 * 2 ** 20,
      encoding: "utf8"
    })
    const lines = stdout.split("\n").filter((line) => line !== "")
    return { status, stderr, data: lines.map((line) => JSON.parse(line).data) }
  }

  it("sorts messages, matches the customer in any spelling of the address, and reads long texts", () => {
    const long = '"quoted"\n'.repeat(200_000)
    const quoted = `"${long.replaceAll('"', '""')}"`
    const { data, stderr } = convert(
      `\uFEFF${head}`,
      row("Second"),
      "",
      row(quoted, "2024-01-01T00:00:00Z"),
      ",,,,",
      ""
    )
    assert.deepStrictEqual(
      data.map(({ authorType, body, visibility }) => [body, authorType, visibility]),
      [
        [long, undefined, undefined],
        ["Second", "CUSTOMER", "public"]
      ],
      stderr
    )
  })

  it.each([
    [[head.replaceAll(",", ";")], "The first row must name the columns, between commas."],
    [[head, "1,S,open"], "Row 2 has 3 fields, and the first has 12."],
    [[head, row('"Hi')], "Row 2: a quote is not closed"],
    [[head, row('a "b" c')], "Row 2: a quote is not closed, or stands"],
    [[head, row('"a" b')], "Row 2: a quote is not closed, or stands"],
    [[head, row("Hi", "01/02/2024 10:00")], 'Ticket 1: "01/02/2024 10:00" is no time such as 2024-03-01T09:00:00Z'],
    [[head, row("Hi").replace("open", "constructor")], 'Ticket 1: "constructor" is none of new, open,'],
    [[head, row("Hi"), row("Hi", undefined, undefined, "yes")], 'Ticket 1: "yes" is none of true, false.']
  ])("says what it cannot read, and writes nothing: %#", (rows, said) => {
    const { data, status, stderr } = convert(...rows)
    assert.include(stderr, said)
    assert.deepStrictEqual([status, data], [1, []])
  })
})

describe("The file of an export", () => {
  it.effect("is read line by line, whatever the texts contain", () =>
    Effect.gen(function* () {
      const file = join(yield* scratch, "a.jsonl")
      // Records with two members are enough for writing.
      const lineOf = (name: string) => ({ type: "tag", data: { id: "tag_1", name } as never }) as const
      const lines = ["Dear\u2028Ines", "two\u2029parts", "\u0085\r\n☃"].map(lineOf)
      append(file, lines, {})
      assert.deepStrictEqual([...(yield* Stream.runCollect(linesOf(file)))], lines)
      writeFileSync(file, "\r\n{}\r\n", { flag: "a" })
      const { message } = yield* Effect.flip(Stream.runDrain(linesOf(file)))
      assert.strictEqual(message, `${file}:5 is not a line of an export: it has no type, or no data.`)
    }).pipe(Effect.scoped)
  )

  it.effect("continues after the last complete page, and leaves alone a file that is not an export", () =>
    Effect.gen(function* () {
      const folder = yield* scratch
      const file = join(folder, "a.jsonl")
      assert.isUndefined(yield* resume(file))
      // A record with one member is enough for writing.
      append(file, [{ type: "tag", data: { id: "tag_1" } as never }], { tag: null, ticket: "next" })
      writeFileSync(file, '{"type":"ticket","da', { flag: "a" })
      assert.deepStrictEqual((yield* resume(file))?.cursors, { tag: null, ticket: "next" })
      assert.strictEqual(readFileSync(file, "utf8"), '{"type":"tag","data":{"id":"tag_1"}}\n')
      writeFileSync(join(folder, "b.jsonl"), "mine")
      const refused = yield* Effect.flip(resume(join(folder, "b.jsonl")))
      assert.include(refused.message, "is not an export that can be resumed")
    }).pipe(Effect.scoped)
  )
})

describe("A progress bar", () => {
  it("is filled in proportion to the work done", () => {
    assert.strictEqual(bar(450, 1_000, "tickets"), `${"█".repeat(11)}${"░".repeat(13)}  45 %  450 of 1,000 tickets`)
    assert.match(bar(0, 0, "tickets"), / {2}100 % {2}0 of 0 tickets$/)
    assert.match(bar(12, 10, "tickets"), / {2}100 % {2}12 of 12 tickets$/)
  })
})

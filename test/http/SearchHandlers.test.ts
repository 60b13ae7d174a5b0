import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

/** Sends a request, and checks the response against the schema that its endpoint declares. */
const ask = Effect.fnUntraced(function* (method: string, path: string, options?: Asked) {
  const answer = yield* (yield* HttpSite).ask(method, path, options)
  assertDeclared(method, path, answer.status, answer.json)
  return answer
})

const ownBrand = Effect.fnUntraced(function* (name: string) {
  const brand = (yield* ask("POST", "/v1/brands", { body: { name } })).json
  const made = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name, brandIds: [brand.id] } })
  return { brandId: brand.id as string, prefix: brand.ticketPrefix as string, key: made.json.secret as string }
})

const make = Effect.fnUntraced(function* (path: string, body: object) {
  const made = yield* ask("POST", path, { body })
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

const search = Effect.fnUntraced(function* (query: string, key?: string) {
  const answer = yield* ask("GET", `/v1/search?${query}`, { key })
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.json
})

const ids = (page: { data: ReadonlyArray<{ id: string }> }) => page.data.map(({ id }) => id)

layer(site(), { excludeTestServices: true })("GET /v1/search", (it) => {
  it.effect("finds tickets, comments, customers and companies, and says where it matched", () =>
    Effect.gen(function* () {
      const { brandId, key, prefix } = yield* ownBrand("Search")
      const brand = `/v1/brands/${brandId}`
      const ticket = yield* make(`${brand}/tickets`, {
        title: "The zeppelin is late",
        body: "It was due at noon.\nWhere is the Zeppelin?",
        customerEmail: "ada@zeppelin.example",
        customerName: "Ada Quill"
      })
      const note = yield* make(`${brand}/tickets/${ticket.id}/comments`, {
        body: "🙂 Ask the zeppelin's captain",
        isInternal: true
      })
      const company = yield* make(`${brand}/companies`, { name: "Zeppelin Works", domain: "works.example" })
      const { data } = yield* search("q=zeppelin", key)
      assert.deepStrictEqual(
        data.map(({ type }: { type: string }) => type),
        ["company", "ticket", "customer", "comment"]
      )
      const found = Object.fromEntries(data.map((hit: { type: string }) => [hit.type, hit]))
      assert.deepInclude(found["ticket"], {
        id: ticket.id,
        brandId,
        ticketId: ticket.id,
        publicId: `${prefix}-${ticket.ticketNumber}`,
        title: "The zeppelin is late",
        snippet: "It was due at noon. Where is the Zeppelin?",
        matches: [[33, 41]],
        updatedAt: found["ticket"].updatedAt
      })
      assert.deepInclude(found["comment"], {
        id: note.id,
        ticketId: ticket.id,
        title: "The zeppelin is late",
        snippet: "🙂 Ask the zeppelin's captain",
        matches: [[11, 19]]
      })
      assert.deepInclude(found["customer"], {
        title: "Ada Quill",
        snippet: "Ada Quill · ada@zeppelin.example",
        matches: [[16, 24]]
      })
      assert.notProperty(found["customer"], "ticketId")
      assert.deepInclude(found["company"], { id: company.id, title: "Zeppelin Works", matches: [[0, 8]] })
      assert.deepStrictEqual(
        (yield* search("q=zeppelin&types=comment,company", key)).data.map(({ type }: { type: string }) => type),
        ["company", "comment"]
      )
    })
  )

  it.effect("requires every word, matched by prefix, and any part of an address", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("Words")
      const tickets = `/v1/brands/${brandId}/tickets`
      const one = yield* make(tickets, { title: "Printer jam", body: "Again", customerEmail: "lovelace@words.example" })
      yield* make(tickets, { title: "Printer ink", customerEmail: "other@words.example" })
      assert.deepStrictEqual(ids(yield* search("q=print%20again", key)), [one.id])
      assert.deepStrictEqual(ids(yield* search("q=rinter", key)), [])
      const [ada] = (yield* search("q=velace&types=customer", key)).data
      assert.strictEqual(ada.title, "lovelace@words.example")
      assert.deepStrictEqual(ids(yield* search("q=%25%25", key)), [])
      assert.deepStrictEqual(ids(yield* search("q=%3A*%20%26%20!", key)), [])
      assert.strictEqual((yield* search("q=pr", key)).data.length, 2)
    })
  )

  it.effect("ranks exact identifiers first, then titles and names, then mentions", () =>
    Effect.gen(function* () {
      const { brandId, key, prefix } = yield* ownBrand("Ranks")
      const tickets = `/v1/brands/${brandId}/tickets`
      const called = yield* make(tickets, { title: "Harbour gate", customerEmail: "a@ranks.example" })
      const mentions = yield* make(tickets, { title: "Gate", body: "At the harbour", customerEmail: "b@ranks.example" })
      const often = yield* make(tickets, {
        title: "Dock",
        body: "The harbour, the old harbour, the new harbour",
        customerEmail: "c@ranks.example"
      })
      yield* make(tickets, { title: "Later", body: "At the harbour", customerEmail: "d@ranks.example" })
      const found = ids(yield* search("q=harbour", key))
      assert.deepStrictEqual([found[0], found[1], found[3]], [called.id, often.id, mentions.id])
      for (const q of [`${prefix}-${mentions.ticketNumber}`, String(mentions.ticketNumber)])
        assert.deepStrictEqual(ids(yield* search(`q=${q}&types=ticket`, key))[0], mentions.id)
    })
  )

  it.effect("leaves out spam, deleted records, and what the caller cannot access", () =>
    Effect.gen(function* () {
      const [own, foreign] = [yield* ownBrand("Mine"), yield* ownBrand("Theirs")]
      const { test } = yield* Installation
      const tickets = `/v1/brands/${own.brandId}/tickets`
      const body = { title: "Quokka", body: "quokka", customerEmail: "q@hidden.example" }
      const shown = yield* make(tickets, body)
      const spam = yield* make(tickets, body)
      yield* make(`${tickets}/${spam.id}/comments`, { body: "quokka in spam" })
      yield* ask("PATCH", `${tickets}/${spam.id}`, { body: { isSpam: true } })
      const trash = yield* make(tickets, body)
      yield* ask("DELETE", `${tickets}/${trash.id}`)
      const comment = yield* make(`${tickets}/${shown.id}/comments`, { body: "quokka, withdrawn" })
      yield* ask("DELETE", `${tickets}/${shown.id}/comments/${comment.id}`)
      yield* make(`/v1/brands/${foreign.brandId}/tickets`, body)
      assert.deepStrictEqual(ids(yield* search("q=quokka", own.key)), [shown.id])
      assert.deepStrictEqual(ids(yield* search(`q=quokka&brandIds=${foreign.brandId}`, own.key)), [])
      assert.deepStrictEqual(ids(yield* search("q=quokka", test.key)), [])
      assert.strictEqual((yield* search("q=quokka&types=ticket")).data.length, 2)
      assert.strictEqual((yield* search(`q=quokka&types=ticket&brandIds=${own.brandId}`)).data.length, 1)
      yield* ask("DELETE", `/v1/brands/${foreign.brandId}?confirm=true`)
      assert.strictEqual((yield* search("q=quokka&types=ticket")).data.length, 1)
    })
  )

  it.effect("finds a ticket by its public id from before the brand's prefix changed", () =>
    Effect.gen(function* () {
      const [own, other] = [yield* ownBrand("Renamed"), yield* ownBrand("Later")]
      const rename = (brandId: string, ticketPrefix: string) =>
        ask("PATCH", `/v1/brands/${brandId}`, { body: { ticketPrefix } })
      const body = { title: "Late", customerEmail: "kea@renamed.example" }
      yield* rename(own.brandId, "FIRST")
      const { id, ticketNumber } = yield* make(`/v1/brands/${own.brandId}/tickets`, body)
      for (const prefix of ["SECOND", "THIRD"]) yield* rename(own.brandId, prefix)
      const listed = Effect.fnUntraced(function* (q: string, key?: string) {
        const found = ids(yield* search(`q=${encodeURIComponent(q)}`, key))
        const { json } = yield* ask("GET", `/v1/tickets?search=${encodeURIComponent(q)}`, { key })
        assert.deepStrictEqual(ids(json), found)
        return found
      })
      for (const prefix of ["FIRST", "second", "THIRD", own.prefix])
        for (const text of [`${prefix}-${ticketNumber}`, ` [${prefix}-${ticketNumber}] `])
          assert.deepStrictEqual(yield* listed(text, own.key), [id])
      assert.deepStrictEqual(yield* listed(`NEVER-${ticketNumber}`, own.key), [])
      assert.deepStrictEqual(yield* listed(`FIRST-${ticketNumber}`, other.key), [])

      // The ticket that has this id now comes before the one that had it.
      yield* rename(other.brandId, "FIRST")
      const there = yield* make(`/v1/brands/${other.brandId}/tickets`, body)
      assert.strictEqual(there.ticketNumber, ticketNumber)
      assert.deepStrictEqual(yield* listed(`FIRST-${ticketNumber}`), [there.id])
      assert.deepStrictEqual(yield* listed(`FIRST-${ticketNumber}`, own.key), [id])
    })
  )

  it.effect("matches precomposed and decomposed characters with each other", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("Composed")
      const brand = `/v1/brands/${brandId}`
      for (const form of ["NFC", "NFD"]) {
        const ticket = {
          title: "Überführung für Käthe",
          body: "한국어 und Ελλάδα",
          customerEmail: `${form}@composed.example`
        }
        yield* make(`${brand}/tickets`, {
          ...ticket,
          title: ticket.title.normalize(form),
          body: ticket.body.normalize(form)
        })
      }
      yield* make(`${brand}/customers`, { email: "kathe@composed.example", name: "Käthe Überreiter" })
      for (const q of ["Überführung", "überf", "für Käthe", "한국어", "ελλάδα", "und"])
        for (const form of ["NFC", "NFD"]) {
          const text = encodeURIComponent(q.normalize(form))
          const { data } = yield* search(`q=${text}&types=ticket`, key)
          assert.lengthOf(data, 2, `${q} ${form}`)
          for (const { matches } of data) assert.isNotEmpty(matches, `${q} ${form}`)
          const listed = yield* ask("GET", `/v1/tickets?search=${text}`, { key })
          assert.lengthOf(listed.json.data, 2, `${q} ${form}`)
          assert.lengthOf(
            (yield* search(`q=${encodeURIComponent("überr".normalize(form))}&types=customer`, key)).data,
            1
          )
        }
    })
  )

  it.effect("is read page by page without a repeat or a gap", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("Paged")
      for (let n = 0; n < 7; n++)
        yield* make(`/v1/brands/${brandId}/tickets`, {
          title: n % 2 === 0 ? "Walrus" : "Other",
          body: "walrus ".repeat(n + 1),
          customerEmail: `walrus${n}@paged.example`
        })
      const all = ids(yield* search("q=walrus&limit=50", key))
      assert.lengthOf(all, 14)
      const seen: Array<string> = []
      let cursor = ""
      do {
        const page: { data: ReadonlyArray<{ id: string }>; pagination: { nextCursor: string | null } } = yield* search(
          `q=walrus&limit=3&cursor=${cursor}`,
          key
        )
        seen.push(...ids(page))
        cursor = page.pagination.nextCursor ?? ""
      } while (cursor !== "")
      assert.deepStrictEqual(seen, all)
    })
  )

  it.effect("refuses what is not a search", () =>
    Effect.gen(function* () {
      for (const [query, field, code] of [
        ["", "q", "required"],
        ["q=a", "q", "length"],
        [`q=${"a".repeat(201)}`, "q", "length"],
        ["q=ab&types=ticket,ghost", "types", "enum"],
        ["q=ab&limit=0", "limit", "range"]
      ]) {
        const { json } = yield* ask("GET", `/v1/search?${query}`)
        assert.deepInclude(json.errors[0], { field, code })
      }
      assert.strictEqual((yield* ask("GET", "/v1/search?q=ab&cursor=x")).json.code, "invalid_cursor")
      assert.strictEqual((yield* ask("GET", "/v1/search?q=ab", { key: "" })).status, 401)
    })
  )
})

import { assert, layer } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { type CustomerId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { askBrand as ask } from "../support/configuring.ts"
import { channelOf } from "../support/customChannel.ts"
import { site } from "../support/HttpSite.ts"

/** Number of runs of each race: who wins depends on timing. */
const rounds = 8
/** Tickets per customer. */
const each = 3

interface Person {
  readonly id: CustomerId
  readonly email: string
  readonly phone: string
  readonly tickets: ReadonlyArray<string>
}

let serial = 0

layer(site(), { excludeTestServices: true })("Customers who are merged at the same time", (it) => {
  const opened = (body: object) =>
    Effect.map(ask("POST", "/tickets", { body: { title: "Where is it?", ...body } }), ({ json, status }) => {
      assert.strictEqual(status, 201)
      return json.id as string
    })
  const known = Effect.fnUntraced(function* () {
    const n = ++serial
    const body = { email: `race-${n}@north.example`, phone: `+1555${String(n).padStart(7, "0")}` }
    const { json } = yield* ask("POST", "/customers", { body })
    const tickets = yield* Effect.all(
      Array.from({ length: each }, () => opened({ customerId: json.id })),
      { concurrency: "unbounded" }
    )
    const person: Person = { ...body, id: json.id, tickets }
    return person
  })
  const merge = (target: Pick<Person, "id">, ...sources: ReadonlyArray<Pick<Person, "id">>) =>
    ask("POST", `/customers/${target.id}/merge`, { body: { sourceCustomerIds: sources.map(({ id }) => id) } })
  const statusOf = ({ id }: Person) => Effect.map(ask("GET", `/customers/${id}`), ({ status }) => status)

  /** Asserts that all of these tickets belong to this customer, who exists. */
  const assertHas = Effect.fnUntraced(function* (person: Person, tickets: ReadonlyArray<string>) {
    assert.strictEqual(yield* statusOf(person), 200, "nobody is left")
    for (const ticket of tickets) {
      const { json } = yield* ask("GET", `/tickets/${ticket}`)
      assert.deepStrictEqual([json.customerId, json.customer?.id], [person.id, person.id])
    }
    const { json } = yield* ask("GET", `/tickets?customerId=${person.id}&limit=100`)
    const listed = json.data.map(({ id }: { readonly id: string }) => id)
    assert.sameMembers(listed, [...tickets])
    const { system } = yield* Database
    const [row] = yield* system`select merged_into_id from customers where id = ${uuidOf(person.id)}`
    assert.isNull(row?.["merged_into_id"])
  })
  const atOnce = <A, B, E, F, R, S>(one: Effect.Effect<A, E, R>, other: Effect.Effect<B, F, S>) =>
    Effect.all([one, other], { concurrency: "unbounded" })
  const often = <E, R>(race: (round: number) => Effect.Effect<void, E, R>) =>
    Effect.forEach(Array.from({ length: rounds }).keys(), race, { discard: true })

  it.effect("each into the other, leave one of them with everything", () =>
    often(
      Effect.fnUntraced(function* () {
        const [ann, cat] = [yield* known(), yield* known()]
        const answers = yield* atOnce(merge(cat, ann), merge(ann, cat))
        assert.sameMembers(
          answers.map(({ status }) => status),
          [200, 404]
        )
        const [winner, loser] = answers[0].status === 200 ? [cat, ann] : [ann, cat]
        yield* assertHas(winner, [...ann.tickets, ...cat.tickets])
        assert.strictEqual(yield* statusOf(loser), 404)
      })
    )
  )

  it.effect("into one who is being deleted, are merged before that or not at all", () =>
    often(
      Effect.fnUntraced(function* (round) {
        const [ann, cat] = [yield* known(), yield* known()]
        const deletion = Effect.delay(ask("DELETE", `/customers/${cat.id}`), `${round * 3} millis`)
        const [merged, deleted] = yield* atOnce(merge(cat, ann), deletion)
        assert.strictEqual(deleted.status, 200)
        if (merged.status === 404) yield* assertHas(ann, ann.tickets)
        else {
          assert.deepStrictEqual([merged.status, merged.json.id], [200, cat.id], merged.text)
          assert.deepStrictEqual([yield* statusOf(ann), yield* statusOf(cat)], [404, 404])
          for (const ticket of ann.tickets)
            assert.strictEqual((yield* ask("GET", `/tickets/${ticket}`)).json.customerId, cat.id)
        }
      })
    )
  )

  it.effect("into one who is merged into a third, end up in the third, or are refused", () =>
    often(
      Effect.fnUntraced(function* () {
        const [ann, bob, cat] = [yield* known(), yield* known(), yield* known()]
        const [first, second] = yield* atOnce(merge(bob, ann), merge(cat, bob))
        assert.strictEqual(second.status, 200, second.text)
        if (first.status === 200) yield* assertHas(cat, [...ann.tickets, ...bob.tickets, ...cat.tickets])
        else {
          assert.strictEqual(first.status, 404, first.text)
          yield* assertHas(ann, ann.tickets)
          yield* assertHas(cat, [...bob.tickets, ...cat.tickets])
        }
      })
    )
  )

  it.effect("into two, become one of them with everything they had", () =>
    often(
      Effect.fnUntraced(function* () {
        const [fay, dan, eve] = [yield* known(), yield* known(), yield* known()]
        yield* Effect.all(
          [dan, eve].map(({ id }) => ask("PATCH", `/customers/${id}`, { body: { phone: null } })),
          { discard: true }
        )
        const answers = yield* atOnce(merge(dan, fay), merge(eve, fay))
        assert.sameMembers(
          answers.map(({ status }) => status),
          [200, 400]
        )
        const [winner, loser] = answers[0].status === 200 ? [dan, eve] : [eve, dan]
        yield* assertHas(winner, [...winner.tickets, ...fay.tickets])
        yield* assertHas(loser, loser.tickets)
        assert.strictEqual((yield* ask("GET", `/customers/${winner.id}`)).json.phone, fay.phone)
        assert.isUndefined((yield* ask("GET", `/customers/${loser.id}`)).json.phone)
      })
    )
  )

  it.effect("take along what is opened for them at that moment, unless it creates someone new", () =>
    often(
      Effect.fnUntraced(function* () {
        const [ann, cat] = [yield* known(), yield* known()]
        const isOver = yield* Ref.make(false)
        const writing = Effect.gen(function* () {
          const tickets: Array<string> = []
          do tickets.push(yield* opened({ customerEmail: ann.email }))
          while (!(yield* Ref.get(isOver)))
          return tickets
        })
        const [merged, written] = yield* atOnce(
          Effect.ensuring(merge(cat, ann), Ref.set(isOver, true)),
          Effect.all([writing, writing, writing, writing], { concurrency: "unbounded" })
        )
        const tickets = written.flat()
        assert.strictEqual(merged.status, 200, merged.text)
        const owners = yield* Effect.forEach(tickets, (id) =>
          Effect.map(ask("GET", `/tickets/${id}`), ({ json }) => json.customer?.id as string | undefined)
        )
        assert.notInclude(owners, undefined)
        assert.notInclude(owners, ann.id)
        const theirs = tickets.filter((_, index) => owners[index] === cat.id)
        yield* assertHas(cat, [...ann.tickets, ...cat.tickets, ...theirs])
        const strangers = new Set(owners.filter((id) => id !== cat.id))
        assert.isAtMost(strangers.size, 1)
      })
    )
  )

  it.effect("are recognized by their channels as the merged customer, whenever they write", () =>
    often(
      Effect.fnUntraced(function* () {
        const { post } = yield* channelOf()
        const sender = { externalId: "Ines" }
        const { json } = yield* post({ threadId: "first", sender })
        const customer = (yield* ask("GET", `/tickets/${json.ticketId}`)).json.customer
        const cat = yield* known()
        const [merged, written] = yield* atOnce(
          merge(customer, cat),
          Effect.all(
            Array.from({ length: 6 }, (_, n) => post({ threadId: `thread ${n}`, sender })),
            { concurrency: 2 }
          )
        )
        // Only the channel knew an address.
        assert.deepStrictEqual([merged.status, merged.json.email], [200, cat.email], merged.text)
        const bob = yield* known()
        const [again, more] = yield* atOnce(
          merge(bob, customer),
          Effect.all(
            Array.from({ length: 6 }, (_, n) => post({ threadId: `more ${n}`, sender })),
            { concurrency: 2 }
          )
        )
        assert.strictEqual(again.status, 200, again.text)
        const opened = [json, ...[...written, ...more].map((one) => one.json)].map(({ ticketId }) => ticketId as string)
        yield* assertHas(bob, [...bob.tickets, ...cat.tickets, ...opened])
      })
    )
  )

  it.effect("by the same call twice, are merged once", () =>
    often(
      Effect.fnUntraced(function* () {
        const [ann, cat] = [yield* known(), yield* known()]
        const answers = yield* atOnce(merge(cat, ann), merge(cat, ann))
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 200]
        )
        yield* assertHas(cat, [...ann.tickets, ...cat.tickets])
        assert.strictEqual(yield* statusOf(ann), 404)
      })
    )
  )
})

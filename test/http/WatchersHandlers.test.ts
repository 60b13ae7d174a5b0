import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { MemberId } from "../../src/domain/Ids.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { askBrand as ask, refusal, signedIn } from "../support/configuring.ts"
import { assertForeign, neighbour } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { seedMember } from "../support/signInServices.ts"

const ada = { memberId: "custom_ada@watch.example", memberEmail: "ada@watch.example" }

layer(site(), { excludeTestServices: true })("Watchers over HTTP", (it) => {
  const opened = Effect.fnUntraced(function* (body: object = {}) {
    const answer = yield* ask("POST", "/tickets", {
      body: { title: "t", customerEmail: "ines@north.example", ...body }
    })
    assert.strictEqual(answer.status, 201, answer.text)
    return `/tickets/${answer.json.id}`
  })
  const member = Effect.fnUntraced(function* (role: "admin" | "agent" = "agent", brandIds?: ReadonlyArray<string>) {
    const { live } = yield* Installation
    const { system } = yield* Database
    const email = `${crypto.randomUUID()}@team.example`
    const id: MemberId = yield* seedMember(live.tenant.accountId, email, role)
    if (brandIds !== undefined)
      yield* system`update members set all_brands = false, brand_ids = ${JSON.stringify(brandIds).replace("[", "{").replace("]", "}")}::uuid[]
        where id = ${uuidOf(id)}`
    return { memberId: id as string, memberEmail: email }
  })

  it.effect("can be the owner created by the first start, at an address without a dot", () =>
    Effect.gen(function* () {
      const ticket = yield* opened()
      const { json: team } = yield* (yield* HttpSite).ask("GET", "/v1/auth/members")
      const { email, id } = team.members.find(({ role }: { readonly role: string }) => role === "owner")
      assert.strictEqual(email, "owner@localhost")
      const added = yield* ask("POST", `${ticket}/watchers`, { body: { memberId: id, memberEmail: email } })
      assert.include(added.json, { memberId: id, memberEmail: email })
    })
  )

  it.effect("can be added, listed, changed and removed", () =>
    Effect.gen(function* () {
      const ticket = yield* opened()
      const one = yield* member()
      assert.deepStrictEqual((yield* ask("GET", `${ticket}/watchers`)).json, [])
      const added = yield* ask("POST", `${ticket}/watchers`, { body: { ...one, memberName: " Tom " } })
      assert.strictEqual(added.status, 201, added.text)
      assert.include(added.json, { ...one, memberName: "Tom", notifyOnComment: true, notifyOnStatusChange: true })
      assert.match(added.json.id, /^wat_/)
      assert.match(added.json.addedBy, /^key_/)
      assert.strictEqual(`/tickets/${added.json.ticketId}`, ticket)
      const custom = yield* ask("POST", `${ticket}/watchers`, {
        key: yield* signedIn("agent"),
        body: { memberId: "custom_Ada@Watch.example", memberEmail: "ADA@watch.example", notifyOnComment: false }
      })
      assert.include(custom.json, { ...ada, memberName: null, notifyOnComment: false, notifyOnStatusChange: true })
      assert.match(custom.json.addedBy, /^mem_/)
      assert.deepStrictEqual((yield* ask("GET", `${ticket}/watchers`)).json, [added.json, custom.json])

      const path = `${ticket}/watchers/${one.memberId}`
      const changed = yield* ask("PATCH", path, { body: { notifyOnStatusChange: false, memberEmail: "x@y.example" } })
      assert.deepStrictEqual(changed.json, { ...added.json, notifyOnStatusChange: false })
      assert.deepStrictEqual((yield* ask("PATCH", path, { body: {} })).json, changed.json)
      assert.deepStrictEqual((yield* ask("DELETE", `${ticket}/watchers/custom_ADA%40watch.example`)).json, {
        success: true
      })
      assert.deepStrictEqual((yield* ask("GET", `${ticket}/watchers`)).json, [changed.json])
      for (const method of ["PATCH", "DELETE"])
        for (const id of [ada.memberId, "x", (yield* member()).memberId])
          assert.strictEqual((yield* ask(method, `${ticket}/watchers/${id}`)).status, 404)
    })
  )

  it.effect("who already watch stay as they are, and the ticket keeps its version", () =>
    Effect.gen(function* () {
      const ticket = yield* opened()
      const first = yield* ask("POST", `${ticket}/watchers`, { body: ada })
      const again = yield* ask("POST", `${ticket}/watchers`, {
        body: { ...ada, memberName: "Ada", notifyOnComment: false }
      })
      assert.deepStrictEqual([first.status, again.status, again.json], [201, 200, first.json])
      assert.include((yield* ask("GET", ticket)).json, { version: 1 })
    })
  )

  it.effect("are active members who can see the brand, or addresses", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const ticket = yield* opened()
      const { brandId } = yield* neighbour
      const elsewhere = yield* member("agent", [uuidOf(brandId as typeof live.brand.id)])
      const here = yield* member("agent", [uuidOf(live.brand.id)])
      const invited = {
        memberId: yield* seedMember(live.tenant.accountId, "new@team.example", "agent", "pending"),
        memberEmail: "new@team.example"
      }
      const email = "x@y.example"
      for (const body of [
        elsewhere,
        invited,
        { memberId: "mem_01m893khb3f5bbmdqn6zazb1ra", memberEmail: email },
        { memberId: live.brand.id, memberEmail: email },
        { memberId: "tom", memberEmail: email }
      ]) {
        const refused = [400, "validation_failed", "memberId unknown_id"]
        assert.deepStrictEqual(refusal(yield* ask("POST", `${ticket}/watchers`, { body })), refused)
        const onCreate = { title: "t", customerEmail: email, watchers: [here, body] }
        assert.deepStrictEqual(refusal(yield* ask("POST", "/tickets", { body: onCreate })), [
          400,
          "validation_failed",
          "watchers[1].memberId unknown_id"
        ])
      }
      // Members are notified at their own address, whatever is sent.
      const named = { ...here, memberEmail: email }
      const added = yield* ask("POST", `${ticket}/watchers`, { body: named })
      assert.deepStrictEqual([added.status, added.json.memberEmail], [201, here.memberEmail])
      const onCreate = { title: "t", customerEmail: email, watchers: [named] }
      const { json } = yield* ask("POST", "/tickets", { body: onCreate })
      assert.deepInclude((yield* ask("GET", `/tickets/${json.id}/watchers`)).json[0], here)
      const unknown = yield* ask("POST", `/tickets/${test.brand.id.replace("br", "tkt")}/watchers`, {
        body: { memberId: "tom", memberEmail: email }
      })
      assert.strictEqual(unknown.status, 404)
    })
  )

  it.effect("are notified once per address: a member as a member, whoever else added that address", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const grace = yield* member()
      const again = { ...grace, memberId: `custom_${grace.memberEmail}` }
      const ticket = yield* opened({ watchers: [ada, again, grace] })
      const told = Effect.fnUntraced(function* (body: object) {
        const { json } = yield* ask("POST", `${ticket}/comments`, { body: { body: "Look", ...body } })
        const rows = yield* system<{ told: string }>`select context ->> 'memberId' as told from outgoing_mail
          where comment_id = ${uuidOf(json.id)} and kind = 'notice'`
        return rows.map((row) => row.told)
      })
      assert.sameMembers(yield* told({}), [ada.memberId, grace.memberId])
      assert.deepStrictEqual(yield* told({ isInternal: true }), [grace.memberId])
      yield* ask("PATCH", `${ticket}/watchers/${grace.memberId}`, { body: { notifyOnComment: false } })
      assert.deepStrictEqual(yield* told({}), [ada.memberId])
    })
  )

  it.effect("name the field of each rule that is broken", () =>
    Effect.gen(function* () {
      const ticket = yield* opened()
      const cases: ReadonlyArray<readonly [object, string]> = [
        [{}, "memberId"],
        [{ memberId: "custom_a@b.example" }, "memberEmail"],
        [{ memberId: "custom_a@b.example", memberEmail: "c@b.example" }, "memberId"],
        [{ memberId: "custom_", memberEmail: "c@b.example" }, "memberId"],
        [{ memberId: "custom_x", memberEmail: "x" }, "memberEmail"],
        [{ ...ada, memberName: "x".repeat(201) }, "memberName"],
        [{ ...ada, notifyOnComment: "yes" }, "notifyOnComment"],
        [{ ...ada, notifyOnStatusChange: null }, "notifyOnStatusChange"]
      ]
      for (const [body, field] of cases) {
        const { json, status } = yield* ask("POST", `${ticket}/watchers`, { body })
        assert.deepStrictEqual([status, json.errors?.[0].field], [400, field], JSON.stringify(body))
      }
      const mismatched = {
        title: "t",
        customerEmail: "a@b.example",
        watchers: [ada, { ...ada, memberEmail: "b@c.example" }]
      }
      assert.deepStrictEqual(refusal(yield* ask("POST", "/tickets", { body: mismatched })), [
        400,
        "validation_failed",
        "watchers[1].memberId format"
      ])
      yield* ask("POST", `${ticket}/watchers`, { body: ada })
      const { json } = yield* ask("PATCH", `${ticket}/watchers/${ada.memberId}`, { body: { notifyOnComment: null } })
      assert.strictEqual(json.errors[0].field, "notifyOnComment")
    })
  )

  it.effect("accept addresses of every valid length", () =>
    Effect.gen(function* () {
      const email = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(59)}.example`
      const ticket = yield* opened({ watchers: [{ memberId: `custom_${email}`, memberEmail: email }] })
      const [watcher] = (yield* ask("GET", `${ticket}/watchers`)).json
      assert.include(watcher, { memberEmail: email, notifyOnComment: true, notifyOnStatusChange: true })
      assert.match(watcher.addedBy, /^key_/)
      assert.strictEqual((yield* ask("DELETE", `${ticket}/watchers/custom_${email}`)).status, 200)
    })
  )

  it.effect("are at most fifty per ticket", () =>
    Effect.gen(function* () {
      const people = Array.from({ length: 51 }, (_, n) => ({
        memberId: `custom_p${n}@watch.example`,
        memberEmail: `p${n}@watch.example`
      }))
      const tooMany = yield* ask("POST", "/tickets", {
        body: { title: "t", customerEmail: "a@b.example", watchers: people }
      })
      assert.deepStrictEqual(refusal(tooMany), [400, "validation_failed", "watchers too_many"])
      const ticket = yield* opened({ watchers: people.slice(0, 50) })
      const [first, last] = [people[0], people[50]]
      const full = yield* ask("POST", `${ticket}/watchers`, { body: last })
      assert.deepInclude(full.json, { status: 409, code: "limit_reached", limit: 50 })
      assert.strictEqual((yield* ask("POST", `${ticket}/watchers`, { body: first })).status, 200)
      yield* ask("DELETE", `${ticket}/watchers/${first?.memberId}`)
      assert.strictEqual((yield* ask("POST", `${ticket}/watchers`, { body: last })).status, 201)
      assert.lengthOf((yield* ask("GET", `${ticket}/watchers`)).json, 50)
    })
  )

  it.effect("cannot be changed on a ticket that was merged away, and are not found on one in the trash", () =>
    Effect.gen(function* () {
      const [source, target, trash] = [
        yield* opened({ watchers: [ada] }),
        yield* opened(),
        yield* opened({ watchers: [ada] })
      ]
      const [sourceId, targetId] = [source.slice(9), target.slice(9)]
      yield* ask("POST", `${target}/merge`, { body: { sourceTicketIds: [sourceId] } })
      const merged = yield* ask("POST", `${source}/watchers`, { body: ada })
      assert.include(merged.json, { status: 409, code: "ticket_merged", mergedIntoId: targetId })
      assert.deepStrictEqual((yield* ask("GET", `${source}/watchers`)).json, [])
      assert.include((yield* ask("GET", `${target}/watchers`)).json[0], ada)

      yield* ask("DELETE", trash)
      const path = `${trash}/watchers/${ada.memberId}`
      for (const [method, at, body] of [
        ["GET", `${trash}/watchers`, undefined],
        ["POST", `${trash}/watchers`, ada],
        ["PATCH", path, { notifyOnComment: false }],
        ["DELETE", path, undefined]
      ] as const)
        assert.strictEqual((yield* ask(method, at, { body })).status, 404, method)
      yield* ask("POST", `${trash}/restore`)
      assert.include((yield* ask("GET", `${trash}/watchers`)).json[0], { ...ada, notifyOnComment: true })
    })
  )

  it.effect("are not found by other brands, scoped keys and the other mode", () =>
    Effect.gen(function* () {
      const ticket = yield* opened({ watchers: [ada] })
      const path = `${ticket}/watchers/${ada.memberId}`
      yield* assertForeign(
        [
          { method: "GET", path: `${ticket}/watchers` },
          {
            method: "POST",
            path: `${ticket}/watchers`,
            body: { memberId: "custom_x@y.example", memberEmail: "x@y.example" }
          },
          { method: "PATCH", path, body: { notifyOnComment: false } },
          { method: "DELETE", path }
        ],
        ticket.slice(9),
        "tkt_01m893khb3f5bbmdqn6zazb1ra"
      )
      const watching = (yield* ask("GET", `${ticket}/watchers`)).json
      assert.lengthOf(watching, 1)
      assert.include(watching[0], { ...ada, notifyOnComment: true })
    })
  )

  it.effect("are added and removed once per idempotency key", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const ticket = yield* opened()
      const add = { headers: { "idempotency-key": "add" }, body: ada }
      const first = yield* ask("POST", `${ticket}/watchers`, add)
      const again = yield* ask("POST", `${ticket}/watchers`, add)
      assert.deepStrictEqual([again.status, again.text], [201, first.text])
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      const other = { ...add, body: { ...ada, notifyOnComment: false } }
      assert.strictEqual((yield* ask("POST", `${ticket}/watchers`, other)).status, 422)
      const remove = { headers: { "idempotency-key": "remove" } }
      const path = `${ticket}/watchers/${ada.memberId}`
      assert.strictEqual((yield* ask("DELETE", path, remove)).status, 200)
      assert.strictEqual((yield* ask("DELETE", path, remove)).headers.get("idempotency-replayed"), "true")
      assert.strictEqual((yield* ask("DELETE", path)).status, 404)
      const { live } = yield* Installation
      const nobody = yield* anywhere("GET", `/v1/brands/${live.brand.id}${ticket}/watchers`, { key: "" })
      assert.strictEqual(nobody.status, 401)
    })
  )
})

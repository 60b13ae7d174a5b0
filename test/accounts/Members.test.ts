import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Invites } from "../../src/accounts/Invites.ts"
import { Members } from "../../src/accounts/Members.ts"
import { Sessions } from "../../src/accounts/Sessions.ts"
import { AccountServices, causation, Installation } from "../support/Installation.ts"
import { linkFor, outbox, seedMember, signInServices, textOf } from "../support/signInServices.ts"

/** The services of another process on the same database. */
const otherNode = Layer.build(Layer.fresh(signInServices()))

const open = (email: string) =>
  Effect.flatMap(linkFor(email), (token) =>
    Sessions.use((sessions) => sessions.open({ token, request: { id: "req_test" } }))
  )

/** Runs a command as the owner. */
const byOwner = Effect.map(open("owner@localhost"), ({ signedIn }) => ({
  signedIn,
  tenant: signedIn.tenants.live,
  causation
}))

layer(signInServices().pipe(Layer.provideMerge(Installation.layer), Layer.provideMerge(AccountServices)))(
  "Members",
  (it) => {
    it.effect("who are removed on one node are rejected by every other from then on", () =>
      Effect.gen(function* () {
        const { accountId } = (yield* Installation).live.tenant
        const id = yield* seedMember(accountId, "leaver@team.example")
        const { token } = yield* open("leaver@team.example")
        const elsewhere = Context.get(yield* otherNode, Sessions)
        const known = elsewhere.authenticate(Redacted.value(token), "live")
        assert.isTrue(Option.isSome(yield* known))
        yield* (yield* Members).remove(yield* byOwner, id)
        assert.isTrue(Option.isNone(yield* known))
      }).pipe(Effect.scoped)
    )

    it.effect("who lose a role or a brand have lost it by the next request of their session", () =>
      Effect.gen(function* () {
        const { live } = yield* Installation
        const id = yield* seedMember(live.tenant.accountId, "mover@team.example", "admin")
        const { token } = yield* open("mover@team.example")
        const members = yield* Members
        const caller = Effect.flatMap(Sessions, (sessions) =>
          sessions.authenticate(Redacted.value(token), "live")
        ).pipe(Effect.map(Option.getOrThrow))
        yield* members.change(yield* byOwner, id, { role: "agent" })
        assert.strictEqual((yield* caller).signedIn?.member.role, "agent")
        assert.strictEqual((yield* caller).brands, "all")
        yield* members.setBrands(yield* byOwner, id, { allBrands: false, brandIds: [live.brand.id] })
        assert.deepStrictEqual((yield* caller).brands, new Set([live.brand.id]))
      })
    )

    it.effect("who are invited get their link only in a sealed mail, and no token is stored", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* (yield* Invites).invite(yield* byOwner, { email: "new@team.example", role: "agent" })
        const mail = (yield* outbox).find(({ recipient }) => recipient === "new@team.example")
        if (mail === undefined) return assert.fail("no mail")
        assert.include(mail, { subject: "Invitation to join My Account", sealed: true })
        assert.match(yield* textOf(mail), /^owner@localhost invites you to join My Account/)
        const rows = yield* sql<{ row: string }>`SELECT l::text AS row FROM magic_links l
          UNION ALL SELECT m::text FROM outgoing_mail m`
        for (const { row } of rows) assert.notMatch(row, /ml_\w{43}/)
      })
    )
  }
)

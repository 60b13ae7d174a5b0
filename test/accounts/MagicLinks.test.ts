import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { MagicLinks } from "../../src/accounts/MagicLinks.ts"
import { Sessions } from "../../src/accounts/Sessions.ts"
import { type AccountId, idOf, uuidOf } from "../../src/domain/Ids.ts"
import { AccountServices, Installation } from "../support/Installation.ts"
import { seedTenant } from "../support/seedTenant.ts"
import { linkFor, outbox, outboxWhen, seedMember, signInServices, textOf, tokenIn } from "../support/signInServices.ts"

const organizationIdOf = (account: AccountId) => idOf("organization", uuidOf(account))

layer(signInServices().pipe(Layer.provideMerge(Installation.layer), Layer.provideMerge(AccountServices)))(
  "MagicLinks",
  (it) => {
    it.effect("mails a link that signs the member in, ignoring case in the address", () =>
      Effect.gen(function* () {
        const links = yield* MagicLinks
        yield* seedMember((yield* Installation).live.tenant.accountId, "ada@team.example")
        yield* links.request(" Ada@Team.Example ", { id: "req_1" })
        const [mail, ...others] = yield* outboxWhen((mails) => mails.length > 0)
        assert.lengthOf(others, 0)
        if (mail === undefined) return assert.fail("no mail")
        assert.include(mail, { recipient: "ada@team.example", state: "queued", sealed: true })
        assert.match(mail.message_id, /^<msg_\w{26}@trunkline\.example>$/)
        const text = yield* textOf(mail)
        assert.match(text, /^http:\/\/localhost:3000\/auth\/callback\?token=ml_\w{43}$/m)
        const token = Option.getOrThrow(tokenIn(text))
        const { signedIn } = yield* (yield* Sessions).open({ token, request: { id: "req_1" } })
        assert.strictEqual(signedIn.member.email, "ada@team.example")
      })
    )

    it.effect("sends nothing to strangers, to people who were only invited, or for an account that one is not in", () =>
      Effect.gen(function* () {
        const links = yield* MagicLinks
        const { accountId } = (yield* Installation).live.tenant
        yield* seedMember(accountId, "invited@team.example", "agent", "pending")
        yield* seedMember(accountId, "bob@team.example")
        const before = (yield* outbox).length
        yield* links.request("stranger@elsewhere.example", { id: "req_1" })
        yield* links.request("invited@team.example", { id: "req_1" })
        for (const other of [organizationIdOf((yield* seedTenant()).accountId), "org_none"]) {
          yield* links.request("bob@team.example", { id: "req_1" }, other)
        }
        yield* links.request("bob@team.example", { id: "req_1" }, organizationIdOf(accountId))
        const mails = yield* outboxWhen((mails) => mails.some(({ recipient }) => recipient === "bob@team.example"))
        assert.lengthOf(mails, before + 1)
      })
    )

    it.effect("keeps only the newest link of an address", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const older = yield* linkFor("owner@localhost")
        const newer = yield* linkFor("owner@localhost")
        const refused = yield* Effect.flip(sessions.open({ token: older, request: { id: "req_1" } }))
        assert.strictEqual(refused._tag, "InvalidToken")
        const { signedIn } = yield* sessions.open({ token: newer, request: { id: "req_1" } })
        assert.include(signedIn.member, { email: "owner@localhost", role: "owner" })
      })
    )

    it.effect("creates no link for the console when no one has the address", () =>
      Effect.gen(function* () {
        const links = yield* MagicLinks
        assert.isTrue(Option.isNone(yield* links.issue("stranger@elsewhere.example")))
        assert.isTrue(Option.isSome(yield* links.issue("Owner@localhost")))
      })
    )

    it.effect("stores no token, neither of links nor in waiting mail", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* linkFor("owner@localhost")
        const rows = yield* sql<{ row: string }>`SELECT l::text AS row FROM magic_links l
          UNION ALL SELECT m::text FROM outgoing_mail m`
        assert.isAbove(rows.length, 1)
        for (const { row } of rows) {
          assert.notInclude(row, token)
          assert.notMatch(row, /ml_\w{43}/)
        }
      })
    )
  }
)

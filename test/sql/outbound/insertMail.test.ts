import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { signInMail } from "../../../src/accounts/signInMail.ts"
import { Vault } from "../../../src/accounts/Vault.ts"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { type MessageId, uuidOf } from "../../../src/domain/Ids.ts"
import type { MailSubject, OutgoingMail } from "../../../src/domain/OutgoingMail.ts"
import { Database } from "../../../src/sql/Database.ts"
import { insertMail } from "../../../src/sql/outbound/insertMail.ts"
import { type MailRow, mailContent } from "../../../src/sql/rows/mailRow.ts"
import { transaction } from "../../../src/sql/transaction.ts"
import { AccountServices } from "../../support/Installation.ts"
import { seedBrand, seedTenant } from "../../support/seedTenant.ts"

const portalLink = (id: MessageId, about: MailSubject): OutgoingMail => ({
  id,
  kind: "portal_link",
  messageId: `<${id}@acme.example>`,
  about,
  to: "ines@north.example",
  subject: "Your requests",
  text: "https://acme.example/portal?token=ml_secret\n",
  html: "<a href='https://acme.example/portal?token=ml_secret'>Your requests</a>",
  secret: true,
  lifetime: Duration.minutes(15)
})

/** Stores a mail in a transaction of the tenant that it is about. */
const insert = Effect.fnUntraced(function* (about: MailSubject) {
  const database = yield* Database
  const vault = yield* Vault
  const mail = portalLink((yield* IdGenerator).next("message"), about)
  yield* transaction(database, about.tenant)(insertMail(database.writes, vault, mail))
  return mail
})

const stored = Effect.fnUntraced(function* (id: MessageId) {
  const { system } = yield* Database
  const [row] = yield* system<MailRow & { state: string; tenant_id: string | null }>`
    SELECT * FROM outgoing_mail WHERE id = ${uuidOf(id)}`
  return row ?? (yield* Effect.die("no such mail"))
})

layer(AccountServices)("insertMail", (it) => {
  it.effect("queues mail of live mode, and captures mail of test mode", () =>
    Effect.gen(function* () {
      const [live, test] = [yield* seedTenant("live"), yield* seedTenant("test")]
      assert.strictEqual((yield* stored((yield* insert(yield* seedBrand(live))).id)).state, "queued")
      assert.strictEqual((yield* stored((yield* insert(yield* seedBrand(test))).id)).state, "captured")
      // The tenant's own row counts, not what a caller claims about it.
      const mislabelled = yield* insert({ ...(yield* seedBrand(test)), tenant: { ...test, mode: "live" } })
      assert.strictEqual((yield* stored(mislabelled.id)).state, "captured")
    })
  )

  it.effect("seals text and HTML of mail with a credential, separately", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const mail = yield* insert(yield* seedBrand(yield* seedTenant()))
      const row = yield* stored(mail.id)
      assert.notInclude(`${row.text} ${row.html}`, "ml_secret")
      assert.notInclude(Buffer.from(row.text, "base64").toString("latin1"), "ml_secret")
      const { html, text } = yield* mailContent(vault, row)
      assert.strictEqual(Redacted.value(text), mail.text)
      assert.strictEqual(html && Redacted.value(html), mail.html)
      const swapped = yield* Effect.flip(mailContent(vault, { ...row, text: row.html ?? "", html: row.text }))
      assert.strictEqual(swapped._tag, "CannotOpen")
    })
  )

  it.effect("hides a tenant's mail from every other tenant, and mail to members from all", () =>
    Effect.gen(function* () {
      const { reads, system } = yield* Database
      const [acme, umbrella] = [yield* seedTenant(), yield* seedTenant()]
      const mail = yield* insert(yield* seedBrand(acme))
      const memberMail = signInMail({
        id: (yield* IdGenerator).next("message"),
        to: "ada@team.example",
        link: "https://desk.example/auth/callback?token=ml_secret",
        lifetime: Duration.minutes(15),
        publicUrl: "https://desk.example",
        domain: "desk.example"
      })
      yield* system.withTransaction(insertMail(system, yield* Vault, memberMail))
      const visible = (tenant: string) => reads<{ id: string }>`SELECT m.id FROM tenant_scope(${tenant}) s,
        LATERAL (SELECT id FROM outgoing_mail OFFSET 0) m`
      assert.deepStrictEqual(yield* visible(acme.id), [{ id: uuidOf(mail.id) }])
      assert.deepStrictEqual(yield* visible(umbrella.id), [])
    })
  )
})

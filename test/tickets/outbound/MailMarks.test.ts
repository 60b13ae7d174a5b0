import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { MailMarks } from "../../../src/tickets/outbound/MailMarks.ts"

const key = (byte: number) => new Uint8Array(32).fill(byte)
const marksOf = (...keys: readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]) =>
  Effect.provide(MailMarks, MailMarks.layer(Redacted.make(keys)))

describe("MailMarks", () => {
  it.effect("names a mail after its content, always the same, and parses that name", () =>
    Effect.gen(function* () {
      const marks = yield* marksOf(key(1))
      const { next } = yield* IdGenerator
      for (const id of [next("comment"), next("ticket"), next("message")]) {
        const messageId = marks.messageId(id, "desk.example")
        assert.match(messageId, /^[a-z]{3}_\w{26}\.\w{26}@desk\.example$/)
        assert.strictEqual(marks.messageId(id, "desk.example"), messageId)
        assert.deepStrictEqual(marks.idIn(messageId), Option.some(id))
        assert.deepStrictEqual(marks.idIn(messageId.toUpperCase()), Option.some(id))
      }
    }).pipe(Effect.provide(IdGenerator.layer))
  )

  it.effect("rejects forged, foreign and swapped marks", () =>
    Effect.gen(function* () {
      const marks = yield* marksOf(key(1))
      const { next } = yield* IdGenerator
      const [comment, brand] = [next("comment"), next("brand")]
      const [, code = ""] = marks.messageId(comment, "d.example").split("@")[0]?.split(".") ?? []
      const [, loopCode = ""] = marks.loopMark(brand).split(".")
      for (const forged of [
        `${next("comment")}.${code}@d.example`,
        `${comment}.${code.slice(1)}@d.example`,
        `${comment}.@d.example`,
        `${comment}@d.example`,
        `${brand}.${loopCode}@d.example`,
        (yield* marksOf(key(2))).messageId(comment, "d.example"),
        "",
        "@",
        "..."
      ])
        assert.deepStrictEqual(marks.idIn(forged), Option.none(), forged)
      for (const forged of [`${next("brand")}.${loopCode}`, `${comment}.${code}`, brand, ""])
        assert.deepStrictEqual(marks.brandIn(forged), Option.none(), forged)
    }).pipe(Effect.provide(IdGenerator.layer))
  )

  it.effect("recognizes a brand's mail by its loop mark, also when made with an older key", () =>
    Effect.gen(function* () {
      const brand = (yield* IdGenerator).next("brand")
      const before = yield* marksOf(key(1))
      const after = yield* marksOf(key(2), key(1))
      assert.deepStrictEqual(after.brandIn(` ${before.loopMark(brand)} `), Option.some(brand))
      assert.notStrictEqual(after.loopMark(brand), before.loopMark(brand))
      const comment = (yield* IdGenerator).next("comment")
      assert.deepStrictEqual(after.idIn(before.messageId(comment, "d.example")), Option.some(comment))
    }).pipe(Effect.provide(IdGenerator.layer))
  )

  it.effect("identifies a watcher and ticket, and rejects marks of another use, ticket or watcher", () =>
    Effect.gen(function* () {
      const { next } = yield* IdGenerator
      const [ticketId, other] = [next("ticket"), next("ticket")]
      const marks = yield* marksOf(key(1))
      for (const who of [next("member"), "custom_ines.o'roth+x@北.example", `custom_${"x".repeat(300)}`])
        assert.deepStrictEqual(
          marks.unwatchIn(marks.unwatchMark({ ticketId, key: who })),
          Option.some({ ticketId, key: who })
        )
      const mark = marks.unwatchMark({ ticketId, key: "custom_a@b.example" })
      const [, who = "", code = ""] = mark.split(".")
      for (const forged of [
        `${other}.${who}.${code}`,
        `${ticketId}.${Buffer.from("custom_c@b.example").toString("base64url")}.${code}`,
        marks.messageId(ticketId, "d.example"),
        `${ticketId}.${code}`,
        ""
      ])
        assert.deepStrictEqual(marks.unwatchIn(forged), Option.none(), forged)
    }).pipe(Effect.provide(IdGenerator.layer))
  )
})

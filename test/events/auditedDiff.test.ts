import { assert, it } from "@effect/vitest"
import { fieldDiff } from "../../src/domain/FieldDiff.ts"
import { auditedDiff } from "../../src/events/auditedDiff.ts"

interface Note {
  readonly title: string
  readonly body: string | null
  readonly data: string
}
const fields = {
  title: ({ title }: Note) => title,
  body: ({ body }: Note) => body,
  data: ({ data }: Note) => data
}
const before: Note = { title: "One", body: "What somebody wrote", data: "short" }
const audited = (after: Note) => auditedDiff(fieldDiff(fields, before, after))

it("The audit log stores old and new values of changed fields", () => {
  assert.deepStrictEqual(audited({ ...before, title: "Two" }), { title: { old: "One", new: "Two" } })
  assert.deepStrictEqual(audited(before), {})
})

it("For what people wrote, and for long values, it stores a hash", () => {
  const changed = audited({ ...before, body: null, data: "x".repeat(20_000) })
  assert.notInclude(JSON.stringify(changed), "somebody")
  assert.deepStrictEqual(changed["body"], {
    old: "sha256:8bcb8327ecb94930e2c95207a941393059c8cc8e8844079fce59cdd2b129d5e9",
    new: null
  })
  assert.match(JSON.stringify(changed["data"]), /^\{"old":"sha256:[0-9a-f]{64}","new":"sha256:[0-9a-f]{64}"\}$/)
})

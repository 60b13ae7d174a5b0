import { assert, it } from "@effect/vitest"
import { systemStatuses } from "../../../src/domain/Status.ts"
import { statusName } from "../../../web/customer/statusName.ts"
import { words as german } from "../../../web/customer/words/de.ts"
import { words as english } from "../../../web/customer/words/en.ts"

it("Built-in statuses have names in the reader's language", () => {
  const namesIn = (words: typeof english) =>
    systemStatuses.map(({ category, name }) => statusName(words, { status: category, statusLabel: name }))
  assert.deepStrictEqual(
    namesIn(english),
    systemStatuses.map(({ name }) => name)
  )
  assert.deepStrictEqual(namesIn(german), ["Offen", "Wartend", "Gelöst", "Geschlossen"])
})

it("A brand's own name for a status stays as it is", () => {
  for (const statusLabel of ["We ordered parts", "PENDING", "Open"])
    assert.strictEqual(statusName(german, { status: "pending", statusLabel }), statusLabel)
})

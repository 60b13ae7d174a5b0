import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { confirmed } from "../../src/domain/AccountDeletion.ts"
import { idOf } from "../../src/domain/Ids.ts"

const account = {
  id: idOf("account", "01890000-0000-7000-8000-000000000001"),
  name: "Ada & Söhne",
  createdAt: DateTime.makeUnsafe(0),
  updatedAt: DateTime.makeUnsafe(0)
}

describe("Deleting an account", () => {
  it("is confirmed with its exact name, and with nothing similar", () => {
    for (const said of ["Ada & Söhne", " Ada & Söhne "]) assert.isTrue(Result.isSuccess(confirmed(account, said)))
    for (const said of ["", "true", "ada & söhne", "Ada & Sohne", "Ada", account.id]) {
      const refused = confirmed(account, said)
      assert.isTrue(Result.isFailure(refused) && refused.failure.errors[0].field === "confirm", said)
    }
  })
})

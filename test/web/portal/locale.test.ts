import { assert, describe, it } from "@effect/vitest"
import { languageCookie, languageIn } from "../../../web/portal/src/server/cookie.ts"
import { chosenLocale, preferredLocale } from "../../../web/portal/src/server/locale.ts"

describe("A visitor's language", () => {
  it("is the first supported one that their browser prefers", () => {
    assert.strictEqual(preferredLocale("sv, de-AT;q=0.9, en;q=0.8, *;q=0.5"), "de-AT")
    assert.strictEqual(preferredLocale("en;q=0.5,fr;q=0.7"), "fr")
    assert.strictEqual(preferredLocale("de;q=0, ja"), "ja")
    for (const header of [null, "", "*", "sv", "de;q=0", ";;;,", `${"x,".repeat(20)}de`])
      assert.isUndefined(preferredLocale(header), String(header))
  })

  it("is the one in the URL, and is remembered", () => {
    assert.strictEqual(chosenLocale(new URL("https://desk.example/portal/br_1?lang=pt-br")), "pt-BR")
    assert.isUndefined(chosenLocale(new URL("https://desk.example/portal/br_1?lang=sv")))
    const cookie = languageCookie("pt-BR", "/portal/br_1", "https://desk.example")
    assert.strictEqual(
      cookie,
      "trunkline_language=pt-BR; Max-Age=31536000; Path=/portal/br_1; HttpOnly; Secure; SameSite=Lax"
    )
    assert.strictEqual(languageIn(`other=1; ${cookie}`), "pt-BR")
    for (const header of [null, "", "trunkline_language=", "trunkline_language=sv", "x_trunkline_language=de"])
      assert.isUndefined(languageIn(header), String(header))
  })
})

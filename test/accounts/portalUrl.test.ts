import { assert, describe, it } from "@effect/vitest"
import {
  hostedPortalUrl,
  isListedOrigin,
  isOpenlyNamed,
  isServerNamed,
  portalLinkTo
} from "../../src/accounts/portalUrl.ts"
import { idOf } from "../../src/domain/Ids.ts"

describe("The URL that a portal's magic link opens", () => {
  for (const [url, link] of [
    ["https://shop.example", "https://shop.example/?token=ml_1"],
    ["https://shop.example/help?", "https://shop.example/help?token=ml_1"],
    ["https://shop.example/help?a=b%20c&d=%2F", "https://shop.example/help?a=b%20c&d=%2F&token=ml_1"],
    ["https://shop.example/#/tickets", "https://shop.example/?token=ml_1#/tickets"],
    ["https://shop.example/a?x=1#y?z", "https://shop.example/a?x=1&token=ml_1#y?z"],
    ["https://shop.example/a?token=ml_2&x=1&token=ml_3", "https://shop.example/a?x=1&token=ml_1"]
  ] as const) {
    it(`keeps the contents of ${url}`, () => {
      assert.strictEqual(portalLinkTo(url, "ml_1"), link)
    })
  }

  const publicUrl = "http://localhost:3000"
  const free = { listed: [], publicUrl }
  const bound = { listed: ["https://shop.example", "http://localhost:5173"], publicUrl }

  it("is one of a listed origin, our own, or, by the brand's server while none is listed, any over https", () => {
    assert.isTrue(isServerNamed("https://anywhere.example/x", free))
    assert.isFalse(isServerNamed("http://anywhere.example/x", free))
    assert.isTrue(isServerNamed("https://SHOP.example:443/x", bound))
    assert.isFalse(isServerNamed("https://shop.example:8443/x", bound))
    assert.isFalse(isServerNamed("https://anywhere.example/x", bound))
    assert.isTrue(isServerNamed("http://localhost:3000/portal", bound))
  })

  it("is never an arbitrary one chosen by a page", () => {
    assert.isFalse(isOpenlyNamed("https://anywhere.example/x", free))
    assert.isTrue(isOpenlyNamed("https://shop.example/x", bound))
    assert.isTrue(isOpenlyNamed("http://localhost:5173/x", bound))
    assert.isFalse(isOpenlyNamed("https://shop.example.evil.example/x", bound))
  })

  it("is on the server if that has the domain's name itself", () => {
    const brand = { id: idOf("brand", "01a21239-c563-7956-ba36-f537d5f5870c"), portalDomain: "help.example" }
    assert.strictEqual(hostedPortalUrl("https://desk.example", brand), "https://help.example/enter")
    assert.strictEqual(hostedPortalUrl("https://help.example", brand), `https://help.example/portal/${brand.id}/enter`)
  })

  it("is compared by its whole origin", () => {
    for (const origin of ["null", "", "https://shop.example/", "https://shop.example.", "https://SHOP.example"])
      assert.isFalse(isListedOrigin(origin, bound), origin)
  })
})

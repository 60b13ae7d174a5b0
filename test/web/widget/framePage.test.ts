import { assert, describe, it } from "@effect/vitest"
import { frameFiles, frameOrigins, framePage, framePolicy } from "../../../src/http/widget/framePage.ts"

const files = frameFiles(
  new TextEncoder().encode(
    '{"frame/main.tsx":{"file":"assets/frame-1.js","css":["assets/frame-2.css"],"isEntry":true}}'
  )
)

describe("The page of the frame", () => {
  it("cannot be broken out of through a brand's name or an invalid id", () => {
    const page = framePage(
      files,
      { name: `"><script>alert('x')</script>`, color: "#112233" },
      {
        brandId: `"onload="x`,
        origins: []
      }
    )
    assert.notInclude(page, "<script>")
    assert.notInclude(page, `"onload`)
    assert.include(page, '<script type="module" src="/widget/assets/frame-1.js">')
  })

  it("may be framed by these origins only, and one origin cannot smuggle in another", () => {
    const listed = frameOrigins([
      "https://shop.example",
      "http://localhost:5173",
      "http://[::1]:3000",
      "https://*",
      "https://a.example;script-src",
      "https://a.example,default-src",
      "https://a.example/path",
      "null"
    ])
    assert.deepStrictEqual(listed, ["https://shop.example", "http://localhost:5173", "http://[::1]:3000"])
    assert.isTrue(
      framePolicy(listed, undefined).endsWith(
        "frame-ancestors 'self' https://shop.example http://localhost:5173 http://[::1]:3000"
      )
    )
    assert.include(framePolicy([], "https://store.example"), "connect-src 'self' https://store.example;")
    assert.notInclude(framePolicy([], undefined), "unsafe")
  })
})

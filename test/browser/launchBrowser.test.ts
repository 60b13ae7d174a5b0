import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { assertAccessible, launchBrowser, visit } from "./support/launchBrowser.ts"

/** A page on a port of its own. */
const serve = (html: string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly origin: string; readonly close: () => void }>((resume) => {
      const server = createServer((_, response) => {
        response.setHeader("content-security-policy", "script-src 'none'")
        response.setHeader("content-type", "text/html").end(html)
      }).listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            close: () => server.close()
          })
        )
      )
    }),
    ({ close }) => Effect.sync(close)
  )

it.live("A visit reports requests to other origins, policy violations and accessibility problems", () =>
  Effect.gen(function* () {
    const browser = yield* launchBrowser
    const good = yield* serve(`<!doctype html><html lang=en><title>Good</title><link rel=icon href="data:,">
      <main><h1>Good</h1><button>Reply</button></main>`)
    const calm = yield* visit(browser, [good.origin])
    yield* Effect.promise(() => calm.page.goto(good.origin))
    yield* Effect.promise(() => assertAccessible(calm.page))
    assert.deepStrictEqual(calm.problems, [])

    const bad = yield* serve(`<!doctype html><title>Bad</title><link rel=icon href="data:,">
      <script>alert(1)</script><img src="http://stranger.invalid/pixel.png"><button></button>`)
    const noisy = yield* visit(browser, [bad.origin])
    yield* Effect.promise(() => noisy.page.goto(bad.origin))
    const found = yield* Effect.promise(() => assertAccessible(noisy.page).then(() => "", String))
    for (const rule of ["button-name", "html-has-lang", "image-alt"]) assert.include(found, rule)
    assert.include(noisy.problems.join("\n"), "a request to a stranger: http://stranger.invalid/pixel.png")
    assert.include(noisy.problems.join("\n"), "Content Security Policy")
  }).pipe(Effect.scoped)
)

it.live(
  "Problems in frames are found too, and frames without scripts do not stop the examination of the page around them",
  () =>
    Effect.gen(function* () {
      const browser = yield* launchBrowser
      const page = (inner: string) => `<!doctype html><html lang=en><title>Outer</title><link rel=icon href="data:,">
      <main><h1>Outer</h1><img src="data:,"></main><iframe title=Inner ${inner}></iframe>`
      const button = 'srcdoc="<html lang=en><title>Inner</title><main><h1>Inner</h1><button></button></main>"'
      const found = Effect.fnUntraced(function* (html: string) {
        const served = yield* serve(html)
        const visited = yield* visit(browser, [served.origin])
        yield* Effect.promise(() => visited.page.goto(served.origin))
        return yield* Effect.promise(() => assertAccessible(visited.page).then(() => "", String))
      })
      const both = yield* found(page(button))
      for (const rule of ["button-name", "image-alt"]) assert.include(both, rule)
      const outer = yield* found(page(`sandbox ${button}`))
      assert.include(outer, "image-alt")
      assert.notInclude(outer, "button-name")
    }).pipe(Effect.scoped)
)

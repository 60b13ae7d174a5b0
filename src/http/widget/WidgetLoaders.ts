import { createHash } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { type WebFile, webFiles } from "../web/WebFiles.ts"

/** What pages of others load to have the widget. */
export interface WidgetLoader {
  readonly file: WebFile
  /** What its address names it by. */
  readonly hash: string
  /** As the attribute of a script element wants it (https://www.w3.org/TR/SRI/). */
  readonly integrity: string
}

/**
 * The loader as it is now, and as it ever was: pages that name one by its hash get the very same for as long as they do,
 * whichever version of the server they ask. All of them open the same frame.
 */
export class WidgetLoaders extends Context.Service<
  WidgetLoaders,
  {
    /** The newest; undefined while the widget is not built. */
    readonly newest: Effect.Effect<WidgetLoader | undefined>
    readonly byHash: (hash: string) => Effect.Effect<WidgetLoader | undefined>
  }
>()("trunkline/http/widget/WidgetLoaders") {
  static readonly layer = Layer.effect(
    WidgetLoaders,
    Effect.gen(function* () {
      const built = yield* webFiles("widget")
      const former = yield* webFiles("widget", "loaders")
      const all = yield* Effect.cached(
        Effect.gen(function* () {
          const newest = (yield* built).get("widget.js")
          const loaders = [...(yield* former).values(), ...(newest === undefined ? [] : [newest])].map(loaderOf)
          return {
            newest: newest === undefined ? undefined : loaderOf(newest),
            byHash: new Map(loaders.map((loader) => [loader.hash, loader]))
          }
        })
      )

      return WidgetLoaders.of({
        newest: Effect.map(all, ({ newest }) => newest),
        byHash: (hash) => Effect.map(all, ({ byHash }) => byHash.get(hash))
      })
    })
  )
}

const loaderOf = (file: WebFile): WidgetLoader => ({
  file,
  hash: createHash("sha256").update(file.identity).digest("hex").slice(0, 16),
  integrity: `sha384-${createHash("sha384").update(file.identity).digest("base64")}`
})

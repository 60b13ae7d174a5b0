import { createHash } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { type WebFile, webFiles } from "../web/WebFiles.ts"

/** The script that other sites load to get the widget. */
export interface WidgetLoader {
  readonly file: WebFile
  /** The hash in its address. */
  readonly hash: string
  /** For the `integrity` attribute of a script element (https://www.w3.org/TR/SRI/). */
  readonly integrity: string
}

/**
 * The current loader, and all earlier ones: a page that names one by its hash always gets exactly that one, from any version
 * of the server. All of them open the same frame.
 */
export class WidgetLoaders extends Context.Service<
  WidgetLoaders,
  {
    /** The newest; `undefined` if the widget is not built. */
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

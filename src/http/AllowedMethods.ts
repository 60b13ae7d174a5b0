import { Effect, Option } from "effect"
import { HttpRouter } from "effect/http"
import * as FindMyWay from "effect/http/FindMyWay"
import { openPaths } from "./web/webPaths.ts"

/** Paths match exactly. An id of any length reaches its handler, which answers 404. */
const matching = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 64 * 1024
}

/** A router that also knows the methods of each path, for 405 and its `Allow`. */
export const makeRouter = Effect.gen(function* () {
  const router = yield* Effect.provideService(HttpRouter.make, HttpRouter.RouterConfig, matching)
  const paths = FindMyWay.make<Set<string>>(matching)
  const methodsOf = new Map<string, Set<string>>()

  const note = (method: string, path: HttpRouter.PathInput) => {
    if (openPaths.has(path)) return
    const shape = path.replaceAll(/:[^/]+/g, ":id")
    const methods = methodsOf.get(shape) ?? new Set()
    if (!methodsOf.has(shape)) {
      methodsOf.set(shape, methods)
      // One made-up method: only paths are looked up in this tree.
      paths.on("ANY", path, methods)
    }
    methods.add(method)
    if (method === "GET") methods.add("HEAD")
  }

  const recording = HttpRouter.HttpRouter.of({
    ...router,
    add: (method, path, handler, options) => {
      note(method, path)
      return router.add(method, path, handler, options)
    },
    addAll: (routes) => {
      for (const route of routes) note(route.method, route.path)
      return router.addAll(routes)
    }
  })

  return {
    router: recording,
    /** The methods of a path, or none if there is no such path. */
    allowed: (target: string): Option.Option<ReadonlyArray<string>> =>
      Option.map(Option.fromUndefinedOr(paths.find("ANY", target)), ({ handler }) => [...handler].sort())
  }
})

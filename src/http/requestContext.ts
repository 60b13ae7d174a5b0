import { Context, Layer, Stdio, Terminal } from "effect"
import { Etag, HttpPlatform, HttpRouter, HttpServer } from "effect/http"
import { ChildProcessSpawner } from "effect/process"

/** Services of the platform that no request uses. */
const unasked: ReadonlySet<string> = new Set(
  [
    Layer.CurrentMemoMap,
    Stdio.Stdio,
    Terminal.Terminal,
    ChildProcessSpawner.ChildProcessSpawner,
    HttpServer.HttpServer,
    HttpPlatform.HttpPlatform,
    HttpRouter.HttpRouter,
    Etag.Generator
  ].map(({ key }) => key)
)

/**
 * The part of a context that every request needs: what runs it, without the services of this program. Routes have taken
 * those when they were built, and each request copies its context with everything in it.
 */
export const requestContext = <R>(context: Context.Context<R>): Context.Context<R> =>
  Context.makeUnsafe(
    new Map([...context.mapUnsafe].filter(([key]) => !key.startsWith("trunkline/") && !unasked.has(key)))
  )

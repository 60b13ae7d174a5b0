import { Context, Layer, Stdio, Terminal } from "effect"
import { Etag, HttpPlatform, HttpRouter, HttpServer } from "effect/http"
import { ChildProcessSpawner } from "effect/process"

/** Of the platform, what no request asks for. */
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
 * What of a context every request needs: what runs it, and no service of this program. Whoever serves requests has taken
 * those while it was made, and a context is copied for each request with all that it holds.
 */
export const requestContext = <R>(context: Context.Context<R>): Context.Context<R> =>
  Context.makeUnsafe(
    new Map([...context.mapUnsafe].filter(([key]) => !key.startsWith("trunkline/") && !unasked.has(key)))
  )

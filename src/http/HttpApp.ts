import { ByteSize, Effect, Layer, type Scope } from "effect"
import { HttpIncomingMessage, HttpMiddleware, HttpRouter, HttpServer, type HttpServerError } from "effect/http"
import { makeRouter } from "./AllowedMethods.ts"
import { makeEdge } from "./Edge.ts"
import { filesPath } from "./files/filesPath.ts"
import { mailPath } from "./mail/mailPaths.ts"
import { maxBodyBytes } from "./requestBody.ts"
import { requestContext } from "./requestContext.ts"

/** A route may turn out not to exist; the edge answers that. */
type Answered = HttpRouter.Request<"Error", HttpServerError.HttpServerError>

/** Serves these routes, with the edge around them, on the current HTTP server. */
export const layer = <E, R>(routes: Layer.Layer<never, E, R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { allowed, router } = yield* makeRouter
      // The errors of routes are marked only in their type, and need nothing provided.
      const marked = routes as Layer.Layer<never, E, Exclude<R, Answered>>
      yield* Layer.build(Layer.provide(marked, Layer.succeed(HttpRouter.HttpRouter, router)))
      const edge = yield* makeEdge
      const server = yield* HttpServer.HttpServer
      const serve: Effect.Effect<void, never, Scope.Scope> = server.serve(edge(router.asHttpEffect(), allowed))
      yield* Effect.updateContext(serve, requestContext<Scope.Scope>)
    }).pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBodyBytes)),
      // A trace would store the address of a file or a mail, which is its secret.
      Effect.provideService(
        HttpMiddleware.TracerDisabledWhen,
        ({ url }) => url.startsWith(filesPath) || url.startsWith(mailPath)
      )
    )
  )

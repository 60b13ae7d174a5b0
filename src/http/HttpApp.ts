import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpMiddleware, HttpRouter, HttpServer } from "effect/http"
import { makeRouter } from "./AllowedMethods.ts"
import { makeEdge } from "./Edge.ts"
import { filesPath } from "./files/filesPath.ts"
import { maxBodyBytes } from "./requestBody.ts"

/** Serves these routes, with the edge around them, on the HTTP server it stands on. */
export const layer = <E, R>(routes: Layer.Layer<never, E, R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { allowed, router } = yield* makeRouter
      yield* Layer.build(Layer.provide(routes, Layer.succeed(HttpRouter.HttpRouter, router)))
      const edge = yield* makeEdge
      yield* HttpServer.serveEffect(edge(router.asHttpEffect(), allowed))
    }).pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBodyBytes)),
      // A trace would keep the address of a file, which is its secret.
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, ({ url }) => url.startsWith(filesPath))
    )
  )

import type { IncomingMessage } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { HttpServerRequest } from "effect/http"

/** Node's own view of a request, whose headers are parsed once. */
export const nodeRequest = (request: HttpServerRequest.HttpServerRequest): IncomingMessage =>
  // HttpListener speaks HTTP/1.1 alone.
  NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage

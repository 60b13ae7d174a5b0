import type { IncomingMessage } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { HttpServerRequest } from "effect/http"

/** Node's own request object, which parses the headers only once. */
export const nodeRequest = (request: HttpServerRequest.HttpServerRequest): IncomingMessage =>
  // HttpListener serves only HTTP/1.1.
  NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage

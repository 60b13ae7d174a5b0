import type { ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { HttpServerRequest } from "effect/http"

/** Node's own view of the response to a request. */
export const nodeResponse = (request: HttpServerRequest.HttpServerRequest): ServerResponse =>
  // HttpListener speaks HTTP/1.1 alone.
  NodeHttpServerRequest.toServerResponse(request) as ServerResponse

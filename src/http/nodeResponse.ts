import type { ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { HttpServerRequest } from "effect/http"

/** Node's own response object for a request. */
export const nodeResponse = (request: HttpServerRequest.HttpServerRequest): ServerResponse =>
  // HttpListener serves only HTTP/1.1.
  NodeHttpServerRequest.toServerResponse(request) as ServerResponse

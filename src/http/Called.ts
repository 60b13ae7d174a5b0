import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { declaredParameters, type ParameterSchema } from "../api/Parameters.ts"

/** The endpoint that a request called, as the request log records it. */
export interface Called {
  /** For example `tickets.create`. */
  readonly operation: string
  /** Path pattern, for example `/v1/brands/:brandId`. */
  readonly path: string
  readonly parameters: ReadonlyMap<string, { readonly schema: ParameterSchema }>
}

export const calledOf = (group: HttpApiGroup.Top, endpoint: HttpApiEndpoint.Top): Called => ({
  operation: `${group.identifier}.${endpoint.identifier}`,
  path: endpoint.path,
  parameters: declaredParameters(endpoint.query)
})

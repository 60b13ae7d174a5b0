import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { declaredParameters, type ParameterSchema } from "../api/Parameters.ts"

/** The endpoint that a request has called, as the log of requests tells it. */
export interface Called {
  /** Such as `tickets.create`. */
  readonly operation: string
  /** Path pattern, such as `/v1/brands/:brandId`. */
  readonly path: string
  readonly parameters: ReadonlyMap<string, { readonly schema: ParameterSchema }>
}

export const calledOf = (group: HttpApiGroup.Top, endpoint: HttpApiEndpoint.Top): Called => ({
  operation: `${group.identifier}.${endpoint.identifier}`,
  path: endpoint.path,
  parameters: declaredParameters(endpoint.query)
})

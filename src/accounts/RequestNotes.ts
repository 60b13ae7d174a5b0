import { Context } from "effect"
import type { ApiRequest } from "../domain/ApiRequest.ts"

/** A request with an API key that has its answer. */
export interface RequestNote {
  readonly tenantId: string
  readonly keyId: string
  readonly status: number
  /** Asked for only if the request is kept. */
  readonly describe: () => Omit<ApiRequest, "omitted">
}

/** Notes a request that was answered at `now`, in milliseconds since 1970. Nobody waits for it; nobody listens where it is not provided. */
export const RequestNotes = Context.Reference<(note: RequestNote, now: number) => void>(
  "trunkline/accounts/RequestNotes",
  { defaultValue: () => () => undefined }
)

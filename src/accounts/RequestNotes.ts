import { Context } from "effect"
import type { ApiRequest } from "../domain/ApiRequest.ts"

/** A request made with an API key that has been answered. */
export interface RequestNote {
  readonly tenantId: string
  readonly keyId: string
  readonly status: number
  /** Called only if the request is kept. */
  readonly describe: () => Omit<ApiRequest, "omitted">
}

/** Notes a request that was answered at `now`, in milliseconds since 1970. It never waits, and does nothing by default. */
export const RequestNotes = Context.Reference<(note: RequestNote, now: number) => void>(
  "trunkline/accounts/RequestNotes",
  { defaultValue: () => () => undefined }
)

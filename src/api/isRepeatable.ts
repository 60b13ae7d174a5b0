import type { HttpApiEndpoint } from "effect/http-api"

/** Whether an endpoint takes an idempotency key: its declaration says that one may be used twice. */
export const isRepeatable = ({ error }: HttpApiEndpoint.Top): boolean =>
  [...error].some(({ ast }) => ast.annotations?.["identifier"] === "IdempotencyKeyReused")

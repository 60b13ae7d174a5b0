import type { HttpApiEndpoint } from "effect/http-api"

/** Whether an endpoint takes an idempotency key: if its declaration says that a key can be reused wrongly. */
export const isRepeatable = ({ error }: HttpApiEndpoint.Top): boolean =>
  [...error].some(({ ast }) => ast.annotations?.["identifier"] === "IdempotencyKeyReused")

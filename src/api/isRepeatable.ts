import type { HttpApiEndpoint } from "effect/http-api"

/** Whether an endpoint takes an idempotency key, which is when it declares the error `IdempotencyKeyReused`. */
export const isRepeatable = ({ error }: HttpApiEndpoint.Top): boolean =>
  [...error].some(({ ast }) => ast.annotations?.["identifier"] === "IdempotencyKeyReused")

import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { isMet, needOf } from "../api/needsOneOf.ts"
import { validationFailed } from "../api/validationFailed.ts"
import { fieldErrors } from "./fieldErrors.ts"
import { Refused } from "./Refused.ts"

/**
 * Adds the rule that a body needs one of several members to the errors of its members: a schema checks it only once all
 * members are valid, and nobody should have to send a body twice to get all of its errors.
 */
export const needTold = ({ payload }: HttpApiEndpoint.Top) => {
  const need = needOf(payload.get("application/json")?.schemas[0])
  return (text: string) =>
    <E>(error: E): E | Refused => {
      if (need === undefined || !HttpApiError.HttpApiSchemaError.is(error)) return error
      const errors = fieldErrors(error.cause.issue)
      if (errors === undefined || errors.some(({ field }) => need.members.includes(field))) return error
      // A body with errors in its members is an object.
      return isMet(need, JSON.parse(text)) ? error : Refused.of(validationFailed([...errors, need.error]))
    }
}

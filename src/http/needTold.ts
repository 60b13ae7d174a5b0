import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { isMet, needOf } from "../api/needsOneOf.ts"
import { validationFailed } from "../api/problemOf.ts"
import { fieldErrors } from "./fieldErrors.ts"
import { Refused } from "./Refused.ts"

/**
 * Tells whoever sent a body that breaks rules of its members also what it needs one of: a schema looks at that only once
 * all members are right, and nobody should have to send a body twice to hear what is wrong with it.
 */
export const needTold = ({ payload }: HttpApiEndpoint.Top) => {
  const need = needOf(payload.get("application/json")?.schemas[0])
  return (text: string) =>
    <E>(error: E): E | Refused => {
      if (need === undefined || !HttpApiError.HttpApiSchemaError.is(error)) return error
      const errors = fieldErrors(error.cause.issue)
      if (errors === undefined || errors.some(({ field }) => need.members.includes(field))) return error
      // What breaks rules of members is an object.
      return isMet(need, JSON.parse(text)) ? error : Refused.of(validationFailed([...errors, need.error]))
    }
}

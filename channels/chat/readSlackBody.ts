import { Result } from "effect"
import { isJsonObject, type Json, type JsonObject } from "../../src/domain/Json.ts"
import { storable, storableJson } from "./wire.ts"

/** Fields of a form, of which a command of Slack's has a dozen. Each takes a moment, and a megabyte holds half a million. */
const mostFields = 200

/** The body is neither a form nor JSON that Slack would send. */
export interface UnreadableBody {
  readonly _tag: "UnreadableBody"
}

const unreadable: UnreadableBody = { _tag: "UnreadableBody" }

const mediaType = (contentType: string | undefined) => contentType?.split(";", 1)[0]?.trim().toLowerCase()

/** Slack's probe of a certificate, which it does not sign: nothing else of the request counts. */
export const isSslCheck = (contentType: string | undefined, body: Uint8Array): boolean => {
  if (mediaType(contentType) !== "application/x-www-form-urlencoded") return false
  const checks = formIn(Buffer.from(body).toString())?.getAll("ssl_check") ?? []
  return checks.length === 1 && checks[0] === "1"
}

/**
 * The object that a request of Slack's carries: JSON, the JSON in a form's `payload`, or the form itself. Its strings
 * hold nothing that PostgreSQL cannot keep.
 */
export const readSlackBody = (
  contentType: string | undefined,
  body: Uint8Array
): Result.Result<JsonObject, UnreadableBody> => {
  const text = Buffer.from(body).toString()
  switch (mediaType(contentType)) {
    case "application/json":
      return parsed(text)
    case "application/x-www-form-urlencoded": {
      const form = formIn(text)
      if (form === undefined) return Result.fail(unreadable)
      const names = [...form.keys()]
      if (new Set(names).size !== names.length) return Result.fail(unreadable)
      const payload = form.get("payload")
      return payload === null
        ? Result.succeed(Object.fromEntries([...form].map(([name, value]) => [storable(name), storable(value)])))
        : parsed(payload)
    }
    default:
      return Result.fail(unreadable)
  }
}

/** The fields of a form; none where there are more than Slack would send. */
const formIn = (text: string): URLSearchParams | undefined =>
  text.split("&", mostFields + 1).length > mostFields ? undefined : new URLSearchParams(text)

const parsed = (text: string): Result.Result<JsonObject, UnreadableBody> => {
  try {
    const value = storableJson(JSON.parse(text) as Json)
    return isJsonObject(value) ? Result.succeed(value) : Result.fail(unreadable)
  } catch {
    return Result.fail(unreadable)
  }
}

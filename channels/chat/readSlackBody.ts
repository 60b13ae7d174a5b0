import { Result } from "effect"
import { isJsonObject, type Json, type JsonObject } from "../../src/domain/Json.ts"
import { storable, storableJson } from "./wire.ts"

/** Fields of a form. Slack's commands have a dozen; a megabyte could hold half a million, and each costs time. */
const mostFields = 200

/** The body is neither a form nor JSON that Slack would send. */
export interface UnreadableBody {
  readonly _tag: "UnreadableBody"
}

const unreadable: UnreadableBody = { _tag: "UnreadableBody" }

const mediaType = (contentType: string | undefined) => contentType?.split(";", 1)[0]?.trim().toLowerCase()

/** Whether this is Slack's certificate check, which is unsigned: nothing else in the request is used. */
export const isSslCheck = (contentType: string | undefined, body: Uint8Array): boolean => {
  if (mediaType(contentType) !== "application/x-www-form-urlencoded") return false
  const checks = formIn(Buffer.from(body).toString())?.getAll("ssl_check") ?? []
  return checks.length === 1 && checks[0] === "1"
}

/**
 * The object in a request from Slack: JSON, the JSON in a form's `payload`, or the form itself. Its strings contain nothing
 * that PostgreSQL cannot store.
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

/** The fields of a form; `undefined` if there are more than Slack would send. */
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

import { Effect } from "effect"
import { request } from "undici"
import type { Target } from "./load.ts"

/** Calls the API with the target's key. Any response but a success is a defect. */
export const callApi = (
  { key, origin }: Target,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown
) =>
  Effect.promise(async (): Promise<Record<string, unknown>> => {
    const answer = await request(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} was answered ${answer.statusCode} ${text}`)
    // Every successful response is an object, or an array that no caller here indexes by name.
    return JSON.parse(text) as Record<string, unknown>
  })

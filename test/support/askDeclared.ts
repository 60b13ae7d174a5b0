import { Effect } from "effect"
import { assertDeclared } from "./declaredAnswers.ts"
import { type Asked, HttpSite } from "./HttpSite.ts"
import { Installation } from "./Installation.ts"

/** Sends a request with the test key, and checks the response against the schema that its endpoint declares. */
export const askDeclared = Effect.fnUntraced(function* (method: string, path: string, options: Asked = {}) {
  const { test } = yield* Installation
  const answer = yield* (yield* HttpSite).ask(method, path, { key: test.key, ...options })
  assertDeclared(method, path, answer.status, answer.json)
  return answer
})

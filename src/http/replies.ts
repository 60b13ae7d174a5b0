import { HttpServerResponse } from "effect/http"
import type { CurrentCommand } from "../api/Access.ts"
import type { Answer, Once, ReceiptRequest } from "../events/Receipt.ts"
import { ownBytes } from "./BytesInHand.ts"

/** An answer whose body is `value`; members that are undefined are left out. */
export const answerOf = (status: number, value: unknown, headers: Answer["headers"] = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(value)
})

/** The version of a record, as `ETag`. */
export const etag = (version: number): Answer["headers"] => ({ etag: `"${version}"` })

const jsonType = "application/json"

/** Characters from which an answer waits for its reader as bytes: a text may take twice as much, of what is least, the heap. */
const longText = 64 * 1024

export const reply = ({ body, headers, status }: Answer): HttpServerResponse.HttpServerResponse => {
  const options = { status, headers, contentType: jsonType }
  return body.length < longText
    ? HttpServerResponse.text(body, options)
    : HttpServerResponse.uint8Array(ownedBytes(Buffer.from(body)), options)
}

/** 200 with JSON that was put together for this one answer. */
export const replyBytes = (bytes: Uint8Array): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(ownedBytes(bytes), { contentType: jsonType })

const ownedBytes = (bytes: Uint8Array): Uint8Array => {
  ownBytes.add(bytes)
  return bytes
}

/** A first answer, sent again. */
export const replay = (answer: Answer): HttpServerResponse.HttpServerResponse =>
  reply({ ...answer, headers: { ...answer.headers, "idempotency-replayed": "true" } })

/** 200 with a value that has no version. */
export const ok = (value: unknown): HttpServerResponse.HttpServerResponse => reply(answerOf(200, value))

/** What a void command answers. */
export const success = (): Answer => answerOf(200, { success: true })

/** The receipt that a command asks for: its answer is made inside its transaction. */
export const receiptOf = <A>(
  command: CurrentCommand["Service"],
  answer: (value: A) => Answer,
  options?: { readonly secret: true }
): ReceiptRequest<A> | undefined =>
  command.idempotency === undefined ? undefined : { ...command.idempotency, answer, ...options }

/** The answer of a command, fresh or sent again. */
export const replyOnce =
  <A>(answer: (value: A) => Answer) =>
  (once: Once<A>): HttpServerResponse.HttpServerResponse =>
    once.replayed ? replay(once.answer) : reply(answer(once.value))

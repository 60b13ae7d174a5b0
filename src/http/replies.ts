import { HttpServerResponse } from "effect/http"
import type { CurrentCommand } from "../api/Access.ts"
import type { Answer, Once, ReceiptRequest } from "../events/Receipt.ts"
import { ownBytes } from "./BytesInHand.ts"

/** A response with `value` as its body; members that are `undefined` are left out. */
export const answerOf = (status: number, value: unknown, headers: Answer["headers"] = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(value)
})

/** The version of a record, as `ETag`. */
export const etag = (version: number): Answer["headers"] => ({ etag: `"${version}"` })

const jsonType = "application/json"

/**
 * Characters from which a response waits for its reader as bytes: text may take twice as much, and on the heap, which is
 * scarcest.
 */
const longText = 64 * 1024

export const reply = ({ body, headers, status }: Answer): HttpServerResponse.HttpServerResponse => {
  const options = { status, headers, contentType: jsonType }
  return body.length < longText
    ? HttpServerResponse.text(body, options)
    : HttpServerResponse.uint8Array(ownedBytes(Buffer.from(body)), options)
}

/** 200 with JSON that was assembled for this response alone. */
export const replyBytes = (bytes: Uint8Array): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(ownedBytes(bytes), { contentType: jsonType })

const ownedBytes = (bytes: Uint8Array): Uint8Array => {
  ownBytes.add(bytes)
  return bytes
}

/** Repeats a first response. */
export const replay = (answer: Answer): HttpServerResponse.HttpServerResponse =>
  reply({ ...answer, headers: { ...answer.headers, "idempotency-replayed": "true" } })

/** 200 with a value that has no version. */
export const ok = (value: unknown): HttpServerResponse.HttpServerResponse => reply(answerOf(200, value))

/** The response to a command without a result. */
export const success = (): Answer => answerOf(200, { success: true })

/** The receipt for a command with a key: its response is stored in its transaction. */
export const receiptOf = <A>(
  command: CurrentCommand["Service"],
  answer: (value: A) => Answer,
  options?: { readonly secret: true }
): ReceiptRequest<A> | undefined =>
  command.idempotency === undefined ? undefined : { ...command.idempotency, answer, ...options }

/** The response to a command, new or repeated. */
export const replyOnce =
  <A>(answer: (value: A) => Answer) =>
  (once: Once<A>): HttpServerResponse.HttpServerResponse =>
    once.replayed ? replay(once.answer) : reply(answer(once.value))

import type { PortalAttachment } from "../../../../sdk/src/portal.ts"
import type { Words } from "../../../customer/words/en.ts"

/** A file on its way to the server. */
export interface Upload {
  readonly id: string
  readonly file: File
  /** Ends it. */
  readonly controller: AbortController
  /** From 0 to 1. */
  readonly sent: number
  readonly state: "sending" | "failed"
  /** Why it failed. */
  readonly reason?: string
}

/** What the server says of a request that it did not take. */
export interface Refusal {
  readonly reason: string
}

/** Sends a file, and tells how far it has come. Rejects with a sentence; what was aborted says nothing any more. */
export const sendFile = (
  base: string,
  file: File,
  words: Words,
  onProgress: (sent: number) => void,
  signal: AbortSignal
): Promise<PortalAttachment> =>
  new Promise((resolve, reject) => {
    const form = new FormData()
    form.set("files", file)
    const request = new XMLHttpRequest()
    signal.onabort = () => request.abort()
    request.open("POST", `${base}/files`)
    request.setRequestHeader("accept", "application/json")
    request.responseType = "json"
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onerror = () => reject(words.offline)
    request.onload = () => {
      const answer: PortalAttachment | Refusal | null = request.response
      if (request.status === 201 && answer !== null && "id" in answer) resolve(answer)
      else reject(reasonOf(answer, words))
    }
    request.send(form)
  })

/** Milliseconds for an answer. A connection that has died says nothing. */
const patience = 30_000

/** Asks for JSON, or posts a form. Rejects with a sentence. */
export const ask = async <A>(path: string, words: Words, form?: FormData): Promise<A> => {
  const answered = await fetch(path, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(patience),
    ...(form === undefined ? {} : { method: "POST", body: form })
  }).catch(() => Promise.reject(words.offline))
  const answer: A | Refusal | null = await answered.json().catch(() => null)
  if (!answered.ok || answer === null) throw reasonOf(answer, words)
  return answer as A
}

const reasonOf = (answer: unknown, words: Words) =>
  typeof answer === "object" && answer !== null && "reason" in answer ? String(answer.reason) : words.ourFault

import type { PortalAttachment } from "../../../../sdk/src/portal.ts"
import type { Words } from "../../../customer/words/en.ts"

/** A file that is being uploaded. */
export interface Upload {
  readonly id: string
  readonly file: File
  /** Aborts the upload. */
  readonly controller: AbortController
  /** The part that was sent, from 0 to 1. */
  readonly sent: number
  readonly state: "sending" | "failed"
  /** Why it failed. */
  readonly reason?: string
}

/** The server's answer to a request that it refused. */
export interface Refusal {
  /** The reason, as a sentence. */
  readonly reason: string
  /** The key with which to send the form again. */
  readonly key?: string | undefined
}

/** Uploads a file and reports progress. Rejects with a sentence; never settles once aborted. */
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
      else reject(refusalIn(answer, words).reason)
    }
    request.send(form)
  })

/** Milliseconds for an answer. A dead connection reports nothing. */
const patience = 30_000

/** Requests JSON, or posts a form. Rejects with a `Refusal`. */
export const ask = async <A>(path: string, words: Words, form?: FormData): Promise<A> => {
  const answered = await fetch(path, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(patience),
    ...(form === undefined ? {} : { method: "POST", body: form })
  }).catch(() => Promise.reject({ reason: words.offline } satisfies Refusal))
  const answer: (A & object) | Refusal | null = await answered.json().catch(() => null)
  if (!answered.ok || answer === null) throw refusalIn(answer, words)
  return answer as A
}

const refusalIn = (answer: object | null, words: Words): Refusal =>
  answer !== null && "reason" in answer ? (answer as Refusal) : { reason: words.ourFault }

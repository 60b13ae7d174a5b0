import type { PortalAttachment } from "../../../../sdk/src/portal.ts"

/** A file on its way to the server. */
export interface Upload {
  readonly id: string
  readonly file: File
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

const noConnection = "There is no connection."

/** Sends a file, and tells how far it has come. Rejects with a sentence. */
export const sendFile = (base: string, file: File, onProgress: (sent: number) => void): Promise<PortalAttachment> =>
  new Promise((resolve, reject) => {
    const form = new FormData()
    form.set("files", file)
    const request = new XMLHttpRequest()
    request.open("POST", `${base}/files`)
    request.setRequestHeader("accept", "application/json")
    request.responseType = "json"
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onerror = () => reject(noConnection)
    request.onload = () => {
      const answer: PortalAttachment | Refusal | null = request.response
      if (request.status === 201 && answer !== null && "id" in answer) resolve(answer)
      else reject(reasonOf(answer))
    }
    request.send(form)
  })

/** Asks for JSON, or posts a form. Rejects with a sentence. */
export const ask = async <A>(path: string, form?: FormData): Promise<A> => {
  const answered = await fetch(path, {
    headers: { accept: "application/json" },
    ...(form === undefined ? {} : { method: "POST", body: form })
  }).catch(() => Promise.reject(noConnection))
  const answer: A | Refusal | null = await answered.json().catch(() => null)
  if (!answered.ok || answer === null) throw reasonOf(answer)
  return answer as A
}

const reasonOf = (answer: unknown) =>
  typeof answer === "object" && answer !== null && "reason" in answer ? String(answer.reason) : "Something went wrong."

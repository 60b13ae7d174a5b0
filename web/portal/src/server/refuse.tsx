import { ApiError, TrunklineError } from "../../../../sdk/src/portal.ts"
import { Kept, textIn } from "../pages/Kept.tsx"
import { ProblemPage } from "../pages/ProblemPage.tsx"
import type { FormRefused } from "./Host.ts"
import { signInPath } from "./next.ts"
import { json, page } from "./respond.tsx"
import { isSignedOut, signedOut } from "./signedIn.tsx"
import type { Visit } from "./Visit.ts"

/** The answer to a request that the API did not let through. What was written into its form is shown again. */
export const refuse = async (visit: Visit, error: unknown, form?: FormData): Promise<Response> => {
  if (isSignedOut(error)) return signedOut(visit, form)
  if (!isKnown(error)) throw error
  const status = statusOf(error)
  const headers = retryHeaders(error)
  const reason = reasonOf(error)
  if (visit.wantsJson) return json(visit, { reason }, { status, headers })
  const text = textIn(form)
  if (status === 404 && text === "") return notFound(visit)
  if (status < 500 && status !== 429) await visit.knowBrand()
  const title = status === 429 ? "Too many requests" : status >= 500 ? "Something went wrong" : "That cannot be done"
  return page(
    visit,
    { title, status, headers },
    <ProblemPage title={title} requestId={status >= 500 ? requestIdOf(error) : undefined}>
      <p>{reason}</p>
      <Kept text={text} />
      <p>
        <a href={visit.base}>Go to my requests</a>
      </p>
    </ProblemPage>
  )
}

/** The answer to a form that could not be read. */
export const refuseForm = (visit: Visit, { reason, status }: FormRefused): Response => {
  if (visit.wantsJson) return json(visit, { reason }, { status })
  const title = "That was not sent"
  return page(
    visit,
    { title, status },
    <ProblemPage title={title}>
      <p>{reason}</p>
    </ProblemPage>
  )
}

/** There is no such page, or not for this visitor. */
export const notFound = async (visit: Visit): Promise<Response> => {
  await visit.knowBrand()
  const { base, brand, me } = visit
  const title = "There is no such page"
  if (visit.wantsJson) return json(visit, { reason: `${title}.` }, { status: 404 })
  return page(
    visit,
    { title, status: 404 },
    <ProblemPage title={title}>
      <p>The address may be mistyped, or what was there is gone.</p>
      {brand === undefined && me === undefined ? null : (
        <p>
          <a href={base}>Go to my requests</a>
        </p>
      )}
    </ProblemPage>
  )
}

/** A link that was used, replaced, or is too old. */
export const linkEnded = (visit: Visit, next: string): Response => {
  const title = "This link does not work any more"
  return page(
    visit,
    { title, status: 401 },
    <ProblemPage title={title}>
      <p>A link works once, within 15 minutes, and only the newest one does.</p>
      <p>
        <a class="button" href={signInPath(visit.base, next)}>
          Ask for another link
        </a>
      </p>
    </ProblemPage>
  )
}

/** What somebody has to know to send a form again; undefined when there is no form to show to them any more. */
export const refusalsOf = (error: unknown): ReadonlyArray<string> | undefined => {
  if (!isKnown(error) || [401, 404].includes(statusOf(error)) || codeOf(error) === "ticket_merged") return undefined
  if (codeOf(error) === "idempotency_key_reused")
    return ["This form was sent a moment ago, and we have it. Send it again only if this is something new."]
  return error instanceof ApiError && error.errors.length > 0
    ? error.errors.map(({ field, message }) => `${names[field] ?? field} ${message}.`)
    : [reasonOf(error)]
}

/** The HTTP status that goes with an error. */
export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 503)

/** What forms call the fields of the API. */
const names: Readonly<Record<string, string>> = {
  title: "What it is about",
  body: "The text",
  attachmentIds: "The list of files",
  filename: "The name of the file",
  contentType: "The type of the file",
  size: "The size of the file"
}

const reasonOf = (error: TrunklineError): string => {
  const status = statusOf(error)
  if (status === 429) return `That was a lot at once. Try again in ${waitText(error)}.`
  if (status >= 500) return "Something went wrong on our side. Try again in a moment."
  return error.message
}

const isKnown = (error: unknown): error is TrunklineError => error instanceof TrunklineError

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined)
const requestIdOf = (error: unknown) => (error instanceof ApiError ? error.requestId : undefined)
const retryAfterOf = (error: unknown) => (error instanceof ApiError ? error.retryAfter : undefined)

const retryHeaders = (error: unknown): Record<string, string> => {
  const wait = retryAfterOf(error)
  return wait === undefined ? {} : { "retry-after": String(Math.ceil(wait / 1000)) }
}

const waitText = (error: unknown) => {
  const seconds = Math.max(1, Math.ceil((retryAfterOf(error) ?? 1000) / 1000))
  return seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : seconds === 1 ? "a second" : `${seconds} seconds`
}

import { ApiError, TrunklineError } from "../../../../sdk/src/portal.ts"
import { reasonOf, refusedFields } from "../../../customer/reason.ts"
import { sizeText } from "../../../customer/sizes.ts"
import { homeIn } from "../home.ts"
import { Kept, textIn } from "../pages/Kept.tsx"
import { ProblemPage } from "../pages/ProblemPage.tsx"
import { nextKey } from "./files.ts"
import type { FormRefused } from "./Host.ts"
import { signInPath } from "./next.ts"
import { json, page } from "./respond.tsx"
import { isSignedOut, signedOut } from "./signedIn.tsx"
import type { Visit } from "./Visit.ts"

/** Answers a request that the API refused, showing again what was written into its form. */
export const refuse = async (visit: Visit, error: unknown, form?: FormData): Promise<Response> => {
  if (isSignedOut(error)) return signedOut(visit, form)
  if (!(error instanceof TrunklineError)) throw error
  const { words } = visit.language
  const status = statusOf(error)
  const headers = retryHeaders(error)
  const reason = reasonOf(error, visit.language)
  if (visit.wantsJson) {
    const fields = refusedFields(error, visit.language, visit.me?.brand.fields ?? [])
    const key = form === undefined ? undefined : nextKey(error, form)
    return json(visit, { reason: fields.length > 0 ? fields.join(" ") : reason, key }, { status, headers })
  }
  // The failure may have come before the form was read, as when the session was checked.
  const text = textIn(form ?? (visit.request.method === "POST" ? await visit.form("text") : undefined))
  if (status === 404 && text === "") return notFound(visit)
  if (status < 500 && status !== 429) await visit.knowBrand()
  const wasSent = visit.request.method === "POST" && status < 500
  const title = status === 429 ? words.tooManyAtOnce : wasSent ? words.wasNotSent : words.somethingWrong
  return page(
    visit,
    { title, status, headers },
    <ProblemPage title={title} requestId={status >= 500 ? requestIdOf(error) : undefined}>
      <p>{reason}</p>
      <Kept text={text} />
      <p>
        <a href={homeIn(visit.base)}>{words.toRequests}</a>
      </p>
    </ProblemPage>
  )
}

/** Answers a form that could not be read, with as much of its text as could. */
export const refuseForm = (visit: Visit, refused: FormRefused): Response => {
  const { limit, status, why } = refused
  const { locale, words } = visit.language
  const tooLarge = limit === undefined ? words.tooMuch : words.tooLarge(sizeText(limit, locale))
  const reason = { "no form": words.notAllowed, "broken off": words.brokenOff, "too large": tooLarge }[why]
  if (visit.wantsJson) return json(visit, { reason }, { status })
  const title = words.wasNotSent
  return page(
    visit,
    { title, status },
    <ProblemPage title={title}>
      <p>{reason}</p>
      <Kept text={textIn(refused)} />
    </ProblemPage>
  )
}

/** Answers that the page does not exist, or not for this visitor. */
export const notFound = async (visit: Visit): Promise<Response> => {
  await visit.knowBrand()
  const { base, brand, me } = visit
  const { words } = visit.language
  const title = words.noSuchPage
  if (visit.wantsJson) return json(visit, { reason: words.notFound }, { status: 404 })
  return page(
    visit,
    { title, status: 404 },
    <ProblemPage title={title}>
      <p>{words.noSuchPageWhy}</p>
      {brand === undefined && me === undefined ? null : (
        <p>
          <a href={homeIn(base)}>{words.toRequests}</a>
        </p>
      )}
    </ProblemPage>
  )
}

/** Answers a link that was used, replaced or is too old. */
export const linkEnded = (visit: Visit, next: string): Response => {
  const { words } = visit.language
  const title = words.linkOver
  return page(
    visit,
    { title, status: 401 },
    <ProblemPage title={title}>
      <p>{words.linkOverWhy}</p>
      <p>
        <a class="button" href={signInPath(visit.base, next)}>
          {words.askForLink}
        </a>
      </p>
    </ProblemPage>
  )
}

/** Returns what somebody must know to submit a form again; `undefined` if the form cannot be shown to them any more. */
export const refusalsOf = ({ language, me }: Visit, error: unknown): ReadonlyArray<string> | undefined => {
  if (!(error instanceof TrunklineError) || [401, 404].includes(statusOf(error))) return undefined
  if (error instanceof ApiError && error.code === "ticket_merged") return undefined
  const fields = refusedFields(error, language, me?.brand.fields ?? [])
  return fields.length > 0 ? fields : [reasonOf(error, language)]
}

/** Returns the HTTP status for an error. */
export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 503)

const requestIdOf = (error: unknown) => (error instanceof ApiError ? error.requestId : undefined)

const retryHeaders = (error: unknown): Record<string, string> => {
  const wait = error instanceof ApiError ? error.retryAfter : undefined
  return wait === undefined ? {} : { "retry-after": String(Math.ceil(wait / 1000)) }
}

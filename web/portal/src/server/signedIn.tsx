import { ApiError, type PortalMe, TrunklineError } from "../../../../sdk/src/portal.ts"
import { Kept, textIn } from "../pages/Kept.tsx"
import { ProblemPage } from "../pages/ProblemPage.tsx"
import { lifetime, tokenCookie } from "./cookie.ts"
import { nextIn, signInPath } from "./next.ts"
import { goTo, json, page } from "./respond.tsx"
import { keptRequest, type Visit } from "./Visit.ts"

/** Milliseconds that a token has left when it is renewed: half of its life. */
const renewal = (lifetime * 1000) / 2

/**
 * Serves signed-in visitors, and reads who they are in parallel; anybody else is redirected to the sign-in page. Visitors who
 * return stay signed in for up to 30 days: a token in the second half of its life is renewed.
 */
export const signedIn = async <A,>(
  visit: Visit,
  load: () => Promise<A>,
  show: (loaded: A, me: PortalMe) => Response | Promise<Response>
): Promise<Response> => {
  if (visit.token === undefined) return signedOut(visit)
  const loading = load()
  // The session check fails first, for the same reason.
  loading.catch(() => undefined)
  const me = await visit.portal.session.me()
  if (me.brand.id !== visit.brandId) return signedOut(visit)
  visit.me = me
  const loaded = await loading
  if (Date.parse(me.expiresAt) - Date.now() < renewal) await renew(visit)
  return show(loaded, me)
}

/** A failed renewal is retried with the next page: the token is valid for days. */
const renew = async (visit: Visit) => {
  const renewed = await visit.portal.session.refresh().catch((error: unknown) => {
    if (!(error instanceof TrunklineError)) throw error
  })
  if (renewed !== undefined) visit.cookies.push(tokenCookie(renewed.accessToken, visit.base, visit.host.publicUrl))
}

/** Answers somebody who is not, or no longer, signed in, and shows them what they were about to send. */
export const signedOut = (visit: Visit, form?: FormData): Promise<Response> => {
  const { base, host, token } = visit
  const ended = token !== undefined
  visit.me = undefined
  if (ended) visit.cookies.push(tokenCookie(undefined, base, host.publicUrl))
  return askToSignIn(visit, ended, form)
}

/**
 * Answers a form written by one customer after another has signed in, in another tab; `undefined` if it is the same customer.
 */
export const refuseOther = (visit: Visit, form: FormData): Promise<Response> | undefined => {
  const whose = form.get("whose")
  return whose === null || whose === keptRequest(visit) ? undefined : askToSignIn(visit, true, form)
}

const askToSignIn = async (visit: Visit, ended: boolean, form: FormData | undefined): Promise<Response> => {
  const { base, path, request } = visit
  const { words } = visit.language
  if (visit.wantsJson) return json(visit, { reason: words.signedOutMeanwhile }, { status: 401 })
  const next = nextIn(new URLSearchParams({ next: path }))
  const text = textIn(form ?? (request.method === "POST" ? await visit.form("text") : undefined))
  if (text === "") return goTo(visit, signInPath(base, next, ended))
  await visit.knowBrand()
  const title = words.signedOutBefore
  return page(
    visit,
    { title, status: 401 },
    <ProblemPage title={title}>
      <p>{words.signInAgain}</p>
      <Kept text={text} />
      <p>
        <a class="button" href={signInPath(base, next)} target="_blank" rel="noopener">
          {words.signInInTab}
        </a>
      </p>
    </ProblemPage>
  )
}

/** Whether a call failed because nobody is signed in. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

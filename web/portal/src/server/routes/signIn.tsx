import { ApiError } from "../../../../../sdk/src/portal.ts"
import { homeIn } from "../../home.ts"
import { EnterPage, MailedPage, SignInPage } from "../../pages/SignInPage.tsx"
import { tokenCookie } from "../cookie.ts"
import { nextIn } from "../next.ts"
import { linkEnded, refuseForm } from "../refuse.tsx"
import { goTo, page } from "../respond.tsx"
import { isSignedOut } from "../signedIn.tsx"
import { portalPath, type Visit } from "../Visit.ts"

/** The page that asks for an address. */
export const askForAddress = async (visit: Visit): Promise<Response> => {
  const { base, brandId, portal, url } = visit
  visit.brand = await portal.session.brand(brandId)
  const ended = url.searchParams.has("ended")
  return page(
    visit,
    { title: visit.language.words.signIn },
    <SignInPage base={base} next={nextIn(url.searchParams)} ended={ended} />
  )
}

/** Sends a sign-in link to the address. The answer is the same whether or not the address is known. */
export const mailLink = async (visit: Visit): Promise<Response> => {
  const { address, base, brandId, portal } = visit
  const { words } = visit.language
  const form = await visit.form("fields")
  visit.brand = await portal.session.brand(brandId)
  if (!(form instanceof FormData)) return refuseForm(visit, form)
  const email = String(form.get("email") ?? "").trim()
  const next = nextIn(form)
  const query = next === "" ? "" : `?${new URLSearchParams({ next })}`
  try {
    await portal.session.magicLink({ brandId, email, portalUrl: `${address}/enter${query}` })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    const content = <SignInPage base={base} next={next} ended={false} email={email} isRefused />
    return page(visit, { title: words.signIn, status: 400 }, content)
  }
  return page(visit, { title: words.lookIntoMail }, <MailedPage base={base} email={email} />)
}

/** The page that a link opens. */
export const openLink = async (visit: Visit): Promise<Response> => {
  const { base, brandId, portal, url } = visit
  visit.brand = await portal.session.brand(brandId)
  const token = url.searchParams.get("token") ?? ""
  const next = nextIn(url.searchParams)
  return isLink(token)
    ? page(visit, { title: visit.language.words.signIn }, <EnterPage base={base} next={next} token={token} />)
    : linkEnded(visit, next)
}

/**
 * Exchanges a link for a token, which is stored in a cookie. Somebody who follows a used link while signed in stays signed in.
 */
export const enter = async (visit: Visit): Promise<Response> => {
  const { brandId, host, portal } = visit
  const form = await visit.form("fields")
  if (!(form instanceof FormData)) return refuseForm(visit, form)
  const next = nextIn(form)
  try {
    const entered = await portal.session.verify({ token: String(form.get("token") ?? ""), expiresIn: "7d" })
    if (host.site !== undefined && entered.brandId !== brandId) {
      // That portal is elsewhere, and its token must not be handed out here.
      await visit.portalOf(entered.accessToken).session.logout()
      return refuseLink(visit, next)
    }
    // A link signs in to the portal that it was requested for, whichever page it is used on.
    const base = host.site === undefined ? portalPath(entered.brandId) : visit.base
    visit.cookies.push(tokenCookie(entered.accessToken, base, host.publicUrl))
    return goTo(visit, homeIn(base + next))
  } catch (error) {
    if (!isSignedOut(error)) throw error
    if (await isStillIn(visit)) return goTo(visit, homeIn(visit.base + next))
    return refuseLink(visit, next)
  }
}

/** The page for a link that does not work, in the brand's design. */
const refuseLink = async (visit: Visit, next: string): Promise<Response> => {
  visit.brand = await visit.portalOf(undefined).session.brand(visit.brandId)
  return linkEnded(visit, next)
}

/** Ends the session, and deletes the cookie. */
export const signOut = async (visit: Visit): Promise<Response> => {
  const { base, host, portal, token } = visit
  visit.cookies.push(tokenCookie(undefined, base, host.publicUrl))
  if (token !== undefined)
    await portal.session.logout().catch((error: unknown) => {
      // The session has already ended.
      if (!isSignedOut(error)) throw error
    })
  return goTo(visit, `${base}/sign-in`)
}

/** Whether the visitor's own token is valid here. */
const isStillIn = async ({ brandId, portal, token }: Visit): Promise<boolean> => {
  if (token === undefined) return false
  try {
    return (await portal.session.me()).brand.id === brandId
  } catch (error) {
    if (isSignedOut(error)) return false
    throw error
  }
}

const isLink = (token: string) => /^ml_\w{1,100}$/.test(token)

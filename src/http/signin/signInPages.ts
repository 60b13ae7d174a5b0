import { callbackPath } from "../../accounts/MagicLinks.ts"
import { catalogue, type Problem } from "../../api/ProblemCatalogue.ts"
import { nameOf } from "../../domain/Member.ts"
import { organizationOf } from "../../domain/Organization.ts"
import type { SignedIn } from "../../domain/Session.ts"
import { escapeHtml } from "../docs/page.ts"
import { sitePage } from "./sitePage.ts"

/** Targets of the forms. */
export const paths = {
  home: "/",
  login: "/login",
  request: "/auth/magic-link",
  callback: callbackPath,
  signOut: "/auth/sign-out"
} as const

const requestForm = `<form method="post" action="${paths.request}">
<label for="email">Your email address</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
<button>Email me a sign-in link</button>
</form>`

const facts = (publicUrl: string) => `<dl>
<dt>API</dt><dd><code>${escapeHtml(publicUrl)}/v1</code></dd>
<dt>Reference</dt><dd><a href="/docs">/docs</a></dd>
<dt>OpenAPI</dt><dd><a href="/openapi.json">/openapi.json</a></dd>
</dl>`

/** The start page: what this server is, and how to sign in. */
export const welcomePage = (publicUrl: string) =>
  sitePage(
    "Trunkline",
    `<h1>Every channel, one ticket service</h1>
<p class="soft">Mail, Slack, text messages and your own software feed the same tickets, and every change goes out as a signed event.</p>
${requestForm}
<p class="soft">Just installed? The server's console shows a link that signs you in.</p>
${facts(publicUrl)}`
  )

/** The page that shows who is signed in. */
export const signedInPage = (publicUrl: string, { account, member }: SignedIn) =>
  sitePage(
    "Signed in to Trunkline",
    `<h1>You are signed in</h1>
<p>as <strong>${escapeHtml(nameOf(member))}</strong>, ${member.role} of ${escapeHtml(organizationOf(account).name)}</p>
<p><a href="${paths.home}">Open the dashboard</a></p>
${facts(publicUrl)}
<form method="post" action="${paths.signOut}"><button class="quiet">Sign out</button></form>`
  )

/** The page that a link opens. Opening it changes nothing, however often: mail scanners open links too. */
export const confirmPage = (token: string) =>
  sitePage(
    "Sign in to Trunkline",
    `<h1>Sign in</h1>
<p class="soft">One more click. It keeps email scanners, which also open links, from using up yours.</p>
<form method="post" action="${paths.callback}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button autofocus>Sign in to Trunkline</button>
</form>`
  )

/** The page after a link was requested, the same whether anybody has the address or not. */
export const requestedPage = () =>
  sitePage(
    "Check your email",
    `<h1>Check your email</h1>
<p>If a team member has that address, a link is on its way. It works once, within 15 minutes.</p>
<p class="soft">No mail server set up yet? The server's console shows the link.</p>
<p><a href="${paths.login}">Back</a></p>`
  )

/** The page for an error, with the way to a new link if signing in failed. */
export const problemPage = (problem: Problem) => {
  const { status, title } = catalogue[problem.code]
  return sitePage(
    title,
    `<h1>${escapeHtml(problem.code === "invalid_token" ? "This link no longer works" : title)}</h1>
<p class="bad">${escapeHtml(problem.detail)}</p>
${problem.code === "invalid_token" ? requestForm : `<p><a href="${paths.login}">Back</a></p>`}`,
    { status, headers: problem.headers }
  )
}

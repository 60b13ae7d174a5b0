import { restorePath } from "../../accounts/AccountDeletions.ts"
import type { Account } from "../../domain/Account.ts"
import { escapeHtml } from "../docs/page.ts"
import { paths } from "./signInPages.ts"
import { sitePage } from "./sitePage.ts"

/** The page that the link in the email opens. */
export const restorePage = (token: string) =>
  sitePage(
    "Restore an organization",
    `<h1>Restore the organization?</h1>
<p>Everything will be as it was before it was deleted: brands, tickets, customers, files, keys and members.</p>
<form method="post" action="${restorePath}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button autofocus>Restore the organization</button>
</form>`
  )

/** The page after an organization was restored. */
export const restoredPage = ({ name }: Account) =>
  sitePage(
    "Organization restored",
    `<h1>${escapeHtml(name)} has been restored</h1>
<p>Its members can sign in again.</p>
<p><a href="${paths.login}">Sign in</a></p>`
  )

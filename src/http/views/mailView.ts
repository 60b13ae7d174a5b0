import type { MailView } from "../mail/MailViews.ts"
import { iso } from "./moments.ts"

/** Where a mail is shown, on the wire. */
export const mailView = ({ expiresAt, expiresIn, pictures, url }: MailView) => ({
  url,
  expiresIn,
  expiresAt: iso(expiresAt),
  pictures
})

import { iso } from "../../domain/iso.ts"
import type { MailView } from "../mail/MailViews.ts"

/** Where a mail is shown, on the wire. */
export const mailView = ({ expiresAt, expiresIn, pictures, url }: MailView) => ({
  url,
  expiresIn,
  expiresAt: iso(expiresAt),
  pictures
})

import { iso } from "../../domain/iso.ts"
import type { MailView } from "../mail/MailViews.ts"

/** The address of an email in its original design, on the wire. */
export const mailView = ({ expiresAt, expiresIn, pictures, url }: MailView) => ({
  url,
  expiresIn,
  expiresAt: iso(expiresAt),
  pictures
})

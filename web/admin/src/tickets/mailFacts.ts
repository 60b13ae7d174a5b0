import type { Comment } from "@trunkline/sdk"

/** What is known of a message's email beyond its text. */
export interface MailFacts {
  /** No participant has named its sender, or the sender's domain disowns it: the name may be anybody's. */
  readonly isUnproven: boolean
  /** Addresses in copy that were not added, because there would be too many participants. */
  readonly notAdded: ReadonlyArray<string>
  /** The author of the email that its sender has forwarded. */
  readonly writtenBy?: { readonly email: string; readonly name?: string | undefined } | undefined
}

/**
 * Reads these facts from the data of a ticket or comment by email (docs/channels/email.md); other sources may store anything
 * there.
 */
export const mailFacts = (
  source: Comment["source"],
  { authorVerified, notAdded, suggestedCustomer }: Readonly<Record<string, unknown>> = {}
): MailFacts | undefined =>
  source === "email"
    ? {
        isUnproven: authorVerified === false,
        notAdded: Array.isArray(notAdded) ? notAdded.filter((one) => typeof one === "string") : [],
        writtenBy: personIn(suggestedCustomer)
      }
    : undefined

const personIn = (value: unknown): MailFacts["writtenBy"] => {
  if (typeof value !== "object" || value === null || !("email" in value) || typeof value.email !== "string")
    return undefined
  return { email: value.email, name: "name" in value && typeof value.name === "string" ? value.name : undefined }
}

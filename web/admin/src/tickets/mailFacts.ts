import type { Comment } from "@trunkline/sdk"

/** What is known of the mail that a message came by, and its text does not say. */
export interface MailFacts {
  /** Nobody who takes part has named its sender, or their domain disowns it: the name on it may be anybody's. */
  readonly isUnproven: boolean
  /** Who was in copy and does not take part, because there would be too many. */
  readonly notAdded: ReadonlyArray<string>
  /** Who wrote what its sender has passed on. */
  readonly writtenBy?: { readonly email: string; readonly name?: string | undefined } | undefined
}

/** What a ticket or comment by mail keeps of that (docs/channels/email.md); others may keep there what they like. */
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

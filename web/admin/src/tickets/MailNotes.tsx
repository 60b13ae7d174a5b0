import type { MailFacts } from "./mailFacts.ts"

/** What to know about an email, besides its text, before replying to it. */
export function MailNotes({ isUnproven, notAdded }: MailFacts) {
  return (
    <>
      {isUnproven ? (
        <p className="mt-1 text-sm text-warn">The sender is not verified. Anyone can write under this name.</p>
      ) : undefined}
      {notAdded.length === 0 ? undefined : (
        <p className="mt-1 text-sm wrap-anywhere text-soft">
          Also to {notAdded.join(", ")}, who will not get replies, because too many people were in copy.
        </p>
      )}
    </>
  )
}

import { addressesIn } from "./addressesIn.ts"

/** What somebody wrote, as text and nothing else, each line in the direction of its script; addresses in it can be followed. */
export function Prose({ text }: { readonly text: string }) {
  if (text === "") return <p className="text-soft">No text.</p>
  return (
    <div className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">
      {addressesIn(text).map((part) =>
        typeof part === "string" ? (
          part
        ) : (
          <a
            key={part.at}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline"
          >
            {part.href}
          </a>
        )
      )}
    </div>
  )
}

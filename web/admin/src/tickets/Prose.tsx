const address = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

/** What somebody wrote, as text and nothing else, each line in the direction of its script; addresses in it can be followed. */
export function Prose({ text }: { readonly text: string }) {
  if (text === "") return <p className="text-soft">No text.</p>
  const parts: Array<string | { readonly href: string; readonly at: number }> = []
  let from = 0
  for (const found of text.matchAll(address)) {
    parts.push(text.slice(from, found.index), { href: found[0], at: found.index })
    from = found.index + found[0].length
  }
  parts.push(text.slice(from))
  return (
    <div className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">
      {parts.map((part) =>
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

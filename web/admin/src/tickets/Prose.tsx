import { blocks } from "../../../message/blocks.ts"
import type { Stretch } from "../../../message/links.ts"

/** What somebody wrote, as text and nothing else, each line in the direction of its script; addresses in it can be followed. */
export function Prose({ text }: { readonly text: string }) {
  if (text === "") return <p className="text-soft">No text.</p>
  const shown = blocks(text)
  return (
    <div className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">
      {shown.length === 1
        ? shown.map(linked)
        : shown.map((block) => (
            <div
              key={block[0]?.at}
              className="[contain-intrinsic-height:auto_1000px] [content-visibility:auto] [unicode-bidi:plaintext]"
            >
              {linked(block)}
            </div>
          ))}
    </div>
  )
}

const linked = (block: ReadonlyArray<Stretch>) =>
  block.map(({ at, href, text }) =>
    href === undefined ? (
      text
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline">
        {text}
      </a>
    )
  )

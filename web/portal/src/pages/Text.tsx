import { useMemo } from "preact/hooks"
import { blocks } from "../../../message/blocks.ts"
import type { Stretch } from "../../../message/links.ts"

/** What somebody wrote, as they wrote it: text alone, in its own direction, in which addresses can be followed. */
export const Text = ({ text }: { readonly text: string }) => {
  // Whatever happens at a request, all of it is read again: what is said in it is drawn again where it has changed.
  const shown = useMemo(() => {
    const parts = blocks(text)
    return (
      <p class="text" dir="auto">
        {parts.length === 1
          ? parts.map(linked)
          : parts.map((part) => (
              <span key={part[0]?.at} class="block">
                {linked(part)}
              </span>
            ))}
      </p>
    )
  }, [text])
  return shown
}

const linked = (part: ReadonlyArray<Stretch>) =>
  part.map(({ at, href, text }) =>
    href === undefined ? (
      text
    ) : (
      <a key={at} href={href} rel="noopener noreferrer nofollow" target="_blank">
        {text}
      </a>
    )
  )

import { useMemo } from "preact/hooks"
import { type Block, blocks } from "../../../message/blocks.ts"
import type { Stretch } from "../../../message/stretches.ts"

interface Props {
  readonly text: string
  /** Marks of Markdown show as what they mean, as in the mail that it also went out by: one of the team wrote it. */
  readonly isMarked: boolean
}

/** What somebody wrote, as they wrote it: text alone, in its own direction, in which addresses can be followed. */
export const Text = ({ isMarked, text }: Props) => {
  // Whatever happens at a request, all of it is read again: what is said in it is drawn again where it has changed.
  const shown = useMemo(
    () => (
      <div class="text" dir="auto">
        {drawn(blocks(text, { isMarked }))}
      </div>
    ),
    [text, isMarked]
  )
  return shown
}

const drawn = (all: ReadonlyArray<Block>) =>
  all.map((block) => {
    if ("quoted" in block)
      return (
        <blockquote key={block.at} dir="auto">
          {drawn(block.quoted)}
        </blockquote>
      )
    if ("code" in block)
      return (
        <pre key={block.at} dir="ltr">
          {block.code}
        </pre>
      )
    return (
      <div key={block.at} class={all.length === 1 ? undefined : "block"}>
        {block.stretches.map(stretch)}
      </div>
    )
  })

const stretch = ({ as, at, href, text }: Stretch) => {
  if (as === "strong") return <strong key={at}>{text}</strong>
  if (as === "code") return <code key={at}>{text}</code>
  if (href === undefined) return text
  return (
    <a key={at} href={href} rel="noopener noreferrer nofollow" target="_blank">
      {text}
    </a>
  )
}

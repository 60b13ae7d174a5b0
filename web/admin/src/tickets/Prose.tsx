import { type Block, blocks } from "../../../message/blocks.ts"
import type { Stretch } from "../../../message/stretches.ts"

interface Props {
  readonly text: string
  /** Whether to render Markdown, for text by the team. Other text is shown as it is. */
  readonly isMarked?: boolean
}

/** Text and nothing else, each line in the direction of its script, with addresses as links. */
export function Prose({ isMarked = false, text }: Props) {
  if (text === "") return <p className="text-soft">No text.</p>
  return (
    <div className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">{shown(blocks(text, { isMarked }))}</div>
  )
}

const shown = (all: ReadonlyArray<Block>) =>
  all.map((block) => {
    if ("quoted" in block)
      return (
        <blockquote key={block.at} dir="auto" className="my-1 border-s-2 border-edge ps-2 text-soft">
          {shown(block.quoted)}
        </blockquote>
      )
    if ("code" in block)
      return (
        <pre key={block.at} dir="ltr" className="my-1 rounded bg-hover px-2 py-1 font-mono text-sm whitespace-pre-wrap">
          {block.code}
        </pre>
      )
    return (
      <div key={block.at} className={`[unicode-bidi:plaintext] ${all.length === 1 ? "" : inSight}`}>
        {block.stretches.map(drawn)}
      </div>
    )
  })

/** Long messages are laid out only where they are in view. */
const inSight = "[contain-intrinsic-height:auto_1000px] [content-visibility:auto]"

const drawn = ({ as, at, href, text }: Stretch) => {
  if (as === "strong") return <strong key={at}>{text}</strong>
  if (as === "code")
    return (
      <code key={at} className="rounded bg-hover px-1 font-mono text-sm">
        {text}
      </code>
    )
  if (href === undefined) return text
  return (
    <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline">
      {text}
    </a>
  )
}

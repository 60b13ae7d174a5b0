/** @jsxImportSource preact */
import { type Block, blocks } from "../message/blocks.ts"
import type { Stretch } from "../message/stretches.ts"

/**
 * Renders a message: only text, with addresses as links. Markdown is rendered in messages by the team, as in the emails that
 * they were sent as.
 */
export const prose = (text: string, isOfTeam: boolean) => drawn(blocks(text, { isMarked: isOfTeam }))

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

const stretch = ({ as: Mark, at, href, text }: Stretch) => {
  if (Mark !== undefined) return <Mark key={at}>{text}</Mark>
  if (href === undefined) return text
  return (
    <a key={at} href={href} rel="noopener noreferrer nofollow" target="_blank">
      {text}
    </a>
  )
}

import type { types } from "@slack/bolt"
import { plain, section, shortened } from "./blockKit.ts"

export type Window = types.ModalView

/** Characters of a modal's title and buttons. */
const titleLength = 24

/** A modal without a form: it shows a text and can be closed. */
export const notice = (title: string, text: string): Window => ({
  type: "modal",
  title: plain(shortened(title, titleLength)),
  close: plain("Close"),
  blocks: [section(text)]
})

/** A placeholder for content that takes longer than Slack's triggers allow. */
export const loading = (title: string): Window => notice(title, ":hourglass_flowing_sand: One moment…")

/** A modal with a form. `callbackId` says which listener handles its submission; `metadata` holds only ids. */
export const form = (options: {
  readonly callbackId: string
  readonly title: string
  readonly submit: string
  readonly metadata: string
  readonly blocks: ReadonlyArray<types.KnownBlock>
}): Window => ({
  type: "modal",
  callback_id: options.callbackId,
  title: plain(shortened(options.title, titleLength)),
  submit: plain(shortened(options.submit, titleLength)),
  close: plain("Cancel"),
  private_metadata: options.metadata,
  blocks: [...options.blocks]
})

import type { types } from "@slack/bolt"
import { plain, section, shortened } from "./blockKit.ts"

export type Window = types.ModalView

/** Characters of a window's title and buttons. */
const titleLength = 24

/** A window without a form: it says something, and can be closed. */
export const notice = (title: string, text: string): Window => ({
  type: "modal",
  title: plain(shortened(title, titleLength)),
  close: plain("Close"),
  blocks: [section(text)]
})

/** What is shown where what follows takes longer than Slack lets a window wait. */
export const loading = (title: string): Window => notice(title, ":hourglass_flowing_sand: One moment…")

/** A window with a form: `callbackId` says whose submission it is, `metadata` holds ids alone. */
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

import type { Result } from "effect"
import type { ChannelReceipt, InboundPost } from "../api/CustomChannelPayloads.ts"
import type { CustomPost, CustomReceipt } from "../domain/CustomPost.ts"
import { iso } from "../domain/iso.ts"
import { isSeen } from "../domain/isSeen.ts"
import type { InvalidInput } from "../domain/Problems.ts"
import { InputErrors } from "./InputErrors.ts"
import { lineOf, momentOf } from "./ticketInput.ts"

/** A channel's post in terms of the domain. */
export const customPostOf = (payload: typeof InboundPost.Type): Result.Result<CustomPost, InvalidInput> => {
  const errors = new InputErrors()
  const { attachments = [], externalId, metadata, occurredAt, sender, subject, text, threadId } = payload
  if (sender.externalId === undefined && sender.email === undefined && sender.phone === undefined)
    errors.refuse("sender", "required", "must have an externalId, an email or a phone")
  if (!isSeen(text) && attachments.length === 0)
    errors.refuse("text", "required", "must not be empty in a message without attachments")
  for (const [index, { attachmentId, contentType, filename, url }] of attachments.entries()) {
    const place = `attachments[${index}]`
    if ((attachmentId === undefined) === (url === undefined))
      errors.refuse(place, "required", "must have an attachmentId or a url, but not both")
    else if (url !== undefined && (filename === undefined || contentType === undefined))
      errors.refuse(
        `${place}.${filename === undefined ? "filename" : "contentType"}`,
        "required",
        "is required with a url"
      )
  }
  return errors.result({
    externalId: externalId.trim(),
    ...(threadId === undefined ? {} : { threadId: threadId.trim() }),
    sender: named({
      externalId: lineOf(sender.externalId),
      email: sender.email?.trim(),
      name: seenLine(sender.name),
      phone: sender.phone
    }),
    text,
    ...named({ subject: seenLine(subject) }),
    attachments: attachments.map(({ attachmentId, contentType, filename, url }) =>
      named({ attachmentId, contentType, filename: lineOf(filename), url: url?.trim() })
    ),
    ...(occurredAt === undefined ? {} : { occurredAt: iso(momentOf(occurredAt)) }),
    metadata
  })
}

/** A channel's delivery report on a message. */
export const customReceiptOf = ({
  error,
  externalId,
  messageId,
  status
}: typeof ChannelReceipt.Type): CustomReceipt => ({
  status,
  messageId,
  externalId: lineOf(externalId),
  error: lineOf(error)
})

/** One visible line: some people have names without any visible character. */
const seenLine = (text: string | undefined) => (text !== undefined && isSeen(text) ? lineOf(text) : undefined)

/** The members that have a value. */
const named = <A extends { readonly [name: string]: string | undefined }>(members: A) =>
  // Members left out are `undefined` in `A` already.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof A]?: Exclude<A[K], undefined>
  }

import { Schema } from "effect"
import type { JsonObject } from "./Json.ts"

const text = Schema.optionalKey(Schema.String)

/** A message as a custom channel posts it (docs/channels/custom.md). The channel validates it when it comes in. */
export const CustomPost = Schema.Struct({
  externalId: Schema.String,
  threadId: text,
  sender: Schema.Struct({ externalId: text, email: text, name: text, phone: text }),
  text: Schema.String,
  subject: text,
  attachments: Schema.optionalKey(
    Schema.Array(Schema.Struct({ filename: text, contentType: text, attachmentId: text, url: text }))
  ),
  occurredAt: text,
  metadata: Schema.optionalKey(Schema.Unknown)
})

/** A validated post: `metadata` is an object, and `occurredAt` is in ISO 8601. */
export type CustomPost = Omit<typeof CustomPost.Type, "metadata"> & { readonly metadata?: JsonObject | undefined }

/** What a custom channel reports about a message that it was given. */
export interface CustomReceipt {
  /** Our id of the message, or the channel's as `externalId`, or both to tell us the channel's. */
  readonly messageId?: string | undefined
  readonly externalId?: string | undefined
  readonly status: "sent" | "delivered" | "failed" | "read"
  readonly error?: string | undefined
}

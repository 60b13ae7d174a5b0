import { type Code, catalogue } from "./ProblemCatalogue.ts"
import { sampleId } from "./samples.ts"

/** Additional members in the responses of some codes. */
const extras: { readonly [C in Code]?: object } = {
  validation_failed: { errors: [{ field: "title", message: "is required", code: "required" }] },
  token_expired: { expiredAt: "2026-11-20T09:30:00.000Z" },
  forbidden: { required: "admin" },
  already_exists: { field: "slug" },
  ticket_merged: { mergedIntoId: sampleId("ticket") },
  merge_not_possible: { ticketId: sampleId("ticket") },
  invalid_state: { state: "active" },
  attachment_in_use: { attachmentId: sampleId("attachment") },
  attachment_not_uploaded: { expectedSize: 48213, receivedSize: 16384 },
  limit_reached: { limit: 50 },
  channel_not_ready: { channel: "sms" },
  event_expired: { oldestEventId: sampleId("event") },
  precondition_failed: { currentVersion: 4 },
  payload_too_large: { limit: 2_097_152 },
  rate_limited: { retryAfter: 1, limit: 6000, remaining: 0 },
  upstream_failed: { provider: "twilio" }
}

/** The detail of such a response if it is always the same, or else the words of the catalogue. */
const detailOf = (code: Code) =>
  code === "validation_failed" ? "title is required" : catalogue[code].when.replaceAll("`", "")

/** An example response for each code. */
export const problemExamples = (publicUrl: string, codes: ReadonlyArray<Code>) =>
  Object.fromEntries(
    codes.map((code) => {
      const { status, title } = catalogue[code]
      const detail = detailOf(code)
      return [
        code,
        {
          summary: title,
          value: {
            type: `${publicUrl}/docs/errors#${code}`,
            title,
            status,
            detail,
            instance: `/v1/brands/${sampleId("brand")}/tickets`,
            code,
            message: detail,
            error: title,
            statusCode: status,
            requestId: sampleId("request"),
            ...extras[code]
          }
        }
      ]
    })
  )

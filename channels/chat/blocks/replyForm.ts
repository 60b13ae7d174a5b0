import { Result } from "effect"
import { isSeen } from "../../../src/domain/isSeen.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { objectOf, textOf } from "../wire.ts"
import { plain, section } from "./blockKit.ts"
import { headline, type ShownTicket } from "./ticketCard.ts"
import type { FormErrors } from "./ticketForm.ts"
import { form, type Window } from "./windows.ts"

export const replyFormId = "reply"

/** Characters that Slack accepts in one field. */
const longest = 3000

/** The form for a reply: from the team to the customer, or from the customer to the team. */
export const replyForm = (shown: ShownTicket): Window =>
  form({
    callbackId: replyFormId,
    title: shown.buttons === "all" ? "Reply to customer" : "Reply",
    submit: "Send",
    metadata: shown.detail.ticket.id,
    blocks: [
      section(headline(shown)),
      {
        type: "input",
        block_id: "text",
        label: plain(shown.buttons === "all" ? "The customer will see this" : "Your reply"),
        element: {
          type: "plain_text_input",
          action_id: "value",
          multiline: true,
          max_length: longest,
          focus_on_load: true
        }
      }
    ]
  })

/** Reads a submitted reply and its ticket's id. `view` is the one of its `view_submission`. */
export const readReplyForm = (
  view: JsonObject
): Result.Result<{ readonly ticketId: string; readonly text: string }, FormErrors> => {
  const values = objectOf(objectOf(view["state"])["values"])
  const text = (textOf(objectOf(objectOf(values["text"])["value"])["value"]) ?? "").trim()
  return isSeen(text)
    ? Result.succeed({ ticketId: textOf(view["private_metadata"]) ?? "", text })
    : Result.fail({ text: "Enter a message." })
}

import type { HeaderFields } from "./HeaderFields.ts"

/** Who wrote a message: a person, an answering machine, another machine, or a mail system about a failed delivery. */
export type MailKind = "human" | "auto-replied" | "auto-generated" | "bounce"

const mailSystem = /^(?:mailer-daemon|postmaster)@/i
const failedDelivery =
  /^(?:undeliver|undelivered|delivery status notification|mail delivery (?:failed|failure|subsystem)|returned mail|failure notice)/i
const outOfOffice =
  /^(?:(?:automatic|auto)[ -]?(?:reply|response)|out of (?:the )?office|abwesenheit|automatische antwort|réponse automatique|risposta automatica|respuesta automática)/i

/** Decides from the header and the return path alone. Exchange sets X-Auto-Response-Suppress on people's mail. */
export const classifyMail = (fields: HeaderFields, returnPath: string): MailKind => {
  const has = (name: string) => fields.count(name) > 0
  const contentType = fields.raw("content-type").slice(0, 1_000).toLowerCase()
  const subject = fields.text("subject")
  const from = /[^\s<"]+@/.exec(fields.raw("from").slice(0, 1_000))?.[0] ?? ""

  if (contentType.startsWith("multipart/report") && contentType.includes("delivery-status")) return "bounce"
  if (has("x-failed-recipients")) return "bounce"
  if (mailSystem.test(from) && (returnPath === "" || failedDelivery.test(subject))) return "bounce"

  const automatic = fields.raw("auto-submitted").split(/[;\s]/, 1)[0]?.toLowerCase() ?? ""
  const precedence = fields.raw("precedence").toLowerCase()
  if (["auto-replied", "auto-notified", "vacation"].includes(automatic)) return "auto-replied"
  if (has("x-autoreply") || has("x-autorespond") || precedence === "auto_reply") return "auto-replied"
  if (outOfOffice.test(subject)) return "auto-replied"

  if (automatic !== "" && automatic !== "no") return "auto-generated"
  if (["bulk", "junk", "list"].includes(precedence)) return "auto-generated"
  if (has("list-id") || has("list-unsubscribe") || returnPath === "") return "auto-generated"
  return "human"
}

import type { HeaderFields } from "./HeaderFields.ts"

/**
 * What kind of email a message is: from a person, from an auto-responder, from another machine, a report by a mail system
 * on an email that it received, or a complaint by somebody who marked an email as spam.
 */
export type MailKind = "human" | "auto-replied" | "auto-generated" | "bounce" | "complaint"

const mailSystem = /^(?:mailer-daemon|postmaster)@/i
/** Tags that mail systems put before the subject of external email, as the mailbox that forwards here may: `[EXTERNAL]`. */
const tags = /^(?:\[[^\][]{1,40}\]\s*)+/
/** Subjects of delivery reports by various mail systems. */
const failedDelivery =
  /^(?:undeliver|undelivered|delivery status notification|delivery (?:failure|has failed)|mail delivery (?:failed|failure|subsystem)|returned mail|failure notice|unzustellbar|non remis|no se puede entregar|onbestelbaar|impossibile recapitare|não é possível entregar|nedoručitelné|niedostarczone|olevererbart|配信不能|无法传递)/i
/** The subject of DMARC aggregate reports (RFC 7489, 7.2.1.1), which large mail systems send every day. */
const dmarcReport = /^report domain:\s*\S+\s+submitter:/i
/** Subjects of automatic replies and absence notes, as mail programs word them in their languages. */
const outOfOffice = new RegExp(
  `^(?:${[
    "(?:automatic|auto)[ -]?(?:reply|response)",
    "out of (?:the )?office\\s*(?:$|[:\\-–(]|auto|re:)",
    "automatische(?:s|r)? (?:antwort|antwoord)|automatisch antwoord|abwesen(?:heit|d\\s*[:\\-–])|afwezig",
    "automatiskt? svar|autosvar|automaattinen vastaus|automaatvastus|frånvaro|fravær|poissa",
    "réponse automatique|risposta automatica|respuesta automática|resposta autom[áà]tica|erantzun automatikoa|răspuns automat",
    "absence du bureau|fuori ufficio|fuera de (?:la )?oficina|ausência temporária",
    "automatyczna odpowiedź|odpowiedź automatyczna|poza biurem|automatická odpov(?:ěď|eď)|mimo kancelář|automatikus válasz",
    "samodejni odgovor|automatski odgovor|аутоматски одговор|automatinis atsakymas|automātisk[aā] atbilde",
    "автоматический ответ|автоответ|автоматична відповідь|автоматичен отговор|αυτόματη απάντηση|otomatik yanıt",
    "رد تلقائي|پاسخ خودکار|תשובה אוטומטית|מענה אוטומטי|स्वचालित उत्तर|ตอบกลับอัตโนมัติ|trả lời tự động|balasan otomatis|balasan automatik",
    "自動応答|自動返信|不在|自动答复|自动回复|自動回覆|자동 회신|부재"
  ].join("|")})`,
  "iu"
)

/**
 * Classifies an email by its header and return path alone. X-Auto-Response-Suppress is no evidence, because Exchange sets
 * it on people's email. `asPosted`: the kind it had before a list distributed it, ignoring the list's own fields.
 */
export const classifyMail = (fields: HeaderFields, returnPath: string, asPosted = false): MailKind => {
  const has = (name: string) => fields.count(name) > 0
  const contentType = fields.raw("content-type").slice(0, 1_000).toLowerCase()
  const subject = fields.text("subject").slice(0, 1_000).replace(tags, "")
  const from = /[^\s<"]+@/.exec(fields.raw("from").slice(0, 1_000))?.[0] ?? ""

  if (contentType.startsWith("multipart/report") && contentType.includes("delivery-status")) return "bounce"
  if (has("x-failed-recipients")) return "bounce"
  // A read receipt (RFC 8098).
  if (contentType.startsWith("multipart/report") && contentType.includes("disposition-notification"))
    return "auto-replied"
  if (contentType.startsWith("multipart/report") && contentType.includes("feedback-report")) return "complaint"
  if (mailSystem.test(from) && (returnPath === "" || failedDelivery.test(subject))) return "bounce"

  const automatic = fields.raw("auto-submitted").split(/[;\s]/, 1)[0]?.toLowerCase() ?? ""
  const precedence = fields.raw("precedence").toLowerCase()
  if (["auto-replied", "auto-notified", "vacation"].includes(automatic)) return "auto-replied"
  if (has("x-autoreply") || has("x-autorespond") || has("x-autoresponder") || precedence === "auto_reply")
    return "auto-replied"
  // People use such subjects too, about their absence or about setting up the reply, but not in replies.
  if (outOfOffice.test(subject))
    return has("in-reply-to") || has("references") || returnPath === "" ? "auto-replied" : "auto-generated"

  // Other reports, such as on TLS (RFC 6522, RFC 8460).
  if (contentType.startsWith("multipart/report") || dmarcReport.test(subject)) return "auto-generated"
  if (automatic !== "" && automatic !== "no") return "auto-generated"
  if (["bulk", "junk"].includes(precedence) || returnPath === "") return "auto-generated"
  const lists = Math.max(fields.count("list-id"), fields.count("list-unsubscribe"), precedence === "list" ? 1 : 0)
  if (lists > (asPosted ? 1 : 0)) return "auto-generated"
  return "human"
}

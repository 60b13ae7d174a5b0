import type { HeaderFields } from "./HeaderFields.ts"

/**
 * Who wrote a message: a person, an answering machine, another machine, a mail system about a mail that it got, or one
 * whose user calls a mail spam.
 */
export type MailKind = "human" | "auto-replied" | "auto-generated" | "bounce" | "complaint"

const mailSystem = /^(?:mailer-daemon|postmaster)@/i
/** What a mail system puts before the subject of what came from outside, as the mailbox does that forwards here: `[EXTERNAL]`. */
const tags = /^(?:\[[^\][]{1,40}\]\s*)+/
/** Subjects of delivery reports, as mail systems word them. */
const failedDelivery =
  /^(?:undeliver|undelivered|delivery status notification|delivery (?:failure|has failed)|mail delivery (?:failed|failure|subsystem)|returned mail|failure notice|unzustellbar|non remis|no se puede entregar|onbestelbaar|impossibile recapitare|não é possível entregar|nedoručitelné|niedostarczone|olevererbart|配信不能|无法传递)/i
/** The subject of reports on whose mail claims to come from a domain (RFC 7489, 7.2.1.1), which large mail systems send every day. */
const dmarcReport = /^report domain:\s*\S+\s+submitter:/i
/** Subjects of answering machines, as mail programs word them in their languages: that they answer, and that nobody is there. */
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
 * Decides from the header and the return path alone. Exchange sets X-Auto-Response-Suppress on people's mail. `asPosted`: what
 * it was before a list passed it on, whose own fields then say nothing.
 */
export const classifyMail = (fields: HeaderFields, returnPath: string, asPosted = false): MailKind => {
  const has = (name: string) => fields.count(name) > 0
  const contentType = fields.raw("content-type").slice(0, 1_000).toLowerCase()
  const subject = fields.text("subject").slice(0, 1_000).replace(tags, "")
  const from = /[^\s<"]+@/.exec(fields.raw("from").slice(0, 1_000))?.[0] ?? ""

  if (contentType.startsWith("multipart/report") && contentType.includes("delivery-status")) return "bounce"
  if (has("x-failed-recipients")) return "bounce"
  // A receipt that says that a mail was read (RFC 8098).
  if (contentType.startsWith("multipart/report") && contentType.includes("disposition-notification"))
    return "auto-replied"
  if (contentType.startsWith("multipart/report") && contentType.includes("feedback-report")) return "complaint"
  if (mailSystem.test(from) && (returnPath === "" || failedDelivery.test(subject))) return "bounce"

  const automatic = fields.raw("auto-submitted").split(/[;\s]/, 1)[0]?.toLowerCase() ?? ""
  const precedence = fields.raw("precedence").toLowerCase()
  if (["auto-replied", "auto-notified", "vacation"].includes(automatic)) return "auto-replied"
  if (has("x-autoreply") || has("x-autorespond") || has("x-autoresponder") || precedence === "auto_reply")
    return "auto-replied"
  // People write under such subjects too, of their absence or how to set up the answer; they answer nothing.
  if (outOfOffice.test(subject))
    return has("in-reply-to") || has("references") || returnPath === "" ? "auto-replied" : "auto-generated"

  // Reports of any other kind, such as on TLS (RFC 6522, RFC 8460).
  if (contentType.startsWith("multipart/report") || dmarcReport.test(subject)) return "auto-generated"
  if (automatic !== "" && automatic !== "no") return "auto-generated"
  if (["bulk", "junk"].includes(precedence) || returnPath === "") return "auto-generated"
  const lists = Math.max(fields.count("list-id"), fields.count("list-unsubscribe"), precedence === "list" ? 1 : 0)
  if (lists > (asPosted ? 1 : 0)) return "auto-generated"
  return "human"
}

/**
 * Prefixes that mail programs put before the subjects of replies and forwarded mail, in the most common languages. In
 * Finnish, `VS` marks a reply.
 */
const answered =
  "re|r|res|aw|antw|sv|vs|odp|odg|rif|ynt|vá|bls|atb|ats|απ|σχετ|השב|תגובה|رد|回复|回覆|答复|答覆|返信|답장|회신"
const passedOn =
  "fwd?|wg|tr|rv|enc|i|doorst|vb|vl|pd|fs|trs|(?:i\\u0307?|İ)lt|πρθ|továbbítás|továbbítva|továbbított|转发|轉寄|轉發|転送|전달|הועבר|إعادة توجيه|chuyển tiếp|переслано"
const marks = (words: string) => new RegExp(`^\\s*(?:(?:${words})(?:\\s*(?:\\[\\d+\\]|\\^\\d+))?\\s*[:：]\\s*)+`, "iu")
const answerMarks = marks(answered)
const forwardMarks = marks(passedOn)
const allMarks = marks(`${answered}|${passedOn}`)

/** Maximum number of characters of a subject; RFC 5322 allows 998 per line. */
const longest = 250

/** The subject of a reply: with one prefix, however often it went back and forth. */
export const answerSubject = (subject: string): string => `Re: ${oneLine(subject.replace(answerMarks, ""))}`

/** A subject as written by whoever started the conversation, however often it went back and forth. */
export const bareSubject = (subject: string): string => subject.replace(allMarks, "")

/** Whether a subject is that of a forwarded message rather than a reply. */
export const isForwardSubject = (subject: string): boolean => forwardMarks.test(subject)

/** Text as one line of a header: without control or direction characters or line breaks. */
export const oneLine = (text: string): string => {
  const line = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  return [...line].slice(0, longest).join("")
}

/** What mail programs put before the subject of an answer, in the languages that most write in. */
const answerMarks = /^\s*(?:(?:re|aw|antw|sv|vs|odp|rif|ynt|回复|答复)(?:\s*\[\d+\])?\s*[:：]\s*)+/i

/** Characters of a subject that are sent; RFC 5322 allows 998 to a line. */
const longest = 250

/** The subject of an answer: one mark before it, however often it went to and fro. */
export const answerSubject = (subject: string): string => `Re: ${oneLine(subject.replace(answerMarks, ""))}`

/** Text as one line of a header: no control or direction characters, nothing that folds. */
export const oneLine = (text: string): string => {
  const line = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  return [...line].slice(0, longest).join("")
}

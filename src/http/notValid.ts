/** Characters of a refused value that the error repeats: the maximum of an id. */
const repeated = 40

/** The message for a parameter with an entry that is wrong. It quotes what the caller has sent. */
export const notValid = (expected: string, given: string): string => {
  const shown = given.length > repeated ? `${given.slice(0, repeated)}…` : given
  return `must be ${expected}; ${JSON.stringify(shown)} is not valid`
}

/** The same message without the quotation, which may name a person. */
export const withoutGiven = (message: string): string => message.replace(/; ".*" is not valid$/, "")

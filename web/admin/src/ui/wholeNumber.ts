/**
 * Parses a whole number, with or without thousands separators, as in `1,000` and `1 000`. Returns NaN if the text is not a
 * number, or not a safe integer.
 */
export const wholeNumber = (text: string): number => {
  const digits = text.trim()
  const number = Number(digits.replace(/\D/g, ""))
  return /^(?:\d+|\d{1,3}(?:[\s.,'’]\d{3})+)$/.test(digits) && Number.isSafeInteger(number) ? number : Number.NaN
}

/** The whole number that a text says, its thousands together or set apart, as in `1,000` and `1 000`; NaN when it says none that we can count with. */
export const wholeNumber = (text: string): number => {
  const digits = text.trim()
  const number = Number(digits.replace(/\D/g, ""))
  return /^(?:\d+|\d{1,3}(?:[\s.,'’]\d{3})+)$/.test(digits) && Number.isSafeInteger(number) ? number : Number.NaN
}

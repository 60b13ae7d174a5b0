/**
 * Whether the form has all that stands in it. A number such as `1,000` browsers hand over as nothing, as though its input
 * were empty: they say so at the input, and go there.
 */
export const isReadable = (form: HTMLFormElement): boolean => {
  const unread = [...form.querySelectorAll("input")].find(({ validity }) => validity.badInput)
  return unread?.reportValidity() ?? true
}

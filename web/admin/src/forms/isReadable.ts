/**
 * Whether the form has all that stands in it. What is no number to a `NumberInput`, and no date to the browser, is handed
 * over as nothing, as though its input were empty: the browser says so at the input, and goes there.
 */
export const isReadable = (form: HTMLFormElement): boolean => {
  const unread = [...form.querySelectorAll("input")].find(({ validity }) => validity.badInput || validity.customError)
  return unread?.reportValidity() ?? true
}

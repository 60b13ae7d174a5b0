/**
 * Whether every input of the form can be read. Text that a `NumberInput` does not take for a number, or the browser for a date,
 * would be read as empty: then the browser shows the problem at that input, and focuses it.
 */
export const isReadable = (form: HTMLFormElement): boolean => {
  const unread = [...form.querySelectorAll("input")].find(({ validity }) => validity.badInput || validity.customError)
  return unread?.reportValidity() ?? true
}

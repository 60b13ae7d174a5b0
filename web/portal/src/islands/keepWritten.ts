import { remember, remembered } from "../../../customer/tabMemory.ts"
import { uploadedIn } from "../uploaded.ts"
import { nameOf, type Written } from "./forgetWritten.ts"
import { keepFiles } from "./keptFiles.ts"

/** What somebody writes into, and the key that makes sending twice sending once. */
const inputsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>("[name]:not([type=file],[type=hidden]),[name=key]")
]

/**
 * Puts back what was written into a form in this tab and not sent, unless something stands there, and remembers what is
 * written from now on, with its files. A form that was refused shows what was written as it is.
 */
export const keepWritten = (form: HTMLFormElement) => {
  const { kept = "", refused } = form.dataset
  const name = nameOf(kept)
  const inputs = inputsOf(form)
  const written = remembered(name) as Written | null
  // A list that is chosen from has no default.
  const isUntouched = inputs.every(({ defaultValue, value }) => defaultValue === undefined || value === defaultValue)
  if (refused === undefined && written?.length === inputs.length)
    inputs.forEach((input, index) => {
      const value = written[index]
      if (typeof value === "boolean") input.checked = value
      else if (value !== undefined && (isUntouched || input.name === "key")) input.value = value
    })
  form.addEventListener("input", () => {
    remember(
      name,
      inputsOf(form).map(({ checked, type, value }) => (type === "checkbox" ? checked : value))
    )
    keepFiles(kept, uploadedIn(new FormData(form)))
  })
}

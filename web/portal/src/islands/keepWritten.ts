import { remember, remembered } from "../../../customer/tabMemory.ts"
import { uploadedIn } from "../uploaded.ts"
import { nameOf, type Written } from "./forgetWritten.ts"
import { keepFiles } from "./keptFiles.ts"

/** The inputs that somebody fills in, and the key that makes submitting twice idempotent. */
const inputsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>("[name]:not([type=file],[type=hidden]),[name=key]")
]

/**
 * Restores a form's unsent draft from this tab, unless the form has content, and stores what is written from now on, with its
 * files. A refused form keeps what it shows.
 */
export const keepWritten = (form: HTMLFormElement) => {
  const { kept = "", refused } = form.dataset
  const name = nameOf(kept)
  const inputs = inputsOf(form)
  const written = remembered(name) as Written | null
  // A select has no `defaultValue`.
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

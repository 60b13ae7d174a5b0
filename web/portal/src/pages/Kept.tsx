import { useWords } from "../language.ts"

/** Shows the text of a form that was refused, so that nothing is lost. */
export const Kept = ({ text }: { readonly text: string }) => {
  const words = useWords()
  if (text === "") return null
  return (
    <div class="field">
      <label for="kept">{words.whatYouWrote}</label>
      <textarea id="kept" rows={10} readOnly dir="auto" value={text} />
    </div>
  )
}

/** Returns the customer's own text from a form, or from the part of one that could be read. */
export const textIn = (form: FormData | { readonly written?: FormData } | undefined): string => {
  const read = form instanceof FormData ? form : form?.written
  return [read?.get("title"), read?.get("body")].filter((part) => typeof part === "string" && part !== "").join("\n\n")
}

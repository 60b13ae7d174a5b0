import { useWords } from "../language.ts"

/** What somebody wrote into a form that could not be taken: nothing of it is lost. */
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

/** What a form holds of somebody's own words, or what could be read of one. */
export const textIn = (form: FormData | { readonly written?: FormData } | undefined): string => {
  const read = form instanceof FormData ? form : form?.written
  return [read?.get("title"), read?.get("body")].filter((part) => typeof part === "string" && part !== "").join("\n\n")
}

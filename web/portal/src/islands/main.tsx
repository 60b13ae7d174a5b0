import { type FunctionComponent, hydrate } from "preact"
import type { Words } from "../../../customer/words/en.ts"
import type { Language } from "../../../customer/words/language.ts"
import { LanguageContext } from "../language.ts"
import { momentText } from "../moments.ts"
import { type IslandName, islands } from "./Island.tsx"
import { keepWritten } from "./keepWritten.ts"

/**
 * Milliseconds within which a repeated press is the same press: a sign-in link works only once, and only the newest one works.
 */
const samePress = 2_000
let pressed = -samePress
addEventListener("submit", (event) => {
  if (event.defaultPrevented) return
  if (event.timeStamp - pressed < samePress) event.preventDefault()
  else pressed = event.timeStamp
})

// Written by the server: the words of the page's language, which load together with this file.
const { href } = document.getElementById("words") as HTMLLinkElement
const { words }: { readonly words: Words } = await import(/* @vite-ignore */ href)
const { dir, lang: locale } = document.documentElement
const language: Language = { words, locale, direction: dir === "rtl" ? "rtl" : "ltr" }

for (const time of document.querySelectorAll("time"))
  if (time.closest("[data-island]") === null) time.textContent = momentText(time.dateTime, language.locale, undefined)

for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
  const { island, props } = element.dataset
  // The server wrote both for this component.
  const Part = islands[island as IslandName] as FunctionComponent<object>
  hydrate(
    <LanguageContext.Provider value={language}>
      <Part {...JSON.parse(props ?? "{}")} />
    </LanguageContext.Provider>,
    element
  )
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-kept]")) keepWritten(form)

import { type FunctionComponent, hydrate } from "preact"
import { languageOf } from "../../../customer/words/language.ts"
import { LanguageContext } from "../language.ts"
import { momentText } from "../moments.ts"
import { type IslandName, islands } from "./Island.tsx"

const language = await languageOf(document.documentElement.lang)

for (const time of document.querySelectorAll("time"))
  if (time.closest("[data-island]") === null) time.textContent = momentText(time.dateTime, language.locale, undefined)

for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
  const { island, props } = element.dataset
  // The server wrote both, for this very component.
  const Part = islands[island as IslandName] as FunctionComponent<object>
  hydrate(
    <LanguageContext.Provider value={language}>
      <Part {...JSON.parse(props ?? "{}")} />
    </LanguageContext.Provider>,
    element
  )
}

import { type FunctionComponent, hydrate } from "preact"
import { momentText } from "../moments.ts"
import { type IslandName, islands } from "./Island.tsx"

for (const time of document.querySelectorAll("time"))
  if (time.closest("[data-island]") === null) time.textContent = momentText(time.dateTime, undefined)

for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
  const { island, props } = element.dataset
  // The server wrote both, for this very component.
  const Part = islands[island as IslandName] as FunctionComponent<object>
  hydrate(<Part {...JSON.parse(props ?? "{}")} />, element)
}

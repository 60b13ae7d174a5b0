import { matching } from "./matching.ts"
import { type Option, pickOne } from "./picks.ts"

/** Pages that the server has of itself: the reference, whose articles are operations and events, and the list of errors. */
const pages = ["/docs", "/docs/errors"] as const

/** Articles that are offered at most: whoever wants another types more. */
const mostOffered = 50

let articles: Promise<ReadonlyArray<Option>> | undefined

/** Asks for an article of the documentation by any of its words, and opens it in a window of its own. */
export const searchDocs = async () => {
  const address = await pickOne({
    title: "Documentation",
    placeholder: "Search the documentation",
    options: async (text) => {
      articles ??= readArticles()
      const read = articles
      // What did not come is asked for again.
      read.catch(() => {
        if (articles === read) articles = undefined
      })
      return matching(await read, text).slice(0, mostOffered)
    }
  })
  if (address !== undefined) open(address, "_blank", "noopener")
}

const readArticles = async () => (await Promise.all(pages.map(articlesOf))).flat()

const articlesOf = async (page: string): Promise<ReadonlyArray<Option>> => {
  const answer = await fetch(page)
  if (!answer.ok) throw new Error(`The documentation could not be read (${answer.status}).`)
  const text = await answer.text()
  // Without its styles, which the Content-Security-Policy refuses here.
  const parsed = new DOMParser().parseFromString(text.slice(text.indexOf("<main")), "text/html")
  return [...parsed.querySelectorAll("article[id]")].map((article) => ({
    id: `${page}#${article.id}`,
    label: textOf(article.querySelector("h3")),
    hint: textOf(article.querySelector(".path")),
    group: [...article.querySelectorAll("p")].map(textOf).join(" ")
  }))
}

const textOf = (element: Element | null) => element?.textContent?.replace(/\s+/g, " ").trim() ?? ""

import { matching } from "./matching.ts"
import { type Option, pickOne } from "./picks.ts"

/** Pages that every server has: the reference, whose articles are operations and events, and the list of errors. */
const pages = ["/docs", "/docs/errors"] as const

/** The most articles to offer; typing more narrows them down. */
const mostOffered = 50

let articles: Promise<ReadonlyArray<Option>> | undefined

/** Lets the member find an article of the documentation by any of its words, and opens it in a new window. */
export const searchDocs = async () => {
  const address = await pickOne({
    title: "Documentation",
    placeholder: "Search the documentation",
    options: async (text) => {
      articles ??= readArticles()
      const read = articles
      // A failed fetch is tried again.
      read.catch(() => {
        if (articles === read) articles = undefined
      })
      return bestOf(await read, text).slice(0, mostOffered)
    }
  })
  if (address !== undefined) open(address, "_blank", "noopener")
}

/** Returns the articles that have all words: first those with them in the title, then those with them in the text. */
const bestOf = (all: ReadonlyArray<Option>, text: string): ReadonlyArray<Option> => {
  const found = matching(all, text)
  const called = new Set(
    matching(
      all.map(({ group: _, ...named }) => named),
      text
    ).map(({ id }) => id)
  )
  return [...found.filter(({ id }) => called.has(id)), ...found.filter(({ id }) => !called.has(id))]
}

const readArticles = async () => (await Promise.all(pages.map(articlesOf))).flat()

const articlesOf = async (page: string): Promise<ReadonlyArray<Option>> => {
  const answer = await fetch(page)
  if (!answer.ok) throw new Error(`The documentation could not be loaded (${answer.status}).`)
  const text = await answer.text()
  // Starts after the page's styles, which the Content-Security-Policy refuses here.
  const parsed = new DOMParser().parseFromString(text.slice(text.indexOf("<main")), "text/html")
  return [...parsed.querySelectorAll("article[id]")].map((article) => ({
    id: `${page}#${article.id}`,
    label: textOf(article.querySelector("h3")),
    hint: [...article.querySelectorAll(".path > *")].map(textOf).join(" "),
    // Without the list of error codes, which every operation has.
    group: [...article.querySelectorAll("p:not(.codes)")].map(textOf).join(" ")
  }))
}

const textOf = (element: Element | null) => element?.textContent?.replace(/\s+/g, " ").trim() ?? ""

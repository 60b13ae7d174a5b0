import type { VNode } from "preact"
import { renderToString } from "preact-render-to-string"
import { languageNames } from "../../../customer/words/language.ts"
import { imageOf } from "../images.ts"
import { LanguageContext } from "../language.ts"
import { Layout, type LayoutProps } from "../pages/Layout.tsx"
import type { Visit } from "./Visit.ts"

/** Responds with a page whose policy lets browsers load only our own files and the brand's images. */
export const page = (
  visit: Visit,
  { status = 200, headers = {}, ...about }: Pick<LayoutProps, "title" | "current"> & AnswerOptions,
  content: VNode
): Response => {
  const { assets } = visit.host
  const { base, language, me } = visit
  const brand = me?.brand ?? visit.brand
  const html = renderToString(
    <LanguageContext.Provider value={language}>
      <Layout {...about} assets={assets} base={base} brand={brand} me={me} languageLinks={languageLinks(visit)}>
        {content}
      </Layout>
    </LanguageContext.Provider>
  )
  const images = [brand?.logoUrl, brand?.iconUrl].flatMap((url) => {
    const image = imageOf(url)
    return image === undefined ? [] : [new URL(image).origin]
  })
  return answer(visit, `<!doctype html>${html}`, status, {
    ...headers,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      ["img-src 'self'", ...new Set(images)].join(" "),
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'"
    ].join("; "),
    "referrer-policy": "no-referrer"
  })
}

/** Links to the page in every language; none for a posted form, which would be lost. */
const languageLinks = ({ request, url }: Visit): LayoutProps["languageLinks"] =>
  request.method === "GET"
    ? languageNames.map((name) => {
        const query = new URLSearchParams(url.searchParams)
        query.set("lang", name)
        return { name, href: `?${query}` }
      })
    : []

interface AnswerOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Responds with data for our own scripts. */
export const json = (visit: Visit, body: unknown, { headers = {}, status = 200 }: AnswerOptions = {}): Response =>
  answer(visit, JSON.stringify(body), status, { ...headers, "content-type": "application/json" })

/** Redirects the browser to another page, which it requests by GET. */
export const goTo = (visit: Visit, location: string): Response => answer(visit, null, 303, { location })

const answer = (visit: Visit, text: string | null, status: number, headers: Record<string, string>) => {
  const body = text === null ? null : new TextEncoder().encode(text)
  return new Response(body, {
    status,
    headers: [
      ...Object.entries(headers),
      ["vary", "Accept, Accept-Language, Cookie"],
      ...(body === null ? [] : [["content-length", String(body.byteLength)] as [string, string]]),
      ...visit.cookies.map((cookie): [string, string] => ["set-cookie", cookie])
    ]
  })
}

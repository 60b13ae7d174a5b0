import { spokenLocale } from "../../../customer/words/language.ts"

/** Returns the language in an address, as in `?lang=de`, if it is supported. */
export const chosenLocale = (url: URL): string | undefined => spokenLocale(url.searchParams.get("lang") ?? "")

/** Returns the browser's most preferred supported language: RFC 9110, Accept-Language. */
export const preferredLocale = (header: string | null): string | undefined => {
  const ranges = (header ?? "").split(",", maxRanges).map((range) => {
    const [tag = "", quality = ""] = range.split(";", 2)
    const weight = /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(quality)?.[1]
    return { locale: spokenLocale(tag.trim()), weight: Number(weight ?? 1) }
  })
  return ranges
    .filter(({ locale, weight }) => locale !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]?.locale
}

/** Ranges to read; browsers send only a few. */
const maxRanges = 20

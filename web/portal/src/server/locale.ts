import { spokenLocale } from "../../../customer/words/language.ts"

/** The language that an address asks for, as `?lang=de` does; what we do not speak counts as nothing. */
export const chosenLocale = (url: URL): string | undefined => spokenLocale(url.searchParams.get("lang") ?? "")

/** What a browser prefers of what we speak: RFC 9110, Accept-Language. */
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

/** Browsers send a handful. */
const maxRanges = 20

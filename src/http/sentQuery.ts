import type { ParameterSchema } from "../api/Parameters.ts"
import { parseAnyId } from "../domain/Ids.ts"

/** Characters of a query that are kept. */
const most = 1_000
/** Stands for a value that is not kept, and for an invalid name. */
const hidden = "…"

/**
 * The query of a request: the names of its parameters, and those values that cannot name a person: ids of ours, times,
 * numbers, and words that the parameter is declared to accept. Search words are none of these.
 */
export const sentQuery = (
  url: string,
  declared: ReadonlyMap<string, { readonly schema: ParameterSchema }>
): string | undefined => {
  const at = url.indexOf("?")
  if (at < 0 || at === url.length - 1) return undefined
  const pairs = [...new URLSearchParams(url.slice(at + 1))].map(([name, value]) => {
    const schema = declared.get(name)?.schema ?? {}
    const isShown = value.split(",").every((part) => namesNobody(part.trim(), schema))
    return `${/^[A-Za-z][\w.[\]-]{0,63}$/.test(name) ? name : hidden}=${isShown ? value : hidden}`
  })
  return pairs.join("&").slice(0, most)
}

const namesNobody = (value: string, schema: ParameterSchema): boolean => {
  if (value === "" || value === "all" || parseAnyId(value) !== undefined) return true
  return formsOf(schema).some(({ enum: words, format, type }) => {
    if (Array.isArray(words)) return words.includes(value)
    if (format === "date-time") return /^\d{4}-\d\d-\d\d(T[\d:.]{5,12}(Z|[+-]\d\d:\d\d)?)?$/.test(value)
    return type === "boolean" ? /^(true|false|0|1)$/.test(value) : type === "integer" && /^\d{1,6}$/.test(value)
  })
}

/** The forms that a single value of a parameter may have. */
const formsOf = (schema: ParameterSchema): ReadonlyArray<ParameterSchema> => {
  const { anyOf, items } = schema as { anyOf?: ReadonlyArray<ParameterSchema>; items?: ParameterSchema }
  return anyOf ?? [items ?? schema]
}

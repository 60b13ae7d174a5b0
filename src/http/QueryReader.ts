import { DateTime, Option } from "effect"
import { characters } from "../api/Fields.ts"
import { instantOf, instantRule } from "../api/instantOf.ts"
import { sampleId } from "../api/samples.ts"
import { addressOf, addressRule, isWritersAddress } from "../domain/emailAddress.ts"
import { type Id, type Kind, parseAnyId, parseId } from "../domain/Ids.ts"
import { type IdsOrNone, type Shown, shownMarks } from "../domain/TicketQuery.ts"
import { InputErrors } from "./InputErrors.ts"

/** Query parameters as the router parsed them. */
export type Query = { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** Maximum characters of a text parameter unless it sets its own, and of search words. */
const maxText = 255
const sought = { min: 2, max: 200 }
/** Entries of a list, unless there are more values that it may have. */
const maxEntries = 100

/**
 * Reads query parameters by the rules of docs/api.md, Requests and responses: lists are comma-separated or repeated; an
 * empty parameter and `all` mean no filter.
 */
export class QueryReader extends InputErrors {
  readonly #query: Query

  constructor(query: Query) {
    super()
    this.#query = query
  }

  /** One value of at most `max` characters, counted and trimmed as in bodies. */
  text(name: string, max = maxText): string | undefined {
    return this.#query[name] === "all" ? undefined : this.words(name, max)
  }

  /** The same for search words and for parameters that are no filters, where `all` is an ordinary word. */
  words(name: string, max = maxText): string | undefined {
    const given = this.#query[name]
    if (given === undefined) return undefined
    if (typeof given !== "string") return this.refuse(name, "type", "must be given once")
    if (given.includes("\0")) return this.refuse(name, "encoding", "must not contain the character U+0000")
    const value = given.trim()
    if (value === "") return undefined
    return value.length > max && characters(value) > max
      ? this.refuse(name, "length", `must have at most ${max} characters`)
      : value
  }

  /** Required search words, where `all` is an ordinary word. */
  sought(name: string): string {
    const value = this.#query[name] ?? ""
    if (typeof value !== "string" || value.includes("\0")) return this.words(name) ?? ""
    const length = characters(value.trim())
    if (length < sought.min || length > sought.max)
      this.refuse(name, length === 0 ? "required" : "length", `must have ${sought.min} to ${sought.max} characters`)
    return value.trim()
  }

  /** Comma-separated or repeated values. */
  list(name: string, most = maxEntries): ReadonlyArray<string> | undefined {
    const value = this.#query[name]
    if (value === undefined) return undefined
    const entries = (typeof value === "string" ? [value] : value)
      .flatMap((text) => text.split(","))
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")
    if (entries.length === 0 || entries.includes("all")) return undefined
    if (entries.some((entry) => entry.includes("\0")))
      return this.refuse(name, "encoding", "must not contain the character U+0000")
    return entries.length > most
      ? this.refuse(name, "too_many", `must have at most ${most} entries`)
      : [...new Set(entries)]
  }

  /** A list of some of these values. `expected` describes them if there are too many for an error to list. */
  among<A extends string>(
    name: string,
    values: ReadonlyArray<A>,
    expected = `one or more of ${values.join(", ")}`
  ): ReadonlyArray<A> | undefined {
    const entries = this.list(name, Math.max(maxEntries, values.length))
    const wrong = entries?.find((entry) => !values.some((value) => value === entry))
    if (wrong !== undefined) return this.refuse(name, "enum", `must be ${expected}`, wrong)
    return entries && values.filter((value) => entries.includes(value))
  }

  /** One of these values. */
  one<A extends string>(name: string, values: ReadonlyArray<A>): A | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    return values.find((value) => value === text) ?? this.refuse(name, "enum", `must be one of ${values.join(", ")}`)
  }

  /**
   * The id of one record. An id of nothing matches nothing; text that cannot be an id is refused, because an empty list
   * would hide the mistake.
   */
  oneId<K extends Kind>(name: string, kind: K): Id<K> | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    return Option.getOrElse(parseId(kind, text), () => this.#noId(name, `an id like ${sampleId(kind)}`, text))
  }

  /** The id of a record of any kind. */
  anyId(name: string): Id | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    return parseAnyId(text) ?? this.#noId(name, `an id of any kind, like ${sampleId("ticket")}`, text)
  }

  /** Ids of one kind. */
  idList<K extends Kind>(name: string, kind: K): ReadonlyArray<Id<K>> | undefined {
    return this.idsOrNone(name, kind, [])?.ids
  }

  /** Ids of one kind, or one of `none` for rows without any. The caller knows what the other `words` stand for. */
  idsOrNone<K extends Kind>(
    name: string,
    kind: K,
    none: ReadonlyArray<string>,
    words: ReadonlyArray<string> = []
  ): IdsOrNone<Id<K>> | undefined {
    const entries = this.list(name)
    if (entries === undefined) return undefined
    const known = [...words, ...none]
    const wrong = entries.find((text) => !known.includes(text) && Option.isNone(parseId(kind, text)))
    if (wrong !== undefined) return this.#noId(name, [`ids like ${sampleId(kind)}`, ...known].join(", or "), wrong)
    return {
      ids: entries.flatMap((text) => Option.toArray(parseId(kind, text))),
      none: entries.some((text) => none.includes(text))
    }
  }

  #noId(name: string, expected: string, given: string): undefined {
    return this.refuse(name, "format", `must be ${expected}`, given)
  }

  /** Whether rows with a mark are shown: not by default, and both kinds with `all`. */
  shown(name: string): Shown {
    return this.#query[name] === "all" ? "include" : (this.one<Shown>(name, shownMarks) ?? "exclude")
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (text === "true" || text === "1") return true
    return text === "false" || text === "0" ? false : this.refuse(name, "type", "must be true or false")
  }

  instant(name: string): DateTime.Utc | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    // A plus sign that was not percent-encoded arrives as a space.
    const time = instantOf(text.replace(/ (?=\d\d:\d\d$)/, "+"))
    return Number.isNaN(time) ? this.refuse(name, "format", instantRule) : DateTime.makeUnsafe(time)
  }

  /** An email address as it is stored, or a phone number. Neither contains spaces, so a space is a plus sign here too. */
  address(name: string, max = maxText): string | undefined {
    const text = this.text(name, max)
    if (text?.includes("@") === true) return addressOf(text.replaceAll(" ", "+"))
    return text !== undefined && /^ \d+$/.test(String(this.#query[name])) ? `+${text}` : text
  }

  /** The email address of a customer, as it is stored. Text that cannot be one is refused, as for ids. */
  customerEmail(name: string): string | undefined {
    const address = this.address(name)
    if (address === undefined || isWritersAddress(address)) return address
    return this.refuse(name, "format", addressRule)
  }

  /** Entries per page: `standard` by default, and at most `max`. */
  limit(standard: number, max: number, name = "limit"): number {
    const text = this.text(name)
    if (text === undefined) return standard
    if (/^\d+$/.test(text) && Number(text) >= 1) return Math.min(Number(text), max)
    this.refuse(name, "range", "must be an integer of at least 1")
    return standard
  }
}

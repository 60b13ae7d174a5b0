import { type Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { FieldError } from "../domain/Problems.ts"
import { isOneSlipFrom } from "../runtime/isOneSlipFrom.ts"

/** Characters that the longer of a name and its misspelling must have: shorter ones resemble too many others. */
const least = 5
/** Characters of a name that is checked; no name of ours is half as long. */
const most = 64

/** What other APIs call a query parameter of ours, as `plain` spells it. */
const elsewhere: Readonly<Record<string, ReadonlyArray<string>>> = {
  search: ["q", "query", "keyword", "keywords"],
  sort: ["sortby", "orderby", "ordering"],
  order: ["direction", "dir", "sortdir", "sortdirection", "sortorder", "ordertype"],
  limit: ["perpage", "pagesize", "pagelimit", "size", "take", "maxresults"],
  cursor: ["page", "pagenumber", "pagetoken", "offset", "skip", "after", "startingafter", "nextcursor"],
  after: ["since", "startingafter", "lasteventid"],
  createdAfter: ["since", "created", "createdat", "createdsince", "createdatmin", "startdate"],
  createdBefore: ["until", "created", "createdat", "createdatmax", "enddate"],
  updatedAfter: ["since", "updated", "updatedat", "updatedsince", "updatedatmin", "modifiedsince"],
  updatedBefore: ["until", "updated", "updatedat", "updatedatmax"],
  receivedAfter: ["since", "startdate", "createdafter"],
  receivedBefore: ["until", "enddate", "createdbefore"],
  startDate: ["since", "createdafter"],
  endDate: ["until", "createdbefore"],
  status: ["state"],
  assigneeId: ["assignedto", "agent", "agentid"],
  customerId: ["requester", "requesterid"],
  customerEmail: ["email"],
  companyId: ["organization", "organizationid"],
  tagIds: ["label", "labels"]
}

/**
 * The names of an endpoint's query parameters, or of the members of its body. Unknown names are ignored, unless they closely
 * resemble a known one: in another case or spelling, as a list (`status[]`), or with one typing error. If these were
 * ignored, `stauts=open` would list every ticket, and `visiblity` would show a note to the customer.
 */
export class KnownNames {
  readonly #names: ReadonlySet<string>
  /** Names by their normalized spelling. */
  readonly #plain: ReadonlyMap<string, string>
  /** Names by what else they are meant by, which may be several. */
  readonly #others: ReadonlyMap<string, ReadonlyArray<string>>

  /** From an object's schema; `others` are what else a name is meant by. Empty if it takes any name, or is no object. */
  constructor(schema: Schema.Top | undefined, others: (name: string) => ReadonlyArray<string> = () => []) {
    const ast = schema === undefined ? undefined : SchemaAST.toType(schema.ast)
    const isClosed = ast !== undefined && SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0
    this.#names = new Set(isClosed ? ast.propertySignatures.map(({ name }) => String(name)) : [])
    this.#plain = new Map([...this.#names].map((name) => [plain(name), name]))
    const meant = new Map<string, Array<string>>()
    for (const name of this.#names)
      for (const other of new Set(others(name)))
        if (!this.#plain.has(other)) meant.set(other, [...(meant.get(other) ?? []), name])
    this.#others = meant
  }

  /**
   * An endpoint's query parameters. A filter is also meant by what it filters by, in the singular or plural: `assignee` by
   * `assigneeId`, `statuses` by `status`. Not so in a body, where a record that was read has members of these names.
   */
  static readonly ofQuery = ({ query }: Pick<HttpApiEndpoint.Top, "query">): KnownNames =>
    new KnownNames(query, (name) => {
      const one = plain(name.replace(/Ids?$/, ""))
      const many = one.endsWith("y") ? `${one.slice(0, -1)}ies` : `${one}${one.endsWith("s") ? "es" : "s"}`
      return [one, many, ...(elsewhere[name] ?? [])]
    })

  /** The members of an endpoint's JSON body. */
  static readonly ofBody = ({ payload }: HttpApiEndpoint.Top): KnownNames =>
    new KnownNames(payload.get("application/json")?.schemas[0])

  /** The error in a name, if there is one. */
  misnamed(name: string): FieldError | undefined {
    if (this.#names.has(name) || name.length > most) return undefined
    const refused = (message: string): FieldError => ({ field: name, code: "not_allowed", message })
    const given = plain(name)
    const meant = this.#others.get(given)
    if (meant !== undefined) return refused(`is unknown: use ${meant.join(" or ")} instead`)
    const similar = this.#similarTo(given)
    return similar === undefined
      ? undefined
      : refused(`is unknown but similar to ${similar}: correct it or leave it out`)
  }

  #similarTo(given: string): string | undefined {
    const same = this.#plain.get(given)
    if (same !== undefined) return same
    for (const [right, name] of this.#plain)
      if (Math.max(right.length, given.length) >= least && isOneSlipFrom(right, given)) return name
    return undefined
  }
}

/**
 * Normalizes spellings: `customer_email`, `CustomerEmail`, `customerEmail[]` and `filter[customerEmail]` are the same; so are
 * `internal` and `isInternal`, and `page_size` and `page[size]`.
 */
const plain = (name: string) =>
  name
    .replace(/^filters?\[([\w-]+)\]/, "$1")
    .replace(/^page\[(size|limit)\]$/, "page$1")
    .replace(/\[\w*\]$/, "")
    .replace(/^is(?=[A-Z_-])/, "")
    .replaceAll(/[_-]/g, "")
    .toLowerCase()

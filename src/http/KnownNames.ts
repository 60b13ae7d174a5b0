import { type Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { FieldError } from "../domain/Problems.ts"
import { isOneSlipFrom } from "../runtime/isOneSlipFrom.ts"

/** Characters of a name, or of that of which it is a slip: shorter ones are too near to too many. */
const least = 5
/** Characters of a name that is looked at; no name of ours has half as many. */
const most = 64

/**
 * The names of an endpoint's query parameters, or of the members of its body. Unknown ones are ignored, but not those that are
 * nearly a known one: in another case or spelling, as a list (`status[]`), or with one slip of the pen. Ignored, `stauts=open`
 * would list every ticket, and a `visiblity` would show a note to the customer.
 */
export class KnownNames {
  readonly #names: ReadonlySet<string>
  /** Names by what their spellings have in common. */
  readonly #plain: ReadonlyMap<string, string>

  /** Of an object's schema; none when it takes any name, or is no object's. */
  constructor(schema: Schema.Top | undefined) {
    const ast = schema === undefined ? undefined : SchemaAST.toType(schema.ast)
    const isClosed = ast !== undefined && SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0
    this.#names = new Set(isClosed ? ast.propertySignatures.map(({ name }) => String(name)) : [])
    this.#plain = new Map([...this.#names].map((name) => [plain(name), name]))
  }

  /** Of an endpoint's JSON body. */
  static readonly ofBody = ({ payload }: HttpApiEndpoint.Top): KnownNames =>
    new KnownNames(payload.get("application/json")?.schemas[0])

  /** What is wrong with a name. */
  misnamed(name: string): FieldError | undefined {
    if (this.#names.has(name) || name.length > most) return undefined
    const meant = this.#meant(plain(name))
    return meant === undefined
      ? undefined
      : { field: name, code: "not_allowed", message: `is unknown but similar to ${meant}: correct it or leave it out` }
  }

  #meant(given: string): string | undefined {
    // What searches elsewhere are asked by.
    if (given === "q" && this.#names.has("search")) return "search"
    const same = this.#plain.get(given)
    if (same !== undefined) return same
    for (const [right, name] of this.#plain)
      if (Math.max(right.length, given.length) >= least && isOneSlipFrom(right, given)) return name
    return undefined
  }
}

/** What spellings have in common: `customer_email`, `CustomerEmail` and `customerEmail[]`; `internal` and `isInternal`. */
const plain = (name: string) =>
  name
    .replace(/\[\w*\]$/, "")
    .replace(/^is(?=[A-Z_-])/, "")
    .replaceAll(/[_-]/g, "")
    .toLowerCase()

import { Option, Schema } from "effect"

/** Maximum violations read from one request. */
const most = 10
/** Maximum characters of a word, origin or path in a log line. */
const longest = 120

/** A violation as it is logged: no query, no name of a person, only ASCII. */
export interface Violation {
  /** The directive, for example `script-src-elem`. */
  readonly directive: string
  /** An origin, a scheme, or a word such as `inline`. */
  readonly blocked: string
  /** Path of the page. */
  readonly page: string
  /** Path and line of the script that tried. */
  readonly source?: string | undefined
}

const text = Schema.optional(Schema.NullOr(Schema.String))
const line = Schema.optional(Schema.NullOr(Schema.Number))

/** What `report-uri` sends (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation). */
const OldReport = Schema.Struct({
  "csp-report": Schema.Struct({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "source-file": text,
    "line-number": line
  })
})

/** What `report-to` sends (https://www.w3.org/TR/CSP3/#reporting), among reports of other kinds. */
const NewReports = Schema.Array(
  Schema.Struct({
    type: Schema.String,
    body: Schema.optional(
      Schema.Struct({
        documentURL: text,
        effectiveDirective: text,
        blockedURL: text,
        sourceFile: text,
        lineNumber: line
      })
    )
  })
)

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Union([OldReport, NewReports])))

/**
 * The violations in a browser's report, in either format; none if it is no report. Leaves out what a visitor's browser
 * extensions did, which says nothing about our pages.
 */
export const violations = (body: string): Option.Option<ReadonlyArray<Violation>> =>
  Option.map(decode(body), (report) => {
    const told =
      "csp-report" in report
        ? [
            {
              documentURL: report["csp-report"]["document-uri"],
              effectiveDirective:
                report["csp-report"]["effective-directive"] ?? report["csp-report"]["violated-directive"],
              blockedURL: report["csp-report"]["blocked-uri"],
              sourceFile: report["csp-report"]["source-file"],
              lineNumber: report["csp-report"]["line-number"]
            }
          ]
        : report.flatMap(({ body, type }) => (type === "csp-violation" && body !== undefined ? [body] : []))
    return told
      .slice(0, most)
      .map(({ blockedURL, documentURL, effectiveDirective, lineNumber, sourceFile }) => ({
        directive: word(effectiveDirective?.split(" ", 1)[0]),
        blocked: originOf(blockedURL),
        page: pathOf(documentURL) ?? "-",
        source: sourceOf(sourceFile, lineNumber)
      }))
      .filter(({ blocked, source }) => !isExtension(blocked) && !isExtension(source))
  })

const isExtension = (place: string | undefined) => place !== undefined && /^[a-z-]+-extension\b/.test(place)

const word = (given: string | null | undefined) => (/^[a-z-]{1,40}$/.test(given ?? "") ? String(given) : "-")

const parsed = (address: string | null | undefined) =>
  address != null && URL.canParse(address) ? new URL(address) : undefined

const isWeb = ({ protocol }: URL) => protocol === "https:" || protocol === "http:"

/** Without the path, which may contain personal data. */
const originOf = (address: string | null | undefined): string => {
  const url = parsed(address)
  return url === undefined ? word(address) : (isWeb(url) ? url.origin : url.protocol.slice(0, -1)).slice(0, longest)
}

/** Parsed URLs are ASCII. */
const pathOf = (address: string | null | undefined): string | undefined => {
  const url = parsed(address)
  return url === undefined ? undefined : (isWeb(url) ? url.pathname : url.protocol.slice(0, -1)).slice(0, longest)
}

const sourceOf = (file: string | null | undefined, line: number | null | undefined): string | undefined => {
  const path = pathOf(file)
  return path === undefined || line == null || !Number.isSafeInteger(line) ? path : `${path}:${line}`
}

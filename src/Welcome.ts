import { Effect, Option, Redacted } from "effect"
import type { Credentials } from "./Credentials.ts"

/** What a person needs to begin once the server responds. */
export interface Welcome {
  readonly apiUrl: string
  readonly adminUrl: string
  readonly docsUrl: string
  /** Signs the owner in once; `None` if no link was created. */
  readonly signInUrl: Option.Option<Redacted.Redacted>
  /** `None` if this node did not create the account: its keys were shown where it was created. */
  readonly credentials: Option.Option<Credentials>
}

/** The text at the end of every start, always with the same facts. */
export const render = (welcome: Welcome): string => {
  const { adminUrl, apiUrl, credentials, docsUrl, signInUrl } = welcome
  return [
    "",
    "Trunkline is running.",
    "",
    ...table([
      ["Dashboard", adminUrl],
      ["API", `${apiUrl}/v1`],
      ["Documentation", docsUrl],
      ...Option.match(signInUrl, { onNone: () => [], onSome: (url): Rows => [["Sign in once", Redacted.value(url)]] }),
      ...Option.match(credentials, { onNone: () => [], onSome: facts })
    ]),
    ...Option.match(credentials, {
      onNone: () => [
        "",
        "The account was created elsewhere, and its keys were shown there. POST /v1/accounts/me/api-keys creates new ones."
      ],
      onSome: (made) => examples(apiUrl, made)
    }),
    "",
    "Ctrl-C stops everything.",
    ""
  ].join("\n")
}

/** The same as a log line, without keys and sign-in link, which are in `credentials.json`. */
export const announce = ({ adminUrl, apiUrl, docsUrl }: Welcome): Effect.Effect<void> =>
  Effect.logInfo("Trunkline is running").pipe(
    Effect.annotateLogs({ dashboard: adminUrl, api: `${apiUrl}/v1`, documentation: docsUrl })
  )

type Rows = ReadonlyArray<readonly [name: string, value: string]>

const facts = (made: Credentials): Rows => [
  ...(made.smtpPort === 0
    ? []
    : ([["Mail in", `${made.smtpHost}:${made.smtpPort}, ${made.supportAddress}`]] satisfies Rows)),
  ["Owner", made.adminEmail],
  ["Brand", `${made.brandId} (${made.brandSlug})`],
  ["Live key", Redacted.value(made.liveKey)],
  ["Test brand", made.testBrandId],
  ["Test key", Redacted.value(made.testKey)]
]

const examples = (apiUrl: string, made: Credentials): ReadonlyArray<string> => [
  "",
  "Create a ticket with the API:",
  "",
  `  curl -s ${apiUrl}/v1/brands/${made.brandId}/tickets \\`,
  `    -H 'Authorization: Bearer ${Redacted.value(made.liveKey)}' -H 'Content-Type: application/json' \\`,
  `    -d '{"title":"Where is my parcel?","customerEmail":"ada@example.com"}'`,
  ...(made.smtpPort === 0
    ? []
    : [
        "",
        "Create a ticket by email:",
        "",
        `  printf 'From: Ada <ada@example.com>\\r\\nTo: ${made.supportAddress}\\r\\nSubject: Where is my parcel?\\r\\n\\r\\nIt is late.\\r\\n' |`,
        `    curl -s smtp://${made.smtpHost}:${made.smtpPort} --mail-from ada@example.com --mail-rcpt ${made.supportAddress} -T -`
      ])
]

const table = (rows: Rows): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}

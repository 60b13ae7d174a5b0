import type { Purpose } from "../accounts/Vault.ts"
import { type ConnectionKind, connectionIdOf } from "../domain/ChannelConnection.ts"
import { idOf } from "../domain/Ids.ts"
import { sealedKey } from "./addresses/SqlEmailDomainStore.ts"
import type { DomainKeyJson } from "./rows/emailDomainRow.ts"

/** What disappears by itself within days: answers, mail and codes. A change of keys waits for them. */
type Passing = "idempotent-answer" | "outgoing-mail" | "address-code"

export interface SealedRow {
  readonly id: string
  readonly webhook_id: string
  readonly kind: ConnectionKind
  readonly sealed: Uint8Array
  readonly secrets: Uint8Array
  readonly keys: ReadonlyArray<DomainKeyJson>
}

/** A secret in a row: the id by which people know its owner, and the record that it is bound to. */
export interface KeptSecret {
  readonly known: string
  readonly record: string
  readonly sealed: Uint8Array
}

/** A column, in a table with an `id`, of secrets that are kept for as long as the records they belong to. */
export interface SealedPlace {
  readonly table: string
  readonly column: string
  readonly type: "bytea" | "jsonb"
  /** SQL that selects each of the column's secrets still in use, as `sealed`. */
  readonly each: string
  readonly secretsOf: (row: SealedRow) => ReadonlyArray<KeptSecret>
  /** The column with these secrets in place of its own, in the text form that its type reads. */
  readonly withSecrets: (row: SealedRow, sealed: ReadonlyArray<Uint8Array>) => string
}

/** The text form in which PostgreSQL reads bytes. */
const bytes = ([sealed]: ReadonlyArray<Uint8Array>) => `\\x${Buffer.from(sealed ?? []).toString("hex")}`
const one = (known: string, sealed: Uint8Array, record = known) => [{ known, record, sealed }]

/** Every place where a secret is kept under ENCRYPTION_KEY. A change of keys must reach all of them, or the secret is lost. */
export const sealedPlaces: Readonly<Record<Exclude<Purpose, Passing>, ReadonlyArray<SealedPlace>>> = {
  "webhook-secret": [
    {
      table: "webhook_secrets",
      column: "sealed",
      type: "bytea",
      each: "SELECT sealed FROM webhook_secrets WHERE coalesce(expires_at > now(), true)",
      secretsOf: ({ id, sealed, webhook_id }) => one(idOf("webhook", webhook_id), sealed, id),
      withSecrets: (_, sealed) => bytes(sealed)
    }
  ],
  "channel-secret": [
    {
      table: "channel_connections",
      column: "secrets",
      type: "bytea",
      each: "SELECT secrets AS sealed FROM channel_connections",
      secretsOf: ({ id, kind, secrets }) => one(connectionIdOf(kind, id), secrets),
      withSecrets: (_, sealed) => bytes(sealed)
    },
    {
      table: "slack_apps",
      column: "secrets",
      type: "bytea",
      each: "SELECT secrets AS sealed FROM slack_apps",
      secretsOf: ({ id, secrets }) => one(idOf("app", id), secrets),
      withSecrets: (_, sealed) => bytes(sealed)
    }
  ],
  "dkim-key": [
    {
      table: "email_domains",
      column: "keys",
      type: "jsonb",
      each: "SELECT decode(key->>'sealed', 'base64') AS sealed FROM email_domains, jsonb_array_elements(keys) key",
      secretsOf: ({ id, keys }) =>
        keys.map(({ sealed, selector }) => ({
          known: idOf("domain", id),
          record: sealedKey(idOf("domain", id), selector),
          sealed: Buffer.from(sealed, "base64")
        })),
      withSecrets: ({ keys }, sealed) =>
        JSON.stringify(keys.map((key, at) => ({ ...key, sealed: Buffer.from(sealed[at] ?? []).toString("base64") })))
    }
  ]
}

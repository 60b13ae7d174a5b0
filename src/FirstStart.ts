import { Effect, Option, type Redacted } from "effect"
import { Accounts } from "./accounts/Accounts.ts"
import { makeKeySecret } from "./accounts/KeySecret.ts"
import * as Files from "./Credentials.ts"
import { Credentials } from "./Credentials.ts"

/** The addresses of this server once it listens. */
export interface Addresses {
  readonly apiUrl: string
  readonly adminUrl: string
  readonly smtpHost: string
  /** 0 if inbound mail is off. */
  readonly smtpPort: number
  readonly inboundDomain: string
}

/**
 * Creates the first account unless there is one, and stores its keys in `credentials.json`, which is on disk before the
 * account exists: a start that is killed in between leaves keys for the next one to use. Returns the credentials with the
 * addresses of this start, for `keep`, or none if another node created the account. Credentials for another database are
 * left unchanged, because their keys are stored nowhere else.
 */
export const firstStart = Effect.fn("firstStart")(function* (
  dataDir: string,
  ownerEmail: string,
  addresses: Addresses
) {
  const accounts = yield* Accounts
  const known = yield* Files.read(dataDir)
  const keys = Option.getOrElse(known, () => ({ liveKey: makeKeySecret("live"), testKey: makeKeySecret("test") }))
  const reachable = ({ apiUrl, adminUrl, smtpHost, smtpPort }: Addresses) => ({ apiUrl, adminUrl, smtpHost, smtpPort })

  const founded = yield* accounts.bootstrap({ ownerEmail, liveKey: keys.liveKey, testKey: keys.testKey }, (made) =>
    Effect.gen(function* () {
      const { account, liveBrand, testBrand } = made
      if (liveBrand === undefined || testBrand === undefined) return yield* Effect.die("a first account has two brands")
      yield* Files.write(
        dataDir,
        new Credentials({
          ...reachable(addresses),
          accountId: account.id,
          brandId: liveBrand.id,
          brandSlug: liveBrand.slug,
          supportAddress: `${liveBrand.slug}@${addresses.inboundDomain}`,
          liveKey: keys.liveKey,
          testKey: keys.testKey,
          testBrandId: testBrand.id,
          adminEmail: made.ownerEmail
        })
      )
    })
  )

  const written = yield* Files.read(dataDir)
  if (Option.isNone(written)) return written
  // The keys are invalid now, but become valid again if the account is restored.
  if (founded.isDeleted) return Option.none()
  if (written.value.accountId !== founded.account.id) {
    if (Option.isSome(known)) {
      yield* Effect.logWarning(
        `The credentials.json in ${dataDir} belongs to another database, and its keys do not work here: move it away, or set DATA_DIR to another folder.`
      )
    } else {
      // Another node was faster: this account does not exist.
      yield* Files.remove(dataDir)
    }
    return Option.none()
  }
  return Option.some(
    new Credentials({
      ...written.value,
      ...reachable(addresses),
      supportAddress: `${written.value.brandSlug}@${addresses.inboundDomain}`
    })
  )
})

/** Writes the values for this start. The keys are already on disk, and a full disk does not prevent a start. */
export const keep = (dataDir: string, credentials: Credentials, signInUrl: Option.Option<Redacted.Redacted>) =>
  Files.write(dataDir, new Credentials({ ...credentials, signInUrl: Option.getOrUndefined(signInUrl) })).pipe(
    Effect.catchTag("CredentialsUnwritable", ({ message }) => Effect.logWarning(message))
  )

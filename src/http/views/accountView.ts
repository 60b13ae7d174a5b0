import { Redacted } from "effect"
import type { ApiKeyWithSecret } from "../../accounts/ApiKeys.ts"
import type { Account } from "../../domain/Account.ts"
import type { ApiKey } from "../../domain/ApiKey.ts"
import { iso } from "../../domain/iso.ts"
import { isoOr } from "./moments.ts"

/** An account on the wire. */
export const accountView = (account: Account) => ({
  id: account.id,
  name: account.name,
  createdAt: iso(account.createdAt),
  updatedAt: iso(account.updatedAt)
})

/** An API key on the wire, without its secret. */
export const apiKeyView = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  keyPreview: key.preview,
  prefix: key.prefix,
  livemode: key.mode === "live",
  allBrands: key.allBrands,
  brandIds: key.brandIds,
  lastUsedAt: isoOr(key.lastUsedAt) ?? null,
  expiresAt: isoOr(key.expiresAt) ?? null,
  createdAt: iso(key.createdAt)
})

/** The only response that shows the secret. */
export const newApiKeyView = ({ key, secret }: ApiKeyWithSecret) => ({
  ...apiKeyView(key),
  secret: Redacted.value(secret),
  key: Redacted.value(secret)
})

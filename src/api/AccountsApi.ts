import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { clearable, Instant, listOf, oneLine, optional } from "./Fields.ts"
import { filled, fitsOneOf, noneEmpty, notNo, yes } from "./fitsOneOf.ts"
import { permissions } from "./permissions.ts"
import { idLike, Moment, Success, some } from "./Shapes.ts"

export const Account = Schema.Struct({
  id: idLike("acct"),
  name: Schema.String,
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "Account", description: "The owner of API keys, brands and all data in them." })

export const AccountUsage = Schema.Struct({
  ticketsThisMonth: Schema.Int.annotate({ description: "Tickets created in the current calendar month (UTC)." }),
  ticketsTotal: Schema.Int,
  brandsCount: Schema.Int,
  membersCount: Schema.Int.annotate({ description: "Active members of the whole account." }),
  storageBytes: Schema.Int.annotate({ description: "Size of all uploaded files, in bytes." }),
  accountStorageBytes: some(
    Schema.Int.annotate({
      description:
        "Bytes that count toward the account's storage limit: its files in both modes, including announced files and files in the trash. Returned only to callers that can access all brands."
    })
  ),
  accountStorageMaxBytes: some(Schema.Int.annotate({ description: "The account's storage limit, in bytes." }))
}).annotate({ identifier: "AccountUsage" })

const apiKey = {
  id: idLike("key"),
  name: Schema.String,
  keyPreview: Schema.String.annotate({ description: "First twelve and last four characters of the secret." }),
  prefix: Schema.String,
  livemode: Schema.Boolean,
  allBrands: Schema.Boolean.annotate({ description: "Whether the key can access all brands, including future ones." }),
  brandIds: Schema.Array(Schema.String),
  lastUsedAt: Schema.NullOr(Moment).annotate({ description: "Accurate to the minute." }),
  expiresAt: Schema.NullOr(Moment),
  createdAt: Moment
}

export const ApiKey = Schema.Struct(apiKey).annotate({ identifier: "ApiKey" })
export const ApiKeyWithSecret = Schema.Struct({
  ...apiKey,
  secret: Schema.String.annotate({ description: "Returned only in this response." }),
  key: Schema.String.annotate({ description: "Same as `secret`." })
}).annotate({ identifier: "ApiKeyWithSecret" })

export const AccountUpdate = Schema.Struct({ name: oneLine(100) }).annotate({ identifier: "AccountUpdate" })

const reach = {
  allBrands: optional(Schema.Boolean).annotate({
    description: "Gives access to all brands, including future ones. Takes precedence over `brandIds`."
  }),
  brandIds: optional(listOf(Schema.String, 1_000)).annotate({
    description: "Gives access to these brands of the key's mode only."
  })
}

export const ApiKeyCreate = Schema.Struct({
  name: oneLine(100),
  mode: optional(Schema.Literals(["live", "test"])).annotate({
    description: "Defaults to the caller's mode. A test key can create only test keys."
  }),
  ...reach,
  expiresAt: clearable(Instant).annotate({ description: "When the key expires. If omitted, it never expires." })
})
  .annotate({ description: "If you omit both `allBrands` and `brandIds`, the key can access all brands." })
  .pipe(fitsOneOf({ allBrands: notNo, brandIds: noneEmpty }, { allBrands: yes }, { brandIds: filled }))
  .annotate({ identifier: "ApiKeyCreate" })

export const ApiKeyScope = Schema.Struct(reach)
  .annotate({ description: "`brandIds` must contain at least one brand unless `allBrands` is true." })
  .pipe(fitsOneOf({ allBrands: yes }, { brandIds: filled }))
  .annotate({ identifier: "ApiKeyScope" })

const write = [DatabaseUnavailable, IdempotencyKeyReused, IdempotencyInProgress]
const keyPath = { keyId: idLike("key") }

export class AccountsApi extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.get("me", "/", { success: Account, error: DatabaseUnavailable }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the account",
        description:
          "Returns the account that the credential belongs to. Use it to check that a key works and whose it is."
      })
    ),
    HttpApiEndpoint.patch("update", "/", { payload: AccountUpdate, success: Account, error: write })
      .annotate(CallersAllowed, permissions.administer)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Rename the account",
          description: "The name applies to both modes. Team members see it as the name of their organization."
        })
      ),
    HttpApiEndpoint.get("usage", "/usage", { success: AccountUsage, error: DatabaseUnavailable }).annotateMerge(
      OpenApi.annotations({
        summary: "Get account usage",
        description:
          "Covers the caller's mode and the brands that the caller can access. Spam, deleted and merged tickets are not counted."
      })
    ),
    HttpApiEndpoint.get("listApiKeys", "/api-keys", { success: Schema.Array(ApiKey), error: DatabaseUnavailable })
      .annotate(CallersAllowed, permissions.administer)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List API keys",
          description: "Returns the active keys of the caller's mode, without their secrets."
        })
      ),
    HttpApiEndpoint.post("createApiKey", "/api-keys", {
      payload: ApiKeyCreate,
      success: ApiKeyWithSecret.pipe(HttpApiSchema.status(201)),
      error: [...write, InvalidInput, LimitReached]
    })
      .annotate(CallersAllowed, permissions.administer)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create an API key",
          description:
            "The secret is returned only once. Several keys can be active at the same time, so you can replace a key without downtime."
        })
      ),
    HttpApiEndpoint.patch("scopeApiKey", "/api-keys/:keyId/scope", {
      params: keyPath,
      payload: ApiKeyScope,
      success: Schema.Struct({ ...apiKey, success: Schema.Literal(true) }),
      error: [...write, InvalidInput, NotFound]
    })
      .annotate(CallersAllowed, permissions.administer)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Set the brands of an API key",
          description:
            "Takes effect with the next request, and within a second on other nodes. Set `allBrands` to true or list at least one brand: omitting members never gives a key more access."
        })
      ),
    HttpApiEndpoint.delete("revokeApiKey", "/api-keys/:keyId", {
      params: keyPath,
      success: Success,
      error: [...write, NotFound]
    })
      .annotate(CallersAllowed, permissions.administer)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Revoke an API key",
          description:
            "The key is refused from the next request on, and within a second on other nodes. A key can revoke itself."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/accounts/me")
  .annotateMerge(OpenApi.annotations({ title: "accounts", description: "The account and its API keys." })) {}

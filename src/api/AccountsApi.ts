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
}).annotate({ identifier: "Account", description: "Who owns keys, brands and data." })

export const AccountUsage = Schema.Struct({
  ticketsThisMonth: Schema.Int.annotate({ description: "Opened in this calendar month, UTC." }),
  ticketsTotal: Schema.Int,
  brandsCount: Schema.Int,
  membersCount: Schema.Int.annotate({ description: "Active members of the whole account." }),
  storageBytes: Schema.Int.annotate({ description: "Bytes of uploaded files." }),
  accountStorageBytes: some(
    Schema.Int.annotate({
      description:
        "Bytes that count against the account's limit: its files in both modes, those announced and those in the trash too. For callers who reach all brands."
    })
  ),
  accountStorageMaxBytes: some(Schema.Int.annotate({ description: "Bytes that the account's files may have." }))
}).annotate({ identifier: "AccountUsage" })

const apiKey = {
  id: idLike("key"),
  name: Schema.String,
  keyPreview: Schema.String.annotate({ description: "First twelve and last four characters of the secret." }),
  prefix: Schema.String,
  livemode: Schema.Boolean,
  allBrands: Schema.Boolean.annotate({ description: "Reaches all brands, present and future." }),
  brandIds: Schema.Array(Schema.String),
  lastUsedAt: Schema.NullOr(Moment).annotate({ description: "To the minute." }),
  expiresAt: Schema.NullOr(Moment),
  createdAt: Moment
}

export const ApiKey = Schema.Struct(apiKey).annotate({ identifier: "ApiKey" })
export const ApiKeyWithSecret = Schema.Struct({
  ...apiKey,
  secret: Schema.String.annotate({ description: "Shown this once." }),
  key: Schema.String.annotate({ description: "Same as `secret`." })
}).annotate({ identifier: "ApiKeyWithSecret" })

export const AccountUpdate = Schema.Struct({ name: oneLine(100) }).annotate({ identifier: "AccountUpdate" })

const reach = {
  allBrands: optional(Schema.Boolean).annotate({
    description: "Reach all brands, future ones too; wins over `brandIds`."
  }),
  brandIds: optional(listOf(Schema.String, 1_000)).annotate({
    description: "Reach these brands of the key's mode alone."
  })
}

export const ApiKeyCreate = Schema.Struct({
  name: oneLine(100),
  mode: optional(Schema.Literals(["live", "test"])).annotate({
    description: "The caller's own when left out; a test key can only make test keys."
  }),
  ...reach,
  expiresAt: clearable(Instant).annotate({ description: "When it ends by itself; never when left out." })
})
  .annotate({ description: "Neither `allBrands` nor `brandIds` means all brands." })
  .pipe(fitsOneOf({ allBrands: notNo, brandIds: noneEmpty }, { allBrands: yes }, { brandIds: filled }))
  .annotate({ identifier: "ApiKeyCreate" })

export const ApiKeyScope = Schema.Struct(reach)
  .annotate({ description: "`brandIds` names at least one brand unless `allBrands` is true." })
  .pipe(fitsOneOf({ allBrands: yes }, { brandIds: filled }))
  .annotate({ identifier: "ApiKeyScope" })

const write = [DatabaseUnavailable, IdempotencyKeyReused, IdempotencyInProgress]
const keyPath = { keyId: idLike("key") }

export class AccountsApi extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.get("me", "/", { success: Account, error: DatabaseUnavailable }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the account",
        description: "That of the credential: a way to see that a key works, and whose it is."
      })
    ),
    HttpApiEndpoint.patch("update", "/", { payload: AccountUpdate, success: Account, error: write })
      .annotate(CallersAllowed, permissions.administer)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Rename the account",
          description: "Of both modes. For the members of its team the name is that of their organization."
        })
      ),
    HttpApiEndpoint.get("usage", "/usage", { success: AccountUsage, error: DatabaseUnavailable }).annotateMerge(
      OpenApi.annotations({
        summary: "Get what the account uses",
        description:
          "Of the caller's mode, and of the brands that the caller can see. Tickets that are spam, deleted or merged away are not counted."
      })
    ),
    HttpApiEndpoint.get("listApiKeys", "/api-keys", { success: Schema.Array(ApiKey), error: DatabaseUnavailable })
      .annotate(CallersAllowed, permissions.administer)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List API keys",
          description: "The active keys of the caller's mode, without their secrets."
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
            "The secret is returned once. Several keys may be active, so that one can replace another without downtime."
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
          summary: "Choose the brands of an API key",
          description:
            "From the next request on, on other nodes within a second. All brands or at least one must be named: a key never gets more by what was left out."
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
            "It is refused from the next request on, on other nodes within a second. A key may revoke itself."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/accounts/me")
  .annotateMerge(OpenApi.annotations({ title: "accounts", description: "The account and its API keys." })) {}

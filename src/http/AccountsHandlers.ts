import { Effect } from "effect"
import { Accounts } from "../accounts/Accounts.ts"
import { ApiKeys, type ApiKeyWithSecret } from "../accounts/ApiKeys.ts"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { Account } from "../domain/Account.ts"
import type { ApiKey } from "../domain/ApiKey.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { StorageQuota } from "../tickets/files/StorageQuota.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, replyOnce, success } from "./replies.ts"
import { momentOf } from "./ticketInput.ts"
import { accountView, apiKeyView, newApiKeyView } from "./views/accountView.ts"

const shown = (account: Account) => answerOf(200, accountView(account))
const created = (made: ApiKeyWithSecret) => answerOf(201, newApiKeyView(made))
const scoped = (key: ApiKey) => answerOf(200, { ...apiKeyView(key), success: true })

/** Implements the `accounts` group. */
export const AccountsHandlers = handlersOf(
  Api,
  "accounts",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* Accounts
    const quota = yield* StorageQuota
    const keys = yield* ApiKeys

    return handlers.handleAll({
      me: () =>
        CurrentPrincipal.use(({ tenant }) => Effect.map(accounts.get(tenant), (account) => ok(accountView(account)))),

      usage: Effect.fnUntraced(function* () {
        const caller = yield* CurrentPrincipal
        const { accountStorageBytes, ...used } = yield* accounts.usage(caller)
        const ofAccount = { accountStorageBytes, accountStorageMaxBytes: quota.maxBytes }
        return ok(caller.brands === "all" ? { ...used, ...ofAccount } : used)
      }),

      update: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        const { tenant } = yield* CurrentPrincipal
        return replyOnce(shown)(
          yield* accounts.rename(tenant, command.causation, payload.name.trim(), receiptOf(command, shown))
        )
      }),

      listApiKeys: () =>
        CurrentPrincipal.use(({ tenant }) => Effect.map(keys.list(tenant), (found) => ok(found.map(apiKeyView)))),

      createApiKey: Effect.fnUntraced(function* ({ payload: { expiresAt, name, ...rest } }) {
        const command = yield* CurrentCommand
        const { tenant } = yield* CurrentPrincipal
        const input = { ...rest, name: name.trim(), expiresAt: expiresAt == null ? undefined : momentOf(expiresAt) }
        return replyOnce(created)(
          yield* keys.create(tenant, command.causation, input, receiptOf(command, created, { secret: true }))
        )
      }),

      scopeApiKey: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { tenant } = yield* CurrentPrincipal
        return replyOnce(scoped)(
          yield* keys.rescope(tenant, command.causation, params.keyId, payload, receiptOf(command, scoped))
        )
      }),

      revokeApiKey: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { tenant } = yield* CurrentPrincipal
        return replyOnce(success)(
          yield* keys.revoke(tenant, command.causation, params.keyId, receiptOf(command, success))
        )
      })
    })
  })
)

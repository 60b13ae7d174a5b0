import { randomBytes } from "node:crypto"
import { Context, DateTime, Effect, Layer, Option, Redacted, Result } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { CustomConnection, PlacedConnection } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { ChannelId, MessageId } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  ChannelNotReady,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  LimitReached,
  type NotFound,
  UpstreamFailed
} from "../../domain/Problems.ts"
import { checkRotation, type SecretRotation } from "../../domain/signingSecret.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { unnamed } from "../settings/BrandList.ts"
import { Callbacks } from "./Callbacks.ts"
import { ConnectionStore } from "./ConnectionStore.ts"
import {
  type CustomChannelChange,
  type CustomChannelCreate,
  changeCustomChannel,
  checkCustomChannel,
  goodSecrets,
  newCustomChannel,
  rotateChannelSecret,
  secretsOf,
  toldOfChannel
} from "./changeCustomChannel.ts"
import { removeConnection } from "./removeConnection.ts"
import { sendOnce } from "./sendOnce.ts"

/** Maximum number of custom channels of a brand. */
export const maxChannels = 50

/** A channel with its secret, which is shown only once. */
export interface CustomChannelWithSecret {
  readonly channel: CustomConnection
  readonly secret: Redacted.Redacted
}

type Read<A> = Effect.Effect<A, NotFound | DatabaseUnavailable>
type Written<A, E = never> = Effect.Effect<
  Once<A>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** Channels that third parties build and that speak our protocol (docs/channels/custom.md). */
export class CustomChannels extends Context.Service<
  CustomChannels,
  {
    /** Oldest first. */
    list(scope: BrandScope): Read<ReadonlyArray<CustomConnection>>
    get(scope: BrandScope, id: ChannelId): Read<CustomConnection>
    create(
      scope: BrandScope,
      causation: Causation,
      input: CustomChannelCreate,
      receipt?: ReceiptRequest<CustomChannelWithSecret>
    ): Written<CustomChannelWithSecret, InvalidInput | LimitReached>
    update(
      scope: BrandScope,
      causation: Causation,
      id: ChannelId,
      change: CustomChannelChange,
      receipt?: ReceiptRequest<CustomConnection>
    ): Written<CustomConnection, InvalidInput>
    /** Tickets stay; unsent messages are never sent. */
    delete(scope: BrandScope, causation: Causation, id: ChannelId, receipt?: ReceiptRequest<void>): Written<void>
    rotateSecret(
      scope: BrandScope,
      causation: Causation,
      id: ChannelId,
      rotation: SecretRotation,
      receipt?: ReceiptRequest<CustomChannelWithSecret>
    ): Written<CustomChannelWithSecret, InvalidInput>
    /** Posts a test message to the callback URL, once. Returns its id. */
    test(
      scope: BrandScope,
      id: ChannelId,
      receipt?: ReceiptRequest<MessageId>
    ): Written<MessageId, ChannelNotReady | UpstreamFailed>
    /** The channel whose URL was called, with its currently valid secrets; `none` if there is no such channel. */
    reached(
      id: ChannelId
    ): Effect.Effect<
      Option.Option<PlacedConnection<"custom"> & { readonly secrets: ReadonlyArray<Redacted.Redacted> }>,
      DatabaseUnavailable
    >
  }
>()("trunkline/tickets/CustomChannels") {
  static readonly layer = Layer.effect(
    CustomChannels,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const connections = yield* ConnectionStore
      const receipts = yield* Receipts
      const callbacks = yield* Callbacks
      const [ofBrand, ofChannel] = [orNotFound("brand"), orNotFound("channel")]
      const get = Effect.fn("CustomChannels.get")((scope: BrandScope, id: ChannelId) =>
        ofChannel(connections.find(scope, "custom", id))
      )
      const secretsNow = Effect.fnUntraced(function* (id: ChannelId) {
        const stored = yield* connections.secrets(id)
        const now = yield* DateTime.now
        return Option.map(stored, (secrets) => goodSecrets(secrets, now))
      })

      return CustomChannels.of({
        list: Effect.fn("CustomChannels.list")((scope) => ofBrand(connections.list(scope, "custom"))),

        get,

        create: Effect.fn("CustomChannels.create")(function* (scope, causation, input, receipt) {
          yield* Effect.fromResult(checkCustomChannel(callbacks.judgeUrl, input))
          const now = yield* DateTime.now
          return yield* receipts.once(
            scope.tenant,
            receipt,
            Effect.gen(function* () {
              if ((yield* ofBrand(connections.count(scope, "custom"))) >= maxChannels)
                return yield* new LimitReached({ limit: maxChannels, what: "custom channels in a brand" })
              const channel = newCustomChannel(ids.next("channel"), scope.brandId, input, now)
              const secret = input.secret ?? makeSecret()
              const audit = toldOfChannel("channel.created", channel)
              yield* unnamed(connections.create(scope, causation, channel, secretsOf(secret), audit))
              return { channel, secret }
            })
          )
        }),

        update: Effect.fn("CustomChannels.update")(function* (scope, causation, id, change, receipt) {
          const callbackUrl = change.callbackUrl ?? undefined
          yield* Effect.fromResult(checkCustomChannel(callbacks.judgeUrl, { callbackUrl, secret: undefined }))
          const now = yield* DateTime.now
          return yield* receipts.once(
            scope.tenant,
            receipt,
            unnamed(
              ofChannel(
                connections.change(scope, causation, "custom", id, (channel) =>
                  Result.succeed(changeCustomChannel(channel, change, now))
                )
              )
            )
          )
        }),

        delete: Effect.fn("CustomChannels.delete")((scope, causation, id, receipt) =>
          removeConnection(connections, receipts, {
            scope,
            causation,
            receipt,
            find: get(scope, id),
            told: (channel) => toldOfChannel("channel.deleted", channel)
          })
        ),

        rotateSecret: Effect.fn("CustomChannels.rotateSecret")(function* (scope, causation, id, rotation, receipt) {
          const hours = yield* Effect.fromResult(checkRotation(rotation))
          const now = yield* DateTime.now
          return yield* receipts.once(
            scope.tenant,
            receipt,
            Effect.gen(function* () {
              const secret = rotation.secret ?? makeSecret()
              const rotated = connections.change(scope, causation, "custom", id, (channel, stored) =>
                Result.succeed(rotateChannelSecret(channel, stored, secret, hours, now))
              )
              return { channel: yield* unnamed(ofChannel(rotated)), secret }
            })
          )
        }),

        test: Effect.fn("CustomChannels.test")((scope, id, receipt) =>
          sendOnce(
            receipts,
            scope.tenant,
            receipt,
            Effect.gen(function* () {
              const { settings, status } = yield* get(scope, id)
              const notReady = (reason: string) => new ChannelNotReady({ channel: "custom", reason })
              if (settings.callbackUrl === undefined)
                return yield* notReady("The channel has no callbackUrl to post to. Set one first.")
              if (status === "disabled") return yield* notReady("The channel is disabled. Enable it first.")
              const secrets = yield* ofChannel(secretsNow(id))
              const messageId = ids.next("message")
              const reply = yield* callbacks.post(
                new URL(settings.callbackUrl),
                secrets,
                { id: messageId, event: "message.test", attempt: 1 },
                JSON.stringify({
                  id: messageId,
                  messageId,
                  type: "message.test",
                  channelId: id,
                  brandId: scope.brandId,
                  livemode: scope.tenant.mode === "live",
                  timestamp: iso(yield* DateTime.now)
                })
              )
              const { error, status: answered } = reply
              if (error === undefined && answered !== undefined && answered >= 200 && answered < 300) return messageId
              return yield* new UpstreamFailed({
                provider: "custom",
                reason:
                  answered === undefined ? `no response (${error ?? "unknown"})` : `a response with status ${answered}`
              })
            })
          )
        ),

        reached: Effect.fn("CustomChannels.reached")(function* (id) {
          const found = yield* connections.reached("custom", id)
          const secrets = yield* secretsNow(id)
          return Option.isNone(found) || Option.isNone(secrets)
            ? Option.none()
            : Option.some({ ...found.value, secrets: secrets.value })
        })
      })
    })
  )
}

/** Generates a secret in the form of Standard Webhooks: `whsec_` and 24 random bytes in base64. */
const makeSecret = (): Redacted.Redacted =>
  Redacted.make(`whsec_${randomBytes(24).toString("base64")}`, { label: "channel-secret" })

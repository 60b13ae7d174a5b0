import { Effect } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { EmailDomain } from "../domain/EmailDomain.ts"
import { addressOf } from "../domain/emailAddress.ts"
import type { MessageId } from "../domain/Ids.ts"
import type { SupportAddress } from "../domain/SupportAddress.ts"
import { type DomainCheck, EmailDomains } from "../tickets/addresses/EmailDomains.ts"
import { SupportAddresses } from "../tickets/addresses/SupportAddresses.ts"
import { Channels } from "../tickets/connections/Channels.ts"
import { charge } from "./charge.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { handlersOf } from "./handlersOf.ts"
import { RateLimits } from "./RateLimits.ts"
import { currentRecord } from "./RequestRecord.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { addressView, channelView, domainCheckView, domainView } from "./views/channelView.ts"

const shownAddress = (address: SupportAddress) => answerOf(200, addressView(address))
const createdAddress = (address: SupportAddress) =>
  answerOf(201, addressView(address), { location: `/v1/brands/${address.brandId}/addresses/${address.id}` })
const sentTest = (messageId: MessageId) => answerOf(202, { success: true, messageId })
const verification = ({ verified }: SupportAddress) => answerOf(200, { verified })

/** Implements the `channels` group. */
export const ChannelsHandlers = handlersOf(
  Api,
  "channels",
  Effect.fnUntraced(function* (handlers) {
    const channels = yield* Channels
    const addresses = yield* SupportAddresses
    const domains = yield* EmailDomains
    const limits = yield* RateLimits
    const { inboundDomain } = yield* HttpSettings

    const view = domainView(inboundDomain)
    const checkView = domainCheckView(inboundDomain)
    const shownDomain = (domain: EmailDomain) => answerOf(200, view(domain))
    const createdDomain = (domain: EmailDomain) =>
      answerOf(201, view(domain), { location: `/v1/brands/${domain.brandId}/domains/${domain.id}` })
    const checked = (check: DomainCheck) => answerOf(200, checkView(check))

    /** Limits codes and tests per address, whoever sends them. */
    const chargeCode = (address: string) =>
      Effect.withFiber((fiber) => charge(currentRecord(fiber), limits.addressCode, address))

    const addressIn = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly addressId: string }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("address", params.addressId) }
    })
    const domainIn = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly domainId: string }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("domain", params.domainId) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return ok((yield* channels.list(yield* brandScope(params.brandId))).map(channelView))
      }),

      listAddresses: Effect.fnUntraced(function* ({ params }) {
        return ok((yield* addresses.list(yield* brandScope(params.brandId))).map(addressView))
      }),

      createAddress: Effect.fnUntraced(function* ({ params, payload: { address, fromName, ...payload } }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = { ...payload, address: addressOf(address), fromName: lineOf(fromName) }
        return replyOnce(createdAddress)(
          yield* addresses.create(scope, command.causation, input, receiptOf(command, createdAddress))
        )
      }),

      getAddress: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* addressIn(params)
        return reply(shownAddress(yield* addresses.get(scope, id)))
      }),

      updateAddress: Effect.fnUntraced(function* ({ params, payload: { address, fromName, ...payload } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* addressIn(params)
        const change = {
          ...payload,
          address: address === undefined ? undefined : addressOf(address),
          fromName: fromName === null ? null : lineOf(fromName)
        }
        return replyOnce(shownAddress)(
          yield* addresses.update(scope, command.causation, id, change, receiptOf(command, shownAddress))
        )
      }),

      deleteAddress: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* addressIn(params)
        return replyOnce(success)(yield* addresses.delete(scope, command.causation, id, receiptOf(command, success)))
      }),

      verifyAddress: Effect.fnUntraced(function* ({ params, payload: { code } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* addressIn(params)
        const receipt = receiptOf(command, verification)
        if (code !== undefined) {
          return replyOnce(verification)(yield* addresses.verify(scope, command.causation, id, code.trim(), receipt))
        }
        const { address, verified } = yield* addresses.get(scope, id)
        if (!verified) yield* chargeCode(address)
        return replyOnce(verification)(yield* addresses.sendCode(scope, id, receipt))
      }),

      testAddress: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* addressIn(params)
        const to = addressOf(payload.to)
        yield* addresses.get(scope, id)
        yield* chargeCode(to)
        return replyOnce(sentTest)(yield* addresses.test(scope, id, to, receiptOf(command, sentTest)))
      }),

      listDomains: Effect.fnUntraced(function* ({ params }) {
        return ok((yield* domains.list(yield* brandScope(params.brandId))).map(view))
      }),

      createDomain: Effect.fnUntraced(function* ({ params, payload: { domain, fromEmail, fromName, ...payload } }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = {
          ...payload,
          domain: addressOf(domain),
          fromName: lineOf(fromName),
          fromEmail: fromEmail === undefined ? undefined : addressOf(fromEmail)
        }
        return replyOnce(createdDomain)(
          yield* domains.create(scope, command.causation, input, receiptOf(command, createdDomain))
        )
      }),

      getDomain: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* domainIn(params)
        return reply(shownDomain(yield* domains.get(scope, id)))
      }),

      updateDomain: Effect.fnUntraced(function* ({ params, payload: { domain, fromEmail, fromName, ...payload } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* domainIn(params)
        const change = {
          ...payload,
          domain: domain === undefined ? undefined : addressOf(domain),
          fromName: fromName === null ? null : lineOf(fromName),
          fromEmail: fromEmail == null ? fromEmail : addressOf(fromEmail)
        }
        return replyOnce(shownDomain)(
          yield* domains.update(scope, command.causation, id, change, receiptOf(command, shownDomain))
        )
      }),

      deleteDomain: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* domainIn(params)
        return replyOnce(success)(yield* domains.delete(scope, command.causation, id, receiptOf(command, success)))
      }),

      verifyDomain: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* domainIn(params)
        return replyOnce(checked)(yield* domains.verify(scope, command.causation, id, receiptOf(command, checked)))
      })
    })
  })
)

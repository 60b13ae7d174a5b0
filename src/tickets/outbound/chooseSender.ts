import type { Brand } from "../../domain/Brand.ts"
import type { EmailDomain } from "../../domain/EmailDomain.ts"
import type { AddressId } from "../../domain/Ids.ts"
import type { Sender } from "../../domain/OutgoingMail.ts"
import type { ReplySender } from "../../domain/ReplyWay.ts"
import { domainOf, localPartOf, type SupportAddress } from "../../domain/SupportAddress.ts"

/** The facts of a brand that decide the sender of its mail. */
export interface SenderFacts {
  readonly brand: Pick<Brand, "fromName" | "fromEmail" | "replyMode">
  /** The brand's verified addresses, oldest first. */
  readonly addresses: ReadonlyArray<Pick<SupportAddress, "id" | "address" | "kind" | "fromName" | "isPrimary">>
  /** The brand's verified domains, oldest first. */
  readonly domains: ReadonlyArray<EmailDomain>
}

export interface SenderWish {
  /** The address to which the customer wrote. */
  readonly writtenTo?: string | undefined
  /** The address that the caller chose. */
  readonly addressId?: AddressId | undefined
}

export interface ChosenSender {
  /** The name is empty if the brand's own applies. */
  readonly from: Sender
  /** The brand's domain from which the mail is sent, and which signs it; absent for the installation's own. */
  readonly domain?: EmailDomain | undefined
}

/**
 * Chooses the sender of a brand's mail: the first of these that is on a verified OUTBOUND domain of the brand, or on the
 * installation's own domain if that sends all its mail.
 *
 * 1. the address that the caller chose;
 * 2. with `MATCH`, the address to which the customer wrote, or the `fromEmail` of its domain if that replies as `SINGLE`;
 * 3. the brand's `fromEmail`;
 * 4. the `fromEmail` of the primary OUTBOUND domain;
 * 5. the primary address, then addresses that forward here, since mail to them arrives at the brand's own one.
 *
 * If there is none, it is the installation's sender.
 */
export const chooseSender = (
  { addresses, brand, domains }: SenderFacts,
  { addressId, writtenTo }: SenderWish,
  shared: { readonly sender: Sender; readonly inboundDomain: string }
): ChosenSender => {
  const outbound = domains.filter(({ type }) => type === "OUTBOUND")
  const outboundOf = (address: string) => outbound.find(({ domain }) => domain === domainOf(address))
  const own = addresses.filter(({ address, kind }) => kind !== "system" && localPartOf(address) !== "*")

  const written = brand.replyMode === "MATCH" && writtenTo !== undefined ? plain(writtenTo) : undefined
  const candidates: ReadonlyArray<string | undefined> = [
    own.find(({ id }) => id === addressId)?.address,
    ...(written !== undefined && takes(addresses, written) ? [answeringFor(outboundOf(written)) ?? written] : []),
    brand.fromEmail,
    outbound.find(({ isPrimary }) => isPrimary)?.fromEmail,
    own.find(({ isPrimary }) => isPrimary)?.address,
    ...own.filter(({ kind }) => kind === "forwarded").map(({ address }) => address)
  ]

  const sendsAsInstallation = domainOf(shared.sender.address).toLowerCase() === shared.inboundDomain
  for (const address of candidates) {
    if (address === undefined) continue
    const domain = outboundOf(address)
    const known = own.find((one) => one.address === address)
    const isOwn = known !== undefined && sendsAsInstallation && domainOf(address) === shared.inboundDomain
    if (domain === undefined && !isOwn) continue
    const domainName = domain !== undefined && domain.fromEmail === address ? domain.fromName : undefined
    return {
      from: { name: known?.fromName ?? domainName ?? brand.fromName ?? domain?.fromName ?? "", address },
      domain
    }
  }
  return { from: { name: brand.fromName ?? "", address: shared.sender.address } }
}

/** The default sender of a brand's mail, and those of its addresses that a caller may choose instead. */
export const senderChoice = (
  facts: SenderFacts,
  wish: Pick<SenderWish, "writtenTo">,
  shared: Parameters<typeof chooseSender>[2]
): { readonly from: ReplySender; readonly senders: ReadonlyArray<ReplySender> } => {
  const senderOf = (wish: SenderWish): ReplySender => {
    const { from } = chooseSender(facts, wish, shared)
    const own = facts.addresses.find(({ address, kind }) => address === from.address && kind !== "system")
    return { id: own?.id, name: from.name, address: from.address }
  }
  const from = senderOf(wish)
  const senders = facts.addresses.flatMap(({ address, id }) => {
    const chosen = senderOf({ addressId: id })
    return chosen.address === address && address !== from.address ? [chosen] : []
  })
  return { from, senders }
}

/** The address that replies for a whole domain. */
const answeringFor = (domain: EmailDomain | undefined): string | undefined =>
  domain?.replyMode === "SINGLE" ? domain.fromEmail : undefined

/** Whether a brand receives mail for an address under one of its own names. */
const takes = (addresses: SenderFacts["addresses"], written: string): boolean =>
  addresses.some(
    ({ address, kind }) => kind !== "system" && (address === written || address === `*@${domainOf(written)}`)
  )

/** An address without its `+tag`, in lower case. */
const plain = (address: string): string => {
  const [name = ""] = localPartOf(address).split("+", 1)
  return `${name}@${domainOf(address)}`.toLowerCase()
}

import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** What a rate limit by address counts as one caller: the IPv4 address of a client, or the /64 network of its IPv6 address. */
export const networkOf = (address: string): string => {
  if (!address.includes(":")) return address
  const [unscoped = ""] = address.split("%", 1)
  return NetAddress.ipv6FromString(unscoped).pipe(
    Result.flatMap((known) => IpNetwork.fromAddress(known, 64)),
    Result.match({ onSuccess: IpNetwork.format, onFailure: () => address })
  )
}

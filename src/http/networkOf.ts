import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** What rate limits by address count as one caller: an IPv4 address, or the /64 network of an IPv6 address. */
export const networkOf = (address: string): string => {
  if (!address.includes(":")) return address
  const [unscoped = ""] = address.split("%", 1)
  return NetAddress.ipv6FromString(unscoped).pipe(
    Result.flatMap((known) => IpNetwork.fromAddress(known, 64)),
    Result.match({ onSuccess: IpNetwork.format, onFailure: () => address })
  )
}

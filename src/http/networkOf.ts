import { isIPv6 } from "node:net"

/** What a rate limit by address counts as one caller: an IPv4 address, or the /64 network of an IPv6 address. */
export const networkOf = (address: string): string => {
  if (!address.includes(":") || !isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = "", tail] = address.split("%", 1)[0]?.toLowerCase().split("::") ?? []
  const front = head === "" ? [] : head.split(":")
  const back = tail === undefined || tail === "" ? [] : tail.split(":")
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill("0"), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}

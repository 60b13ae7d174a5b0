import { BlockList, isIP } from "node:net"
import { Context, Layer, Result } from "effect"

/** Most characters of a target URL. */
const maxUrlLength = 2048

/**
 * IPv4 networks that are not on the public Internet (IANA special-purpose registry), and the address of Azure's internal
 * platform services.
 */
const special4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 168.63.129.16/32`
/** IPv6 networks that are not public: all outside 2000::/3, and Teredo and its neighbours, documentation and 6to4. */
const special6 = "::/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20 4000::/2 8000::/1"
/** Networks that stay blocked whatever the operator allows: metadata services, link-local, "this host", multicast. */
const never4 = "0.0.0.0/8 100.100.100.200/32 168.63.129.16/32 169.254.0.0/16 192.0.0.192/32 224.0.0.0/3"
const never6 = "::/128 64:ff9b::/96 64:ff9b:1::/48 fd00:ec2::254/128 fe80::/10 ff00::/8"

/** Domains that resolve only within private networks. */
const privateZones = ["localhost", "local", "internal", "svc", "home.arpa"]

/** Decides where requests to subscribers may go. Protects private networks against server-side request forgery (SSRF). */
export class Egress extends Context.Service<
  Egress,
  {
    /** Whether a socket may connect to this address. Plain http is allowed only to networks that the operator allowed. */
    readonly allowsAddress: (address: string, encrypted: boolean) => boolean
    /** Whether the operator allowed any private network. If so, a name may be one that only this machine can resolve. */
    readonly opensNetworks: boolean
    /** Parses a target URL, or returns why it is not allowed, as the end of a sentence. */
    readonly judgeUrl: (text: string) => Result.Result<URL, string>
  }
>()("trunkline/webhooks/Egress") {
  /** `allowedNetworks` is the setting WEBHOOK_ALLOW_NETWORKS. */
  static readonly layer = (allowedNetworks: ReadonlyArray<string>) => Layer.sync(Egress, () => make(allowedNetworks))
}

/** `allowedNetworks`, in CIDR notation, are private networks that may be reached. */
export const make = (allowedNetworks: ReadonlyArray<string>): Egress["Service"] => {
  const opened = pair(allowedNetworks)
  const opensNetworks = allowedNetworks.length > 0
  const listed = (lists: Pair, address: string) => {
    if (isIP(address) === 4) return lists.v4.check(address, "ipv4")
    // Rules for IPv4 also apply to IPv4-mapped IPv6 addresses.
    return lists.v6.check(address, "ipv6") || lists.v4.check(address, "ipv6")
  }

  const allowsAddress = (address: string, encrypted: boolean) => {
    if (isIP(address) === 0 || listed(never, address)) return false
    return listed(opened, address) || (encrypted && !listed(special, address))
  }

  const judgeHost = (url: URL): string | undefined => {
    const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
    const encrypted = url.protocol === "https:"
    if (isIP(host) !== 0) {
      if (allowsAddress(host, encrypted)) return undefined
      if (allowsAddress(host, true)) return mustBeHttps
      const mustBePublic = "must lead to a public address"
      return listed(never, host) ? mustBePublic : `${mustBePublic}, or to a network that the operator has allowed`
    }
    // The name may resolve to an address in an allowed network; the connection checks that.
    if (opensNetworks) return undefined
    if (!encrypted) return mustBeHttps
    if (!host.includes(".") || privateZones.some((zone) => host === zone || host.endsWith(`.${zone}`)))
      return "must have a public host, or one in a network that the operator has allowed"
    return undefined
  }

  const judgeUrl = (text: string): Result.Result<URL, string> => {
    const fault = judgeText(text)
    if (fault !== undefined) return Result.fail(fault)
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) return Result.fail("must be an absolute https URL")
    if (url.username !== "" || url.password !== "") return Result.fail("must not contain a user name or password")
    const port = url.port === "" ? 443 : Number(url.port)
    if (port !== 80 && port !== 443 && port < 1024) return Result.fail("must use port 443, 80 or one from 1024 up")
    const refusal = judgeHost(url)
    return refusal === undefined ? Result.succeed(url) : Result.fail(refusal)
  }

  return { allowsAddress, opensNetworks, judgeUrl }
}

const mustBeHttps = "must be https (http only to networks that the operator has allowed)"

/** Refuses, before parsing, what URL parsers disagree about. */
const judgeText = (text: string): string | undefined => {
  if (text.length > maxUrlLength) return `must be at most ${maxUrlLength} characters long`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is control characters that are looked for
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(text)) return "must not contain spaces, control characters or backslashes"
  if (text.includes("#")) return "must not contain a fragment"
  return /%0[ad]/i.test(text) ? "must not contain an encoded line break" : undefined
}

interface Pair {
  readonly v4: BlockList
  readonly v6: BlockList
}

/** One list per address family: in a shared list, a rule such as `::/3` would match every IPv4 address too. */
const pair = (networks: ReadonlyArray<string>): Pair => {
  const lists = { v4: new BlockList(), v6: new BlockList() }
  for (const network of networks) {
    const [address = "", bits] = network.split("/")
    if (isIP(address) === 4) lists.v4.addSubnet(address, Number(bits ?? 32), "ipv4")
    else lists.v6.addSubnet(address, Number(bits ?? 128), "ipv6")
  }
  return lists
}

const special = pair(`${special4} ${special6}`.split(/\s+/))
const never = pair(`${never4} ${never6}`.split(" "))

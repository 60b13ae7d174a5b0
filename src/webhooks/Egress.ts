import { BlockList, isIP } from "node:net"
import { Context, Layer, Result } from "effect"

/** Characters of a target URL. */
const maxUrlLength = 2048

/**
 * IPv4 that is not on the public Internet (IANA special-purpose registry), and the address at which Azure serves its
 * machines.
 */
const special4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 168.63.129.16/32`
/** Of IPv6 only 2000::/3 is public, apart from Teredo and its neighbours, documentation and 6to4. */
const special6 = "::/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20 4000::/2 8000::/1"
/** What stays closed whatever the operator allows: metadata services, link-local, "this host", multicast. */
const never4 = "0.0.0.0/8 100.100.100.200/32 168.63.129.16/32 169.254.0.0/16 192.0.0.192/32 224.0.0.0/3"
const never6 = "::/128 64:ff9b::/96 64:ff9b:1::/48 fd00:ec2::254/128 fe80::/10 ff00::/8"

/** Names that lead into somebody's own network. */
const privateZones = ["localhost", "local", "internal", "svc", "home.arpa"]

/** Where requests to subscribers may go: the guard against being made to call into somebody's own network (SSRF). */
export class Egress extends Context.Service<
  Egress,
  {
    /** Whether a socket may lead to this address; plain http only into networks that the operator opened. */
    readonly allowsAddress: (address: string, encrypted: boolean) => boolean
    /** Whether the operator opened any network: a name may then be one that only this machine knows. */
    readonly opensNetworks: boolean
    /** A target as it was typed, parsed; or why it cannot be one, as the end of a sentence. */
    readonly judgeUrl: (text: string) => Result.Result<URL, string>
  }
>()("trunkline/webhooks/Egress") {
  /** `allowedNetworks` is the setting WEBHOOK_ALLOW_NETWORKS. */
  static readonly layer = (allowedNetworks: ReadonlyArray<string>) => Layer.sync(Egress, () => make(allowedNetworks))
}

/** `allowedNetworks` in CIDR notation: networks that may be reached although they are private. */
export const make = (allowedNetworks: ReadonlyArray<string>): Egress["Service"] => {
  const opened = pair(allowedNetworks)
  const opensNetworks = allowedNetworks.length > 0
  const listed = (lists: Pair, address: string) => {
    if (isIP(address) === 4) return lists.v4.check(address, "ipv4")
    // An IPv6 address may stand for one of IPv4, which a rule for IPv4 then means too.
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
    // A name may mean an address of an opened network: the connection will tell.
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

/** What parsers disagree about is refused before parsing. */
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

/** One list for each family: a rule such as `::/3` in a common list would match every IPv4 address too. */
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

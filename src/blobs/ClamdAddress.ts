import { decodes } from "../runtime/decodes.ts"

/** Where ClamAV's daemon listens: on a TCP port, or on a Unix socket. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** clamd's default port. */
const defaultPort = 3310

/** Parses MALWARE_SCANNER. */
export const clamdAddress = {
  must: "be like clamd://clamav:3310 or clamd:///run/clamav/clamd.ctl",
  parse: (value: string): ClamdAddress | undefined => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url?.protocol !== "clamd:" || url.username !== "" || url.search !== "" || url.hash !== "") return undefined
    if (!decodes(url.pathname)) return undefined
    if (url.hostname === "") return url.pathname.length > 1 ? { path: decodeURIComponent(url.pathname) } : undefined
    const host = url.hostname.replace(/^\[|\]$/g, "")
    return url.pathname === "" || url.pathname === "/" ? { host, port: Number(url.port || defaultPort) } : undefined
  }
}

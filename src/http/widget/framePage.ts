import { Schema } from "effect"
import type { PortalBrand } from "../../accounts/PortalBrandStore.ts"
import { escapeHtml } from "../docs/page.ts"

/** The part of Vite's manifest that names the frame's script and styles. */
const Manifest = Schema.fromJsonString(
  Schema.Struct({ "frame/main.tsx": Schema.Struct({ file: Schema.String, css: Schema.Array(Schema.String) }) })
)

/** The files of the frame, from the build's manifest. */
export const frameFiles = (manifest: Uint8Array) =>
  Schema.decodeUnknownSync(Manifest)(new TextDecoder().decode(manifest))["frame/main.tsx"]

/**
 * The page inside the widget's frame. It contains the brand, and the origins that may talk to it; nothing, if the brand
 * lists no origin or does not exist.
 */
export const framePage = (
  { css, file }: ReturnType<typeof frameFiles>,
  brand: Pick<PortalBrand, "name" | "color"> | undefined,
  { brandId, origins }: { readonly brandId: string; readonly origins: ReadonlyArray<string> }
): string => {
  const known = JSON.stringify({ id: brandId, name: brand?.name ?? "", color: brand?.color, origins })
  const styles = css.map((path) => `<link rel="stylesheet" href="/widget/${path}">`).join("")
  return `<!doctype html>
<html lang="en" data-brand="${escapeHtml(known)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Support</title>
${styles}<script type="module" src="/widget/${file}"></script>
</head>
<body></body>
</html>
`
}

/** What a policy can name: a scheme, a host and a port, and nothing that would end the directive. */
const exact = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** The origins of a brand that can show the widget. */
export const frameOrigins = (listed: ReadonlyArray<string>): ReadonlyArray<string> =>
  listed.filter((origin) => exact.test(origin))

/**
 * Everything comes from this server, and requests go to it and to the store of files. Only pages of these origins can show
 * the frame, which browsers enforce whatever the page does.
 */
export const framePolicy = (origins: ReadonlyArray<string>, storeOrigin: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${storeOrigin === undefined ? "" : ` ${storeOrigin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...origins].join(" ")}`
  ].join("; ")

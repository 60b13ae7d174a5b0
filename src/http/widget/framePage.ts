import { Schema } from "effect"
import type { PortalBrand } from "../../accounts/PortalBrandStore.ts"
import { escapeHtml } from "../docs/page.ts"

/** What Vite says of the build: the script of the frame, and its styles. */
const Manifest = Schema.fromJsonString(
  Schema.Struct({ "frame/main.tsx": Schema.Struct({ file: Schema.String, css: Schema.Array(Schema.String) }) })
)

/** The files of the frame, as the manifest of the build names them. */
export const frameFiles = (manifest: Uint8Array) =>
  Schema.decodeUnknownSync(Manifest)(new TextDecoder().decode(manifest))["frame/main.tsx"]

/**
 * The page inside the widget's frame. It knows the brand, and which pages may speak to it; of a brand that lists no
 * page, as of one that there is not, it knows nothing.
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

/** The origins of a brand's pages that can show the widget. */
export const frameOrigins = (listed: ReadonlyArray<string>): ReadonlyArray<string> =>
  listed.filter((origin) => exact.test(origin))

/**
 * Everything comes from this server, and requests go to it and to where files are kept. Only pages of these origins show
 * the frame: browsers hold to it, whatever the page says.
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

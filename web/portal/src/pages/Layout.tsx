import type { ComponentChildren } from "preact"
import type { PortalBrand, PortalMe } from "../../../../sdk/src/portal.ts"
import { imageOf } from "../images.ts"
import { defaultColor } from "../theme.ts"

export interface LayoutProps {
  readonly title: string
  /** Path of the brand's portal. */
  readonly base: string
  /** Left out where no brand is known. */
  readonly brand?: PortalBrand | undefined
  /** Who is signed in, if anybody. */
  readonly me?: PortalMe | undefined
  readonly assets: { readonly script: string; readonly style: string }
  /** Which page of the navigation this is. */
  readonly current?: "requests" | "new"
  readonly children: ComponentChildren
}

/** What all pages have around them. */
export const Layout = ({ assets, base, brand, children, current, me, title }: LayoutProps) => (
  <html lang="en" dir="ltr">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>{brand === undefined ? title : `${title} · ${brand.name}`}</title>
      <link rel="stylesheet" href={assets.style} />
      {brand === undefined ? null : (
        <link rel="stylesheet" href={`${base}/theme/${(brand.color ?? defaultColor).slice(1).toLowerCase()}.css`} />
      )}
      {imageOf(brand?.iconUrl) === undefined ? null : <link rel="icon" href={imageOf(brand?.iconUrl)} />}
      <script type="module" src={assets.script} />
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="bar">
        <div class="wide">
          {brand === undefined ? null : <Sign base={base} brand={brand} />}
          {me === undefined ? null : <Navigation base={base} current={current} me={me} />}
        </div>
      </header>
      <main id="main" class="wide">
        {children}
      </main>
    </body>
  </html>
)

/** The brand: by its logo, or else by its name. */
const Sign = ({ base, brand }: { readonly base: string; readonly brand: PortalBrand }) => {
  const logo = imageOf(brand.logoUrl)
  return (
    <a class="sign" href={base}>
      {logo === undefined ? (
        <span dir="auto">{brand.name}</span>
      ) : (
        <img src={logo} alt={brand.name} height="32" referrerpolicy="no-referrer" />
      )}
    </a>
  )
}

const Navigation = ({
  base,
  current,
  me
}: {
  readonly base: string
  readonly current: LayoutProps["current"]
  readonly me: PortalMe
}) => (
  <>
    <nav class="tabs" aria-label="Pages">
      <a href={base} aria-current={current === "requests" ? "page" : undefined}>
        My requests
      </a>
      <a href={`${base}/new`} aria-current={current === "new" ? "page" : undefined}>
        New request
      </a>
    </nav>
    <form method="post" action={`${base}/sign-out`} class="who">
      <span class="soft" dir="auto">
        {me.customer.name ?? me.customer.email}
      </span>
      <button type="submit" class="quiet small">
        Sign out
      </button>
    </form>
  </>
)

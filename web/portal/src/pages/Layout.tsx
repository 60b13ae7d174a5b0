import type { ComponentChildren } from "preact"
import type { PortalBrand, PortalMe } from "../../../../sdk/src/portal.ts"
import { hexOf, ownAccent, rgbOf } from "../../../customer/contrast.ts"
import { nameIn } from "../../../customer/words/language.ts"
import { homeIn } from "../home.ts"
import { imageOf } from "../images.ts"
import { useLanguage, useWords } from "../language.ts"
import type { Host } from "../server/Host.ts"

export interface LayoutProps {
  readonly title: string
  /** Path of the brand's portal. */
  readonly base: string
  /** Left out if no brand is known. */
  readonly brand?: PortalBrand | undefined
  /** The signed-in customer, if any. */
  readonly me?: PortalMe | undefined
  readonly assets: Host["assets"]
  /** The current page in the navigation. */
  readonly current?: "requests" | "new"
  /** Links to the page in other languages. */
  readonly languageLinks: ReadonlyArray<{ readonly name: string; readonly href: string }>
  readonly children: ComponentChildren
}

/** The frame of every page. */
export const Layout = ({ assets, base, brand, children, current, languageLinks, me, title }: LayoutProps) => {
  const { direction, locale, words } = useLanguage()
  return (
    <html lang={locale} dir={direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{brand === undefined ? title : `${title} · ${brand.name}`}</title>
        <link rel="stylesheet" href={assets.style} />
        {brand === undefined ? null : (
          <link rel="stylesheet" href={`${base}/theme/${hexOf(rgbOf(brand.color) ?? ownAccent).slice(1)}.css`} />
        )}
        {imageOf(brand?.iconUrl) === undefined ? null : <link rel="icon" href={imageOf(brand?.iconUrl)} />}
        {assets.words[nameIn(locale)]?.map((href, at) => (
          <link key={href} id={at === 0 ? "words" : undefined} rel="modulepreload" href={href} />
        ))}
        <script type="module" src={assets.script} />
      </head>
      <body>
        <a class="skip" href="#main">
          {words.skip}
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
        {languageLinks.length === 0 ? null : <Languages links={languageLinks} />}
      </body>
    </html>
  )
}

/** Lists each language under its own name, so that somebody lost in a foreign one finds theirs. */
const Languages = ({ links }: { readonly links: LayoutProps["languageLinks"] }) => {
  const { locale, words } = useLanguage()
  return (
    <footer class="wide">
      <nav class="languages" aria-label={words.language}>
        {links.map(({ href, name }) => (
          <a
            key={name}
            href={href}
            lang={name}
            hreflang={name}
            rel="nofollow"
            aria-current={nameIn(locale) === name ? "true" : undefined}
          >
            {ownName(name)}
          </a>
        ))}
      </nav>
    </footer>
  )
}

/** A language's name for itself, capitalized as in a list. */
const ownName = (language: string) => {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)
}

/** The brand's logo, or else its name. */
const Sign = ({ base, brand }: { readonly base: string; readonly brand: PortalBrand }) => {
  const logo = imageOf(brand.logoUrl)
  return (
    <a class="sign" href={homeIn(base)}>
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
}) => {
  const words = useWords()
  return (
    <>
      <nav class="tabs" aria-label={words.pages}>
        <a href={homeIn(base)} aria-current={current === "requests" ? "page" : undefined}>
          {words.yourRequests}
        </a>
        <a href={`${base}/new`} aria-current={current === "new" ? "page" : undefined}>
          {words.newRequest}
        </a>
      </nav>
      <form method="post" action={`${base}/sign-out`} class="who">
        <span class="soft" dir="auto">
          {me.customer.name ?? me.customer.email}
        </span>
        <button type="submit" class="quiet small">
          {words.signOut}
        </button>
      </form>
    </>
  )
}

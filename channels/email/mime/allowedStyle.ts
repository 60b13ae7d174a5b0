/** Characters read of a style attribute. */
const maxStyle = 4_000

/** Properties for the look of text, tables and boxes; none that places an element over others or loads anything. */
const properties = new Set(
  "background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color border-top-style border-top-width border-width clear color direction display empty-cells float font font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style-type margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width overflow-wrap padding padding-bottom padding-left padding-right padding-top table-layout text-align text-decoration text-indent text-transform unicode-bidi vertical-align white-space width word-break word-spacing word-wrap".split(
    " "
  )
)
/** Values without escapes, comments, loading functions or markup: words, numbers, colours and font names. */
const value = /^(?:[\w\s#%.,!'"+-]|\b(?:rgb|rgba|hsl|hsla)\((?=[\d\s.,%/]{1,60}\)))[\w\s#%.,!'"+\-/()]{0,300}$/i
const harmful = /url|expression|javascript|import|binding|\bvar\b|\bcalc\b|\/\*/i

/** The colour at the beginning of a background, whatever follows. */
const colour = /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))(?![^\s!])/i

/** The first numeric colour of a gradient: without any background, light text on it would be invisible. */
const gradient = /^[a-z-]{0,20}gradient\([^)#]{0,60}?(#[\da-f]{3,8}\b|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))/i

/** The safe declarations of a style attribute; empty if there are none. */
export const allowedStyle = (style: string): string =>
  style
    .slice(0, maxStyle)
    .split(";")
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":")
      const given = declaration.slice(0, colon).trim().toLowerCase()
      const words = declaration.slice(colon + 1).trim()
      const begins = given === "background" ? colour.exec(words)?.[0] : undefined
      const [name, content] = /^background(?:-image)?$/.test(given)
        ? ["background-color", begins ?? gradient.exec(words)?.[1] ?? ""]
        : [given, words]
      if (colon === -1 || !properties.has(name) || !value.test(content) || harmful.test(content)) return []
      // A huge margin would push what follows out of sight.
      return isHuge(content) ? [] : [`${name}: ${content}`]
    })
    .join("; ")

const isHuge = (content: string) => /\d{5}|\de\+?\d|-\s*\d{3}/i.test(content.replaceAll(/#[\da-f]{3,8}\b/gi, ""))

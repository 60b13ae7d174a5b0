import { useWidget, useWords } from "../context.ts"
import { helpLinks } from "../helpLinks.ts"

/** The page's links for customers who want to help themselves. */
export const HelpLinks = () => {
  const words = useWords()
  const links = helpLinks(useWidget().boot.links ?? [])
  if (links.length === 0) return null
  return (
    <nav class="help" aria-labelledby="help">
      <h2 id="help" class="soft">
        {words.links}
      </h2>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener" dir="auto">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { stretches } from "../../../customer/links.ts"

/** What somebody wrote, as they wrote it: text alone, in its own direction, in which addresses can be followed. */
export const Text = ({ text }: { readonly text: string }) => (
  <p class="text" dir="auto">
    {stretches(text).map(({ at, href, text }) =>
      href === undefined ? (
        text
      ) : (
        <a key={at} href={href} rel="noopener noreferrer nofollow" target="_blank">
          {text}
        </a>
      )
    )}
  </p>
)

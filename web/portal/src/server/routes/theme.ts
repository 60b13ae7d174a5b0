import { themeCss } from "../../theme.ts"

/** The style sheet for a colour. It is the same for everybody and never changes. */
export const theme = (color: string): Response =>
  new Response(themeCss(`#${color}`), {
    headers: {
      "content-type": "text/css; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable"
    }
  })

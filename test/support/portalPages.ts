import { Effect, Option } from "effect"
import { HttpSite, type Reply } from "./HttpSite.ts"
import type { PortalBrand } from "./portal.ts"
import { outboxWhen, textOf, tokenIn } from "./signInServices.ts"

/** The headers of a browser that submits a form from a page with no referrer. */
export const fromOurPage = { origin: "null", "sec-fetch-site": "same-origin" }

/** A browser without JavaScript in a brand's hosted portal. It keeps cookies, and submits the forms that it is shown. */
export class PortalBrowser {
  readonly base: string
  cookie = ""

  constructor(brand: Pick<PortalBrand, "id">) {
    this.base = `/portal/${brand.id}`
  }

  /** Visits a page below the portal's path. */
  visit(path = "", headers: Record<string, string> = {}) {
    return Effect.flatMap(HttpSite, ({ ask }) =>
      ask("GET", this.base + path, { key: "", headers: { accept: "text/html", cookie: this.cookie, ...headers } })
    )
  }

  /** Submits a form with the cookie, and stores the cookie that comes back. */
  send(path: string, form: Record<string, string> | FormData, headers: Record<string, string> = fromOurPage) {
    const keep = (reply: Reply) => {
      const [pair] = reply.headers.getSetCookie().flatMap((cookie) => cookie.split("; ", 1))
      if (pair !== undefined) this.cookie = pair
      return reply
    }
    return Effect.flatMap(HttpSite, ({ ask }) =>
      Effect.flatMap(bodyOf(form), ({ body, contentType }) =>
        ask("POST", this.base + path, {
          key: "",
          body,
          headers: { accept: "text/html", "content-type": contentType, cookie: this.cookie, ...headers }
        })
      )
    ).pipe(Effect.map(keep))
  }

  /** Signs in with the mailed link. */
  enter(email: string, next = "") {
    return Effect.gen({ self: this }, function* () {
      yield* this.send("/sign-in", { email, next })
      const token = yield* mailedTo(email)
      return yield* this.send("/enter", { token, next })
    })
  }
}

/** The token of the newest link mailed to an address. */
export const mailedTo = Effect.fnUntraced(function* (email: string) {
  const mails = yield* outboxWhen((found) => found.some(({ recipient }) => recipient === email))
  const mail = mails.findLast(({ recipient }) => recipient === email)
  return mail === undefined ? yield* Effect.die("no mail") : Option.getOrThrow(tokenIn(yield* textOf(mail)))
})

/** The hidden fields of a page's forms, with their values. */
export const hiddenFields = ({ text }: Reply): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value
    ])
  )

/** A form with a file, as browsers send it. */
export const formWith = (
  fields: Record<string, string>,
  ...files: ReadonlyArray<{ readonly name: string; readonly text: string }>
): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, text } of files) form.append("files", new Blob([text], { type: "text/plain" }), name)
  return form
}

const bodyOf = (form: Record<string, string> | FormData) =>
  Effect.promise(async () => {
    const encoded = new Response(form instanceof FormData ? form : new URLSearchParams(form))
    return {
      contentType: encoded.headers.get("content-type") ?? "",
      body: new Uint8Array(await encoded.arrayBuffer())
    }
  })

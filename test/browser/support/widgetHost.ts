import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** A site with the widget on its pages: on a different origin than the server, under a strict policy. */
export interface WidgetHost {
  readonly origin: string
  /** How often its server has said who the visitor is. */
  readonly answered: () => number
  /** The URL of a page that boots the widget with these options, or contains it as an element with these attributes. */
  readonly page: (options: { readonly boot?: object; readonly element?: Readonly<Record<string, string>> }) => string
}

const script = `
window.heard = []
window.Trunkline ??= (...call) => (window.Trunkline.q ??= []).push(call)
for (const name of ["ready", "open", "close", "unread", "ticket", "error"])
  Trunkline("on", name, (detail) => heard.push([name, detail]))
addEventListener("trunkline:ready", ({ target }) => heard.push(["element", target.localName]))
addEventListener("DOMContentLoaded", () => {
  const { boot } = document.body.dataset
  if (boot) Trunkline("boot", JSON.parse(boot))
  document.querySelector("#ask").onclick = () => Trunkline("newTicket", { title: "Order 7", customFields: { hidden: 7 } })
})`

const html = (server: string, boot: string, element: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>North Shop</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/page.css">
<script src="/page.js"></script><script src="${server}/widget.js" async></script></head>
<body data-boot="${boot}"><main><h1>North Shop</h1><button id="ask" type="button">Ask about order 7</button>${element}</main></body></html>`

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Serves the site. `token` identifies the visitor, if there is one; when it fails, so does the site. */
export const widgetHost = (server: string, token: () => Promise<string | undefined>) =>
  Effect.acquireRelease(
    Effect.callback<WidgetHost & { readonly close: () => void }>((resume) => {
      let answered = 0
      const answer = async (path: string, response: ServerResponse) => {
        const { pathname, searchParams } = new URL(path, "http://host")
        response.setHeader("content-security-policy", `default-src 'self' ${server}`)
        if (pathname === "/support/token") {
          const accessToken = await token().catch(() => "failed")
          answered++
          if (accessToken === "failed") return response.writeHead(500).end()
          if (accessToken === undefined) return response.writeHead(401).end()
          return response.setHeader("content-type", "application/json").end(JSON.stringify({ accessToken }))
        }
        if (pathname === "/page.js") return response.setHeader("content-type", "text/javascript").end(script)
        if (pathname === "/page.css")
          return response
            .setHeader("content-type", "text/css")
            .end("trunkline-widget{display:block;width:24rem;max-width:100%;height:40rem}")
        if (pathname !== "/") return response.writeHead(204).end()
        const { boot, element } = JSON.parse(searchParams.get("page") ?? "{}")
        const attributes = Object.entries<string>(element ?? {}).map(([name, value]) => ` ${name}="${escaped(value)}"`)
        const tag = element === undefined ? "" : `<trunkline-widget${attributes.join("")}></trunkline-widget>`
        return response
          .setHeader("content-type", "text/html; charset=utf-8")
          .end(html(server, boot === undefined ? "" : escaped(JSON.stringify(boot)), tag))
      }
      const listening = createServer((request, response) => void answer(request.url ?? "/", response))
      listening.listen(0, () => {
        const origin = `http://localhost:${(listening.address() as AddressInfo).port}`
        resume(
          Effect.succeed({
            origin,
            answered: () => answered,
            page: (options) => `${origin}/?page=${encodeURIComponent(JSON.stringify(options))}`,
            close: () => {
              listening.closeAllConnections()
              listening.close()
            }
          })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  )

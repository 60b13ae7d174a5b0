// A site with Trunkline's widget: visitors signed in to the site are signed in to the widget. Needs Node 20 and the SDK.
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { Trunkline } from "@trunkline/sdk"

// Without environment variables: the first start's test brand and test key, from its credentials.
const { CREDENTIALS = "../../data/credentials.json", PORT = "4100" } = process.env
const facts = process.env.TRUNKLINE_URL === undefined ? JSON.parse(readFileSync(CREDENTIALS, "utf8")) : {}
const { TRUNKLINE_URL = facts.apiUrl, TRUNKLINE_API_KEY = facts.testKey, BRAND_ID = facts.testBrandId } = process.env
const client = new Trunkline({ baseUrl: TRUNKLINE_URL, apiKey: TRUNKLINE_API_KEY })

// This site's own sessions, in memory to keep the example short.
const sessions = new Map() // cookie → e-mail address
const sessionOf = ({ headers }) => /(?:^|; )shop=([\w-]+)/.exec(headers.cookie ?? "")?.[1]

const escape = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
const page = (email) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>North Shop</title>
  <script src="/shop.js" data-brand-id="${BRAND_ID}" data-email="${escape(email ?? "")}"></script>
  <script src="${TRUNKLINE_URL}/widget.js" async></script>
  <main>
    <h1>North Shop</h1>
    <p>${email === undefined ? "Nobody is signed in." : `Signed in as ${escape(email)}.`}</p>
    <form method="post" action="${email === undefined ? "/sign-in" : "/sign-out"}">
      ${email === undefined ? '<label>E-mail <input name="email" type="email" value="ines@north.example" required /></label>' : ""}
      <button>${email === undefined ? "Sign in" : "Sign out"}</button>
    </form>
    <p><button id="order" type="button">A question about order 7</button> <output id="unread"></output></p>
  </main>
</html>`

// How the page uses the widget. Calls made before it has loaded wait in a queue.
const script = `
window.Trunkline ??= (...call) => (window.Trunkline.q ??= []).push(call)
const { brandId, email } = document.currentScript.dataset
Trunkline("boot", email === "" ? { brandId } : { brandId, tokenUrl: "/support/token" })
Trunkline("on", "unread", ({ count }) => { document.querySelector("#unread").value = count + " unread" })
addEventListener("DOMContentLoaded", () => {
  document.querySelector("#order").onclick = () =>
    Trunkline("newTicket", { title: "Order 7", customFields: { order: 7 } })
})`

const formOf = async (request) => {
  let text = ""
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

const routes = {
  "GET /": (request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8")
    // This site and Trunkline: the widget needs nothing else.
    response.setHeader("content-security-policy", `default-src 'self' ${TRUNKLINE_URL}`)
    response.end(page(sessions.get(sessionOf(request))))
  },
  "GET /shop.js": (_, response) => response.setHeader("content-type", "text/javascript").end(script),
  "POST /sign-in": async (request, response) => {
    const session = randomUUID()
    sessions.set(session, (await formOf(request)).get("email"))
    response.setHeader("set-cookie", `shop=${session}; HttpOnly; SameSite=Lax; Path=/`)
    response.writeHead(303, { location: "/" }).end()
  },
  // Signing out here also signs out the widget, on all pages.
  "POST /sign-out": async (request, response) => {
    const email = sessions.get(sessionOf(request))
    sessions.delete(sessionOf(request))
    if (email !== undefined) await client.portalTokens.revoke(BRAND_ID, { customerEmail: email })
    response.writeHead(303, { location: "/" }).end()
  },
  // The widget requests a token when it starts, and again before each one expires.
  "POST /support/token": async (request, response) => {
    const email = sessions.get(sessionOf(request))
    if (email === undefined) return response.writeHead(401).end()
    const { accessToken } = await client.portalTokens.create({ brandId: BRAND_ID, customerEmail: email })
    response.setHeader("content-type", "application/json").end(JSON.stringify({ accessToken }))
  }
}

const server = createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url.split("?", 1)[0]}`]
  if (route === undefined) return response.writeHead(404).end()
  await Promise.resolve(route(request, response)).catch((error) => response.writeHead(502).end(error.message))
}).listen(Number(PORT), "127.0.0.1", async () => {
  const origin = `http://localhost:${server.address().port}`
  // Only pages that the brand lists may show its widget. Needed once.
  const { portalOrigins } = await client.brands.get(BRAND_ID)
  if (!portalOrigins.includes(origin))
    await client.brands.update(BRAND_ID, { portalOrigins: [...portalOrigins, origin] })
  console.log(`North Shop: ${origin}`)
})
